import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { destroyAfter, devices, hookDevices, noAdapter } from './device.ts';
import { button, controls } from './small.ts';
import { digestShown, finishedWords, openSmall, test, UPDATES } from './trained.ts';

test.setTimeout(300_000);

const goOn = (page: Page) => page.getByRole('button', { name: /^Continue at update [1-9]/ });
const notice = (page: Page) => page.getByRole('complementary', { name: 'A run that can go on' });

/** One update and the state after it, then on. */
async function beginAndRun(page: Page, meanwhile?: () => Promise<void>): Promise<void> {
  await openSmall(page);
  await button(page, 'Step').click();
  await expect(controls(page)).toContainText(`Paused at update 1 of ${UPDATES}`, { timeout: 120_000 });
  await meanwhile?.();
  await button(page, 'Resume').click();
}

test('a run whose graphics device is destroyed, twice, goes on where it was kept and ends with the digest of one that was not', async ({ page, context, trained }) => {
  await hookDevices(context);
  // a few updates later
  await beginAndRun(page, () => destroyAfter(page, 15));
  await expect(controls(page)).toContainText(/Stopped by an error at update \d+/, { timeout: 60_000 });
  await expect(page.getByRole('alert')).toContainText('the graphics device was lost');
  await expect(notice(page)).toContainText('can go on as if nothing had happened');
  expect(await devices(page)).toBe(1);
  await goOn(page).click();
  await expect(controls(page)).toContainText('Running, update', { timeout: 120_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await devices(page)).toBe(2);

  // lost again, and none comes back: the CPU twin would give other numbers half-way, so the run waits
  await noAdapter(page);
  await destroyAfter(page, 3);
  await expect(controls(page)).toContainText('Stopped by an error', { timeout: 60_000 });
  await goOn(page).click();
  await expect(page.getByRole('alert')).toContainText(/This run cannot go on\. It was computed with WebGPU \(.+\); this page computes with the CPU twin/, { timeout: 60_000 });
  await expect(notice(page)).toContainText('cannot go on');
  await expect(goOn(page)).toHaveCount(0);

  // opened again, the device is there again
  await page.reload();
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Runs' }).click();
  await goOn(page).click();
  await expect(controls(page)).toContainText(finishedWords, { timeout: 120_000 });
  expect(await digestShown(page)).toBe(trained.digest);
});

test('a run whose tab crashes is continued in two tabs at once: one goes on to the same digest, the other says why not', async ({ page, context, trained }) => {
  await beginAndRun(page);
  await expect(button(page, 'Pause')).toBeVisible();
  const crashed = page.waitForEvent('crash');
  // never answered: the process that would answer is gone
  void (await context.newCDPSession(page)).send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();

  const tabs = [await context.newPage(), await context.newPage()] as const;
  for (const tab of tabs) {
    await openSmall(tab, '/#/lab');
    await expect(notice(tab)).toContainText(`of ${UPDATES} and can go on as if nothing had happened`, { timeout: 30_000 });
  }
  await Promise.all(tabs.map((tab) => goOn(tab).click()));
  const refused = async (): Promise<Page[]> => {
    const said = await Promise.all(tabs.map((tab) => tab.getByRole('alert').filter({ hasText: 'This run is going on in another tab' }).count()));
    return tabs.filter((_, i) => said[i]! > 0);
  };
  await expect.poll(async () => (await refused()).length, { timeout: 30_000 }).toBe(1);
  const [other] = await refused();
  const going = tabs.find((tab) => tab !== other)!;
  // it no longer offers what it cannot do
  await expect(goOn(other!)).toHaveCount(0);
  await other!.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Runs' }).click();
  const row = other!.getByRole('list', { name: 'Stored runs' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('going on in another tab');
  await expect(row.getByRole('button', { name: 'Delete' })).toBeDisabled();

  await expect(controls(going)).toContainText(finishedWords, { timeout: 120_000 });
  expect(await digestShown(going)).toBe(trained.digest);
  // what is stored is whole: the other tab reads the same run to its end
  await expect(row).toContainText(`finished, ${UPDATES} updates`, { timeout: 30_000 });
  await row.getByRole('link').click();
  await expect(controls(other!)).toContainText(finishedWords);
  expect(await digestShown(other!)).toBe(trained.digest);
});
