import { expect, test } from '@playwright/test';
import { button, controls, openTab, seriousFaults } from './small.ts';
import { openSmall } from './trained.ts';

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

test('a lesson drives the lab: opening a step sets the draft and leaves the run on screen alone; the check speaks of the run', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto('/#/learn/bet/bet');
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  await button(page, 'Place the bet').click();
  await expect(lesson.getByRole('rowheader', { name: 'Held-out success' })).toBeVisible();
  await lesson.getByRole('button', { name: 'Set up and run' }).click();
  await expect(controls(page)).toContainText(/Running, update \d+ of 100/, { timeout: 120_000 });
  await expect(lesson.getByRole('region', { name: 'Check' })).toContainText(/Success, training simulator, Collapse: 0\.\d\d at the start/, { timeout: 120_000 });
  // another step: the draft is another, the run goes on
  await page.goto('/#/learn/failures/shared');
  await expect(lesson.getByRole('heading', { name: 'Paying both for the same thing' })).toBeVisible();
  await expect(controls(page)).toContainText(/Running, update \d+ of 100/);
  await expect(page.getByText(/The run on screen stays as it is\. Chosen for the next one: Collapse →/)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
});

test('the γ slider asks trained simulators, and a group is played in slow motion', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/#/learn/collapse/gamma');
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  await expect(lesson.getByRole('heading', { name: /Aligned, γ 1 / })).toBeVisible({ timeout: 60_000 });
  await lesson.getByRole('slider').fill('6');
  await expect(lesson.getByRole('heading', { name: /Aligned, γ 20 / })).toBeVisible({ timeout: 60_000 });
  await expect(lesson.getByRole('region', { name: 'Check' })).toContainText('Done.');
  await lesson.getByText('Formula', { exact: true }).click();
  await expect(lesson.locator('.katex').first()).toBeVisible({ timeout: 30_000 });

  await page.goto('/#/learn/one-update/slow');
  await button(page, 'Play one group').click();
  const stages = lesson.getByRole('list', { name: 'Stages' });
  await expect(stages).toBeVisible({ timeout: 60_000 });
  for (const name of ['reward', 'advantage', 'gradients', 'step']) await button(page, `Next: ${name}`).click();
  await expect(lesson.getByRole('region', { name: 'Step', exact: true })).toContainText('AdamW then moves each of the');
  await expect(lesson.getByRole('region', { name: 'Check' })).toContainText('Done.');
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
