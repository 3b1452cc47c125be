import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { button, controls, openTab, seriousFaults } from './small.ts';

// both together took 54 s on a shared machine; a loaded one takes several times that
test.setTimeout(240_000);

/** sixteen updates of a few dialogues, without the settings panel */
const link = (more = '') => `/#/lab?v=1&arms=single&model=S&seeds=1-2&updates=16&prompts=2&group=4&evalEvery=8&evalDialogues=8${more}`;
const places = (page: Page, name: string) => page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name }).click();
const rows = (page: Page) => page.getByRole('list', { name: 'Stored runs' }).getByRole('listitem');
/** a new visit: another hash alone would not load the page again */
const visit = async (page: Page, address: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByRole('banner')).toContainText('CPU twin', { timeout: 30_000 });
};

/** how many runs are in the browser's storage */
const stored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const open = indexedDB.open('thaw');
        open.onerror = () => reject(new Error('no storage'));
        open.onsuccess = () => {
          const all = open.result.transaction('runs').objectStore('runs').count();
          all.onsuccess = () => {
            open.result.close();
            resolve(all.result);
          };
        };
      }),
  );

async function digestShown(page: Page): Promise<string> {
  await openTab(page, 'Data');
  return page
    .locator('code')
    .filter({ hasText: /^[0-9a-f]{64}$/ })
    .innerText();
}

test('a run is kept from its start, and the last one is opened again with its policies and simulators', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (e) => faults.push(e.message));
  page.on('console', (m) => m.type() === 'error' && faults.push(m.text()));
  await visit(page, link().replace('arms=single', 'arms=single,population'));
  await button(page, 'Run').click();
  await expect(controls(page)).toContainText(/Preparing|Running/);
  // as soon as it is in the list of runs: long before a first state is kept
  await expect.poll(() => page.evaluate(() => indexedDB.databases().then((all) => all.some((d) => d.name === 'thaw')))).toBe(true);
  await visit(page, '/#/lab');
  const notice = page.getByRole('complementary', { name: 'A run that can go on' });
  await notice.getByRole('button', { name: /Continue at update \d+/ }).click();
  await expect(controls(page)).toContainText('Finished, 16 updates', { timeout: 60_000 });
  await openTab(page, 'Cross-play');
  await expect(page.getByText('Measured after 16 updates')).toBeVisible({ timeout: 30_000 });
  const continued = await page.getByRole('region', { name: 'Each arm in numbers' }).innerText();

  // an opened link goes first and touches nothing
  await visit(page, link());
  await expect(page.getByRole('region', { name: 'From a link' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Open your last run/ })).toHaveCount(0);

  await visit(page, '/#/lab');
  await button(page, 'Close this notice for good').click();
  await page.reload();
  await expect(page.getByRole('button', { name: /Open your last run/ })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('complementary', { name: 'WebGPU is not available' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: /CPU twin.*why\?/ })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /Open your last run/ }).click();
  await expect(controls(page)).toContainText('Finished, 16 updates');
  expect(await page.getByRole('region', { name: 'Each arm in numbers' }).innerText()).toBe(continued);
  const panel = await openTab(page, 'Responses');
  await button(page, 'Ask the simulators').click();
  await expect(panel.getByRole('list', { name: 'Responses' })).toContainText('Co-Training (population)', { timeout: 30_000 });
  await openTab(page, 'Cross-play');
  await expect(page.getByText('Measured after 16 updates')).toBeVisible();
  await places(page, 'You’re the user');
  await expect(page.getByText('The persuaders are those of the finished run, after 16 updates. 3 take part')).toBeVisible({ timeout: 15_000 });
  await places(page, 'Runs');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(/training users 0\.\d\d \(mean of the last 8 updates\)/);
  await rows(page).getByRole('button', { name: /^Open/ }).click();
  await expect(controls(page)).toContainText('Finished, 16 updates');
  expect(faults).toEqual([]);
});

test('interrupted before its first state it ends with the digest of a run that was not; given up it leaves nothing', async ({ page }) => {
  // γ 7 is aligned first, which takes a while: time enough to leave
  const slow = link('&gamma=7');
  await visit(page, slow);
  await button(page, 'Run').click();
  await expect(controls(page)).toContainText('Aligning', { timeout: 15_000 });
  await button(page, 'Cancel').click();
  await places(page, 'Runs');
  await expect(page.getByText('No runs yet.')).toBeVisible({ timeout: 10_000 });

  await visit(page, link());
  await button(page, 'Run').click();
  await expect(controls(page)).toContainText('Finished, 16 updates', { timeout: 60_000 });
  const whole = await digestShown(page);
  await visit(page, link());
  const before = await stored(page);
  // the networks do not arrive while the first page is open
  await page.route('**/models/*', () => undefined);
  await button(page, 'Run').click();
  await expect(controls(page)).toContainText('Preparing');
  await expect.poll(() => stored(page)).toBe(before + 1);
  await page.unroute('**/models/*');
  await visit(page, '/#/lab');
  const notice = page.getByRole('complementary', { name: 'A run that can go on' });
  await expect(notice).toContainText('begin again from update 0');
  await notice.getByRole('button', { name: 'Continue at update 0' }).click();
  await expect(controls(page)).toContainText('Finished, 16 updates', { timeout: 60_000 });
  expect(await digestShown(page)).toBe(whole);
});
