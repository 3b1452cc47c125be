import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { button, controls, seriousFaults } from './small.ts';
import { digestShown, finishedWords, LINK, openSmall, test, UPDATES } from './trained.ts';

const SMALL = 'model=S&seeds=1&updates=3&prompts=2&group=4&every=3&evaln=8';
const card = (page: Page) => page.getByRole('region', { name: 'From a link' });

test('a link says the experiment, and names what it could not take', async ({ page }) => {
  test.setTimeout(120_000);
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

test('a result link of a run on WebGPU: drawn and repeated in another browser, whose own run stays', async ({ page, trained }) => {
  test.setTimeout(300_000);
  // one who has a run of their own, one update in
  await openSmall(page, LINK.replace(`updates=${UPDATES}`, 'updates=5'));
  await button(page, 'Step').click();

  const mine = trained.page;
  await mine.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Lab' }).click();
  await button(mine, 'Share').click();
  const panel = mine.getByRole('dialog', { name: 'Share' });
  await panel.getByRole('textbox', { name: 'Title' }).fill('A small run');
  await expect(panel.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  expect(await panel.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toContain('title=A+small+run');
  expect(await seriousFaults(mine)).toEqual([]);
  await button(mine, 'Copy result link').click();
  await expect(button(mine, 'Copied')).toBeVisible();
  const link = await mine.evaluate(() => navigator.clipboard.readText());
  expect(link.length).toBeLessThan(2048);
  await mine.keyboard.press('Escape');

  await expect(controls(page)).toContainText('Paused at update 1 of 5', { timeout: 120_000 });
  const lines = page.locator('.recharts-line-curve');
  const own = await lines.count();
  await page.goto(link);
  await expect(card(page)).toContainText('A recorded run, from a link');
  await expect(card(page)).toContainText('A small run');
  await expect(card(page)).toContainText('Recorded with WebGPU on');
  await expect(card(page)).toContainText('Your run stays as it is.');
  await expect(controls(page)).toContainText('Paused at update 1 of 5');
  const charts = page.getByRole('region', { name: 'Charts' });
  await expect(charts).toContainText('Theirs, recorded: Collapse');
  await expect.poll(() => lines.count()).toBeGreaterThan(own);
  await card(page).getByRole('button', { name: 'Reproduce' }).click();
  await expect(controls(page)).toContainText(finishedWords, { timeout: 180_000 });
  await expect(card(page).getByRole('status')).toContainText('Bit for bit');
  await expect(page.getByRole('region', { name: 'Theirs beside mine' })).toContainText('success with real users');
  expect(await digestShown(page)).toBe(trained.digest);
  expect(await seriousFaults(page)).toEqual([]);

  // the run of one's own was put aside and can go on
  await expect(page.getByText('Previous run: Collapse').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Runs' }).click();
  const rows = page.getByRole('list', { name: 'Stored runs' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: '5 updates' })).toContainText('at update 1 of 5');
  await expect(rows.filter({ hasText: '5 updates' }).getByRole('button', { name: 'Continue at update 1' })).toBeVisible();
});
