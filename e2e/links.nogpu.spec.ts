import { expect, test } from '@playwright/test';
import { button, controls } from './small.ts';

const SMALL = 'model=S&seeds=1&updates=3&prompts=2&group=4&every=3&evaln=8&backend=cpu';

test('a result link of exact mode is repeated bit for bit by a browser without WebGPU', async ({ page, context }) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/#/lab?v=1&${SMALL}`);
  await button(page, 'Run').click();
  await expect(controls(page)).toContainText('Finished, 3 updates', { timeout: 180_000 });
  await button(page, 'Share').click();
  await button(page, 'Copy result link').click();
  await expect(button(page, 'Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('backend=cpu');

  const other = await context.newPage();
  await other.goto(link);
  const card = other.getByRole('region', { name: 'From a link' });
  await expect(card).toContainText('Recorded on the CPU twin, in exact mode');
  await card.getByRole('button', { name: 'Reproduce' }).click();
  await expect(controls(other)).toContainText('Finished, 3 updates', { timeout: 180_000 });
  await expect(card.getByRole('status')).toContainText('Bit for bit');
});
