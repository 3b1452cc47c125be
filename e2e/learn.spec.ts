import { expect, test } from '@playwright/test';
import { button, controls, seriousFaults } from './small.ts';
import { openSmall } from './trained.ts';

test('lessons drive the lab: a bet is run, and beside that run an update is played in slow motion and a list is written', async ({ page }) => {
  test.setTimeout(240_000);
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await openSmall(page, '/#/learn/bet/bet');
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  const check = lesson.getByRole('region', { name: 'Check' });
  await button(page, 'Place the bet').click();
  await expect(lesson.getByRole('rowheader', { name: 'Held-out success' })).toBeVisible();
  await lesson.getByRole('button', { name: 'Set up and run' }).click();
  await expect(controls(page)).toContainText(/Running, update \d+ of 100/, { timeout: 120_000 });
  await expect(check).toContainText(/Success, training simulator, Collapse: 0\.\d\d at the start/, { timeout: 120_000 });

  // another step: the draft is another, the run goes on
  await page.goto('/#/learn/failures/shared');
  await expect(lesson.getByRole('heading', { name: 'Paying both for the same thing' })).toBeVisible();
  await expect(controls(page)).toContainText(/Running, update \d+ of 100/);
  await expect(page.getByText(/The run on screen stays as it is\. Chosen for the next one: Collapse →/)).toBeVisible();

  await button(page, 'Pause').click();
  await expect(controls(page)).toContainText(/Paused at update \d+ of 100/, { timeout: 60_000 });
  const paused = await controls(page)
    .getByTitle(/^Paused at/)
    .innerText();

  // one update, number by number
  await page.goto('/#/learn/one-update/slow');
  await button(page, 'Play one group').click();
  const stages = lesson.getByRole('list', { name: 'Stages' });
  await expect(stages).toBeVisible({ timeout: 120_000 });
  for (const name of ['reward', 'advantage', 'gradients', 'step']) await button(page, `Next: ${name}`).click();
  await expect(lesson.getByRole('region', { name: 'Step', exact: true })).toContainText('AdamW then moves each of the');
  await expect(check).toContainText('Done.');
  expect(await seriousFaults(page)).toEqual([]);

  // the list that one entry is drawn from
  await page.goto('/#/learn/lists/list');
  await expect(lesson.getByRole('heading', { name: 'The list as it was written' })).toBeVisible({ timeout: 120_000 });
  await expect(lesson.getByText(/^\d+ %$/)).not.toHaveCount(0);
  const distance = async (name: string) => Number(/distance to P (\d\.\d\d)/.exec(await lesson.getByRole('heading', { name: new RegExp(`^${name}`) }).innerText())?.[1]);
  // what the lesson says: asked for a list, the same network is nearer to the people it was made from
  expect(await distance('By its list')).toBeLessThan(await distance('Asked directly'));
  await expect(check).toContainText('Done.');
  expect(await seriousFaults(page)).toEqual([]);

  // the run was not touched, and goes on
  await expect(controls(page)).toContainText(paused);
  await button(page, 'Resume').click();
  await expect(controls(page)).toContainText(/Running, update \d+ of 100/, { timeout: 60_000 });
  expect(errors).toEqual([]);
});
