import { expect, test } from '@playwright/test';
import { button, seriousFaults } from './small.ts';
import { answers, heading, leaveAndRate } from './talk.ts';

test('a browser that keeps nothing says so, and the study goes on', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await page.goto('/#/people');
  await button(page, 'Begin').click({ timeout: 30_000 });
  await expect(page.getByText('This browser has no room left to keep the study.')).toBeVisible();
  await leaveAndRate(page, 3);
  await expect(heading(page, 'Conversation 2 of 2')).toBeVisible();
  await button(page, 'Stop and reveal').click();
  await button(page, 'Reveal').click();
  await expect(page.getByRole('list', { name: 'Who was who' })).toContainText('naturalness 3');
});

test('what was kept and is damaged is put aside, not used', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('thaw.people', '{"version":1,"session":{"study":{}},"past":[]}'));
  await page.goto('/#/people');
  await expect(page.getByText(/could not be read \(session\.study/)).toBeVisible();
  await expect(button(page, 'Begin')).toBeVisible({ timeout: 30_000 });
  expect(await page.evaluate(() => localStorage.getItem('thaw.people.damaged'))).toContain('"study":{}');
});

test('on a phone everything is in one column', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/people');
  await button(page, 'Begin').click({ timeout: 30_000 });
  await expect(answers(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await seriousFaults(page)).toEqual([]);
});
