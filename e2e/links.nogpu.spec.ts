import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { button, controls, seriousFaults } from './small.ts';

const SMALL = 'model=S&seeds=1&updates=3&prompts=2&group=4&every=3&evaln=8&backend=cpu';
const card = (page: Page) => page.getByRole('region', { name: 'From a link' });

/** The link in the Share panel's field, and its result link as it reaches the clipboard. */
async function copied(page: Page, name: string): Promise<string> {
  await button(page, name).click();
  await expect(button(page, 'Copied')).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a link says the experiment, and names what it could not take', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto(`/#/lab?v=1&arms=single,verbalized,nobody&gamma=99&${SMALL}&title=For+Tuesday&note=Look+at+the+held-out+curve&colour=red`);
  await expect(card(page)).toContainText('For Tuesday');
  await expect(card(page)).toContainText('Look at the held-out curve');
  const notices = card(page).getByRole('list', { name: 'Not taken as it is' });
  await expect(notices).toContainText('Collapse strength γ: the link asks for 99; 20 is used');
  await expect(notices).toContainText('nobody');
  await expect(notices).toContainText('no setting called colour');
  // the settings are in place, and nothing has started
  await expect(card(page)).toContainText('γ 20');
  await expect(controls(page)).toContainText('Ready');
  await expect(button(page, 'Use these settings')).toHaveCount(0);
  expect(await seriousFaults(page)).toEqual([]);

  // another link does not touch what the visitor chose meanwhile
  await page.getByRole('radio', { name: 'Collapse' }).check({ force: true });
  await page.evaluate(() => (location.hash = '#/lab?v=1&arms=population&gamma=4'));
  await expect(card(page)).toContainText('γ 4');
  await expect(page.getByRole('radio', { name: 'Collapse' })).toBeChecked();
  await button(page, 'Use these settings').click();
  await expect(page.getByRole('radio', { name: 'Co-Training' })).toBeChecked();
  await card(page).getByRole('button', { name: 'Close this card' }).click();
  await expect(card(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a result link shows their curves, and a run in exact mode repeats them bit for bit', async ({ page, context }) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/#/lab?v=1&${SMALL}`);
  await button(page, 'Run').click();
  await expect(controls(page)).toContainText('Finished, 3 updates', { timeout: 180_000 });
  await button(page, 'Share').click();
  const panel = page.getByRole('dialog', { name: 'Share' });
  await panel.getByRole('textbox', { name: 'Title' }).fill('Three updates');
  await expect(panel.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  expect(await panel.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toContain('title=Three+updates');
  expect(await seriousFaults(page)).toEqual([]);
  const link = await copied(page, 'Copy result link');
  expect(link.length).toBeLessThan(2048);
  expect(link).toContain('backend=cpu');

  const other = await context.newPage();
  await other.goto(link);
  await expect(card(other)).toContainText('A recorded run, from a link');
  await expect(card(other)).toContainText('Recorded on the CPU twin, in exact mode');
  await expect(other.getByRole('region', { name: 'Charts' })).toContainText('Theirs, recorded: Collapse');
  await expect(other.locator('.recharts-line')).not.toHaveCount(0);
  await card(other).getByRole('button', { name: 'Reproduce' }).click();
  await expect(controls(other)).toContainText('Finished, 3 updates', { timeout: 180_000 });
  await expect(card(other).getByRole('status')).toContainText('Bit for bit');
  await expect(other.getByRole('region', { name: 'Theirs beside mine' })).toContainText('success with real users');
  expect(await seriousFaults(other)).toEqual([]);
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
