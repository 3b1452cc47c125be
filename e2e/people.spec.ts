import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { button, seriousFaults } from './small.ts';
import { answers, heading, leaveAndRate } from './talk.ts';
import { test, UPDATES } from './trained.ts';

const said = (page: Page) => page.getByRole('log', { name: 'What was said' });

test('without a run: the persuader before training, by keys, by typing, interrupted and resumed', async ({ page }) => {
  test.setTimeout(120_000);
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto('/#/lab');
  await page.getByRole('link', { name: 'You’re the user' }).click();
  await expect(page.getByText('only the persuader before training can be talked to')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('link', { name: 'Train arms first to compare them' })).toHaveAttribute('href', '#/lab');
  expect(await seriousFaults(page)).toEqual([]);
  await button(page, 'Begin').click();

  // a digit answers; the persuader goes on
  await expect(heading(page, 'Conversation 1 of 2')).toBeVisible();
  await expect(answers(page).getByRole('button')).toHaveCount(7);
  await page.keyboard.press('4');
  await expect(said(page).getByRole('listitem')).toHaveCount(3);

  // own words are understood, can be put right, and are said as typed
  await page.keyboard.press('t');
  await page.keyboard.type('How much of it reaches the children?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Understood as “Ask back”')).toBeVisible();
  await page.getByRole('combobox', { name: 'You mean' }).selectOption('neutral');
  await button(page, 'Say it').click();
  await expect(said(page)).toContainText('How much of it reaches the children?');
  await expect(said(page).getByRole('listitem')).toHaveCount(5);

  // nothing telling: not guessed
  await page.getByRole('textbox', { name: 'Or in your own words' }).fill('xyzzy');
  await page.keyboard.press('Enter');
  await expect(page.getByText('None of these words tells what you mean')).toBeVisible();
  await expect(button(page, 'Say it')).toBeDisabled();
  expect(await seriousFaults(page)).toEqual([]);

  // closed and opened again: the same conversation, and the same next line however often it is asked for
  const before = await said(page).getByRole('listitem').last().innerText();
  await page.reload();
  await expect(heading(page, 'Conversation 1 of 2')).toBeVisible();
  await expect(said(page).getByRole('listitem').last()).toHaveText(before.replace(/\n/g, ' '), { useInnerText: false });
  await button(page, 'Donate $0.50').click();
  await expect(heading(page, /you gave \$0\.50/)).toBeVisible();
  await expect(button(page, 'Next conversation')).toBeDisabled();
  await button(page, 'I did not mean to end it').click();
  await button(page, 'Donate $1').click();
  await page.keyboard.press('6');
  await button(page, 'Next conversation').click();
  await expect(heading(page, 'Conversation 2 of 2')).toBeVisible();
  await leaveAndRate(page, 2);

  await expect(heading(page, 'Who was who')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Who was who' })).toContainText('you gave $1');
  await expect(page.getByText(/The order was drawn with seed \d+/)).toBeVisible();
  const table = page.getByRole('region', { name: 'Results by arm' });
  await expect(table.getByRole('row', { name: /Before training/ })).toContainText('50 %');
  await expect(table).toContainText('$0.50');
  expect(await seriousFaults(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('with a run on WebGPU: arms are met blind and named at the end; a class is exported and gathered', async ({ trained }) => {
  test.setTimeout(120_000);
  const { page } = trained;
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'You’re the user' }).click();
  await expect(page.getByText(`those of the finished run, after ${UPDATES} updates`)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('2 take part: Before training, Collapse')).toBeVisible();
  await button(page, 'Begin').click();
  for (let i = 0; i < 4; i++) {
    await expect(heading(page, `Conversation ${i + 1} of 4`)).toBeVisible();
    // blind: the arm is in no text of the page
    await expect(page.getByRole('main')).not.toContainText('Collapse');
    await leaveAndRate(page, 1 + i);
  }
  await expect(page.getByRole('list', { name: 'Who was who' }).getByText('Collapse')).toHaveCount(2);
  await expect(page.getByText(/With 2 conversations in the smallest arm nothing can be concluded/)).toBeVisible();

  expect(await seriousFaults(page)).toEqual([]);

  const downloading = page.waitForEvent('download');
  await button(page, 'Export JSON').click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  const study = JSON.parse(text) as { participant: string; seed: number; source: { policies: { run: string | null; weights: string }[] } };
  expect(study.source.policies.map((p) => p.run)).toEqual([null, trained.digest]);

  // a class: a copy of another participant, the same file again, a damaged one
  const other = { ...study, participant: '00000000000000aa' };
  await page.locator('input[type=file]').setInputFiles([
    { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(other)) },
    { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) },
    { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from(text.slice(0, 300)) },
  ]);
  await expect(page.getByText(/mine\.json: a duplicate/)).toBeVisible();
  await expect(page.getByText(/broken\.json: damaged/)).toBeVisible();
  await page.getByRole('radio', { name: 'All 2 studies' }).check({ force: true });
  await expect(page.getByText('2 participants, 8 conversations')).toBeVisible();
  await page.getByText('n per participant (2)').click();
  await button(page, 'Remove participant 00000000000000aa').click();
  await button(page, 'Next study').click();
  await expect(button(page, 'Begin')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});
