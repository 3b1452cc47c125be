import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { chooseSmallSettings, openTab, seriousFaults } from './small.ts';

test('without WebGPU the page says why, what to do, and trains on the CPU twin', async ({ page }) => {
  test.setTimeout(240_000);
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto('/#/lab');
  const notice = page.getByRole('complementary', { name: 'WebGPU is not available' });
  await expect(notice).toContainText('The lab runs on its CPU twin', { timeout: 30_000 });
  await expect(notice).toContainText(/has no WebGPU|not opened over a secure address|found no graphics adapter|did not start/);
  await expect(page.getByRole('banner')).toContainText('CPU twin');
  await notice.getByText('What to do').click();
  await expect(notice.getByText(/^(Open|Switch on|Close)/)).toBeVisible();

  await chooseSmallSettings(page, 3, 3);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Controls' })).toContainText('Finished, 3 updates', { timeout: 180_000 });
  await expect(page.getByRole('rowheader', { name: 'End, update 3' })).toBeVisible();
  await openTab(page, 'Data');
  await expect(page.getByText(/the same settings give the same digest on every machine/)).toBeVisible();
  // the claim just made: Node gives the same bits as the browser
  const digest = await page
    .locator('code')
    .filter({ hasText: /^[0-9a-f]{64}$/ })
    .innerText();
  const small = ['seeds=1', 'updates=3', 'model=S', 'prompts=2', 'group=4', 'evalEvery=3', 'evalDialogues=8'].flatMap((pair) => ['--set', pair]);
  expect(execFileSync(process.execPath, ['scripts/thaw.mjs', 'run', '--arm', 'single', '--backend', 'cpu', ...small], { encoding: 'utf8' })).toContain(digest);

  expect(await seriousFaults(page)).toEqual([]);
  expect(errors).toEqual([]);
});
