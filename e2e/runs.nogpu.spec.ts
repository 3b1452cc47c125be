import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { button, controls } from './small.ts';
import { digestShown } from './trained.ts';

test('on the CPU twin a run survives a reload and ends with the digest of the command line', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('/#/lab?v=1&model=S&seeds=1&updates=12&prompts=2&group=4&every=3&evaln=8');
  await expect(page.getByRole('banner')).toContainText('CPU twin', { timeout: 30_000 });
  // a run this small would be over before a pause reaches it
  await button(page, 'Step').click();
  for (const done of [1, 2]) {
    await expect(controls(page)).toContainText(`Paused at update ${done} of 12`, { timeout: 120_000 });
    await button(page, 'Step').click();
  }
  await expect(controls(page)).toContainText('Paused at update 3 of 12', { timeout: 120_000 });
  await page.reload();
  const notice = page.getByRole('complementary', { name: 'A run that can go on' });
  await expect(notice).toContainText(/was kept at update \d+ of 12/, { timeout: 30_000 });
  await notice.getByRole('button', { name: /Continue at update/ }).click();
  await expect(controls(page)).toContainText('Finished, 12 updates', { timeout: 180_000 });
  const small = ['seeds=1', 'updates=12', 'model=S', 'prompts=2', 'group=4', 'evalEvery=3', 'evalDialogues=8'].flatMap((pair) => ['--set', pair]);
  expect(execFileSync(process.execPath, ['scripts/thaw.mjs', 'run', '--arm', 'single', '--backend', 'cpu', ...small], { encoding: 'utf8' })).toContain(await digestShown(page));
});
