import { expect, test } from '@playwright/test';
import { button, seriousFaults } from './small.ts';

test('the visitor plays the persuader, and steps are links', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto('/#/learn');
  await page.getByRole('link', { name: 'Start with the first lesson' }).click();
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  await expect(lesson.getByRole('heading', { name: 'Play the persuader' })).toBeVisible();
  await expect(lesson.getByRole('region', { name: 'Check' })).toContainText('Not yet.');
  // two refused asks end a dialogue, whoever it is with; a lucky one ends at the first
  await button(page, 'Ask').click();
  if (await button(page, 'Ask').isVisible()) await button(page, 'Ask').click();
  await expect(lesson).toContainText(/It was a (warm|busy|questioner|skeptic) user/);
  await expect(lesson.getByRole('region', { name: 'Check' })).toContainText('Done.');
  await lesson.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/#\/learn\/user\/one-person$/);
  await lesson.getByRole('heading', { level: 2 }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/#\/learn\/user\/play$/);
  expect(await seriousFaults(page)).toEqual([]);
  // what was seen is known after a reload
  await page.goto('/#/learn');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Go on where you left off' })).toHaveAttribute('href', '#/learn/collapse/gamma');
  expect(errors).toEqual([]);
});

test('the γ slider asks trained simulators', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/#/learn/collapse/gamma');
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  await expect(lesson.getByRole('heading', { name: /Aligned, γ 1 / })).toBeVisible({ timeout: 60_000 });
  await lesson.getByRole('slider').fill('6');
  await expect(lesson.getByRole('heading', { name: /Aligned, γ 20 / })).toBeVisible({ timeout: 60_000 });
  await expect(lesson.getByRole('region', { name: 'Check' })).toContainText('Done.');
  await lesson.getByText('Formula', { exact: true }).click();
  await expect(lesson.locator('.katex').first()).toBeVisible({ timeout: 30_000 });
  expect(await seriousFaults(page)).toEqual([]);
});

test('the glossary is searched, and draws its formulas without the network', async ({ page }) => {
  await page.goto('/#/learn/glossary');
  await page.getByRole('searchbox', { name: 'Search' }).fill('advantage');
  await expect(page.locator('dt').first()).toHaveText('Advantage');
  await page.getByText('Formula', { exact: true }).first().click();
  await expect(page.locator('.katex').first()).toBeVisible({ timeout: 30_000 });
  expect(await seriousFaults(page)).toEqual([]);
});

test('on a phone the lesson leaves Run free', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/learn/bet/bet');
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  await expect(lesson.getByRole('heading', { name: 'Place a bet' })).toBeVisible();
  const run = button(page, 'Run');
  await run.click({ trial: true });
  await button(page, 'Fold the lesson').click();
  await expect(lesson.getByRole('heading', { name: 'Place a bet' })).toBeHidden();
  await run.click({ trial: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
