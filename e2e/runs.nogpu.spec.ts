import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { button, chooseSmallSettings, controls, openTab, seriousFaults } from './small.ts';

test.setTimeout(300_000);

const list = (page: Page): Locator => page.getByRole('list', { name: 'Stored runs' });
const rows = (page: Page): Locator => list(page).getByRole('listitem');
const toRuns = (page: Page) => page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Runs' }).click();

async function digestShown(page: Page): Promise<string> {
  await openTab(page, 'Data');
  return page
    .locator('code')
    .filter({ hasText: /^[0-9a-f]{64}$/ })
    .innerText();
}

async function runSmall(page: Page, updates = 3, begin: 'Run' | 'Step' = 'Run'): Promise<void> {
  await page.goto('/#/lab');
  await expect(page.getByRole('banner')).toContainText('CPU twin', { timeout: 30_000 });
  await chooseSmallSettings(page, updates, 3);
  await button(page, begin).click();
}

async function save(page: Page, menu: Locator, item: RegExp): Promise<{ name: string; text: string }> {
  await menu.locator('summary', { hasText: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), menu.getByRole('button', { name: item }).click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const take = (page: Page, name: string, text: string) => page.getByLabel('Files of runs').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

test('a run survives a reload and ends with the digest of the command line', async ({ page }) => {
  // a run this small would be over before a pause reaches it
  await runSmall(page, 12, 'Step');
  for (const done of [1, 2]) {
    await expect(controls(page)).toContainText(`Paused at update ${done} of 12`, { timeout: 120_000 });
    await button(page, 'Step').click();
  }
  await expect(controls(page)).toContainText('Paused at update 3 of 12', { timeout: 120_000 });
  await page.waitForTimeout(1000);
  await page.reload();
  const notice = page.getByRole('complementary', { name: 'A run that can go on' });
  await expect(notice).toContainText(/was kept at update \d+ of 12/, { timeout: 30_000 });
  await notice.getByRole('button', { name: /Continue at update/ }).click();
  await expect(controls(page)).toContainText('Finished, 12 updates', { timeout: 180_000 });
  const small = ['seeds=1', 'updates=12', 'model=S', 'prompts=2', 'group=4', 'evalEvery=3', 'evalDialogues=8'].flatMap((pair) => ['--set', pair]);
  expect(execFileSync(process.execPath, ['scripts/thaw.mjs', 'run', '--arm', 'single', '--backend', 'cpu', ...small], { encoding: 'utf8' })).toContain(await digestShown(page));
  await toRuns(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('finished, 12 updates');
  expect(await seriousFaults(page)).toEqual([]);
});

test('runs are renamed, starred, found, deleted and brought back; a file goes out and comes in, a damaged one does not', async ({ page }) => {
  await page.goto('/#/runs');
  await expect(page.getByText('No runs yet.')).toBeVisible();
  await runSmall(page);
  await expect(controls(page)).toContainText('Finished, 3 updates', { timeout: 180_000 });
  const digest = await digestShown(page);
  await toRuns(page);
  await page.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('Name of the run').fill('First try');
  await page.keyboard.press('Enter');
  await button(page, 'Star First try').click();
  await expect(button(page, 'Star First try')).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Search runs').fill('nothing like it');
  await expect(page.getByText('No run matches')).toBeVisible();
  await page.getByLabel('Search runs').fill('first');
  await expect(rows(page)).toHaveCount(1);

  const file = await save(page, rows(page), /one file/);
  expect(file.name).toBe('First-try.thaw.json');
  expect(file.text).toContain(digest);
  const csv = await save(page, rows(page), /Curves \(CSV\)/);
  expect(csv.text).toMatch(/^arm,metric,update,seed,value\nsingle,/);

  await button(page, 'Delete').click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('button', { name: 'Undo deleting First try' }).click();
  await toRuns(page);
  await expect(rows(page)).toHaveCount(1);

  await take(page, 'half.json', file.text.slice(0, file.text.length / 2));
  await expect(page.getByRole('alert')).toContainText('half.json was not taken in: it is not whole JSON');
  await take(
    page,
    'changed.json',
    file.text.replace(
      digest,
      digest.replace(/^./, (c) => (c === '0' ? '1' : '0')),
    ),
  );
  await expect(page.getByRole('alert')).toContainText('arms.single.digest: does not match its series');
  await expect(rows(page)).toHaveCount(1);
  await take(page, 'whole.json', file.text);
  await expect(rows(page)).toHaveCount(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await button(page, 'Compare 2').click();
  await expect(page.getByText('All settings are equal.')).toBeVisible();
  await button(page, 'Back to all runs').click();
  await rows(page).last().getByRole('link', { name: 'First try' }).click();
  await expect(controls(page)).toContainText('Finished, 3 updates');
  expect(await digestShown(page)).toBe(digest);
});

test('a run in one tab is read-only in another', async ({ page, context }) => {
  await runSmall(page, 400);
  await expect(controls(page)).toContainText('Running', { timeout: 120_000 });
  const other = await context.newPage();
  await other.goto('/#/runs');
  await expect(rows(other)).toContainText('going on in another tab', { timeout: 30_000 });
  await expect(button(other, 'Delete')).toBeDisabled();
});
