import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { button, controls } from './small.ts';

const card = (page: Page) => page.getByRole('region', { name: 'From a link' });
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
  await expect(card(other)).toContainText('Recorded on the CPU twin, in exact mode');
  await card(other).getByRole('button', { name: 'Reproduce' }).click();
  await expect(controls(other)).toContainText('Finished, 3 updates', { timeout: 180_000 });
  await expect(card(other).getByRole('status')).toContainText('Bit for bit');
});

test('a damaged result link still gives its settings; L copies the link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/#/lab?v=1&gamma=8&r=AAAABBBBCCCC');
  await expect(card(page)).toContainText('The recorded result in this link could not be read');
  await expect(card(page)).toContainText('γ 8');
  await page.keyboard.press('l');
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#\/lab\?v=1&scenario=persuasion&arms=single&gamma=8&model=M&seeds=1-5&updates=250$/);
});

test('a frame shows what it does not hide', async ({ page }) => {
  await page.goto('/#/lab?v=1&gamma=8&embed&hide=header,bench,tabs,settings,share,arms');
  await expect(button(page, 'Run')).toBeVisible();
  for (const name of ['Settings', 'Share', 'Arms']) await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open the whole lab' })).toHaveAttribute('href', '#/lab?v=1&gamma=8');
  await page.keyboard.press(',');
  await expect(page.getByRole('complementary', { name: 'Settings' })).toHaveCount(0);
});
