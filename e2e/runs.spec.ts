import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { button, controls, seriousFaults } from './small.ts';
import { digestShown, finishedWords, openSmall, test, UPDATES } from './trained.ts';

test.setTimeout(240_000);

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Stored runs' }).getByRole('listitem');
const toRuns = (page: Page) => page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Runs' }).click();

async function save(page: Page, menu: Locator, item: RegExp): Promise<{ name: string; text: string }> {
  await menu.locator('summary', { hasText: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), menu.getByRole('button', { name: item }).click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const take = (page: Page, name: string, text: string) => page.getByLabel('Files of runs').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

test('a run goes out as a file and into another browser, whole; half of the file, or one with another digest, changes nothing there', async ({ page, trained }) => {
  const mine = trained.page;
  await toRuns(mine);
  await expect(rows(mine)).toContainText(`finished, ${UPDATES} updates`);
  const file = await save(mine, rows(mine), /one file/);
  expect(file.text).toContain(trained.digest);
  const csv = await save(mine, rows(mine), /Curves \(CSV\)/);
  expect(csv.text).toMatch(/^arm,metric,update,seed,value\nsingle,/);

  await openSmall(page, '/#/runs');
  await expect(page.getByText('No runs yet.')).toBeVisible();
  await take(page, 'half.json', file.text.slice(0, file.text.length / 2));
  await expect(page.getByRole('alert')).toContainText('half.json was not taken in: it is not whole JSON');
  const other = trained.digest.replace(/^./, (c) => (c === '0' ? '1' : '0'));
  await take(page, 'changed.json', file.text.replace(trained.digest, other));
  await expect(page.getByRole('alert')).toContainText('changed.json was not taken in: arms.single.digest: does not match its series');
  await expect(page.getByText('No runs yet.')).toBeVisible();

  await take(page, 'whole.json', file.text);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await take(page, 'half.json', file.text.slice(0, file.text.length / 2));
  await expect(page.getByRole('alert')).toContainText('half.json was not taken in');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('link').click();
  await expect(controls(page)).toContainText(finishedWords);
  expect(await digestShown(page)).toBe(trained.digest);

  // named, starred, found, deleted and brought back
  await toRuns(page);
  await page.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('Name of the run').fill('First try');
  await page.keyboard.press('Enter');
  await button(page, 'Star First try').click();
  await expect(button(page, 'Star First try')).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Search runs').fill('nothing like it');
  await expect(page.getByText('No run matches')).toBeVisible();
  await page.getByLabel('Search runs').fill('first');
  await expect(rows(page)).toHaveCount(1);
  expect((await save(page, rows(page), /one file/)).name).toBe('First-try.thaw.json');
  await button(page, 'Delete').click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('button', { name: 'Undo deleting First try' }).click();
  await toRuns(page);
  await expect(rows(page)).toHaveCount(1);

  // beside the same run once more
  await take(page, 'whole.json', file.text);
  await expect(rows(page)).toHaveCount(2);
  expect(await seriousFaults(page)).toEqual([]);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await button(page, 'Compare 2').click();
  await expect(page.getByText('All settings are equal.')).toBeVisible();
});
