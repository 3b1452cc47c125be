import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { button, chooseSmallSettings, controls, seriousFaults } from './small.ts';

const chart = (page: Page, name: string) => page.getByRole('figure', { name });

test.describe('the lab on WebGPU', () => {
  test.setTimeout(240_000);

  test('runs, pauses, steps, finishes, resets and takes the reset back', async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (e) => errors.push(e.message));
    await page.goto('/#/lab');
    await expect(page.locator('span').filter({ hasText: 'Press Run. Three lines will appear here' })).toBeVisible();
    await chooseSmallSettings(page);

    // Step prepares the run and does one update: the policy is measured before training, too
    await button(page, 'Step').click();
    await expect(controls(page)).toContainText('Paused at update 1 of 6', { timeout: 120_000 });
    await expect(chart(page, 'Success rate')).toContainText(/With held-out simulators, success is 0\.\d\d/);
    const entropy = chart(page, 'Policy entropy');
    await expect(entropy).toContainText(/Policy entropy is \d\.\d\d/);
    const before = await entropy.locator('figcaption').innerText();

    await button(page, 'Step').click();
    await expect(controls(page)).toContainText('Paused at update 2 of 6', { timeout: 60_000 });
    await expect(entropy.locator('figcaption')).not.toHaveText(before);

    // both charts draw a line for every measure
    await expect(chart(page, 'Success rate').locator('.recharts-line-curve')).not.toHaveCount(0);
    await expect(entropy.locator('.recharts-line-curve')).toHaveCount(1);

    await button(page, 'Resume').click();
    await expect(controls(page)).toContainText('Finished, 6 updates', { timeout: 120_000 });
    await expect(page.getByRole('rowheader', { name: 'End, update 6' })).toBeVisible();
    await expect(page.getByText(/Held-out simulators one by one \(6\)/)).toBeVisible();

    // dialogues show the private profile and how it ended
    const dialogues = page.getByRole('tabpanel', { name: 'Dialogues' });
    await dialogues.getByRole('radio', { name: 'Real users' }).check({ force: true });
    await expect(dialogues.getByText(/Won by /).first()).toBeVisible();
    await expect(dialogues.getByText(/reward \d\.\d\d · real user/).first()).toBeVisible();

    // the same numbers as a table
    await chart(page, 'Success rate')
      .getByRole('button', { name: /^Table/ })
      .click();
    await expect(page.getByRole('region', { name: 'Success rate, as a table' }).getByRole('row')).not.toHaveCount(0);
    expect(await seriousFaults(page)).toEqual([]);

    await button(page, 'Reset').click();
    await expect(controls(page)).toContainText('Ready');
    await button(page, 'Undo').click();
    await expect(controls(page)).toContainText('Finished, 6 updates');
    expect(errors).toEqual([]);
  });

  test('pauses a run, and a changed setting waits for a restart', async ({ page }) => {
    await page.goto('/#/lab');
    await chooseSmallSettings(page);
    await page.keyboard.press(',');
    const updates = page.getByRole('textbox', { name: 'Updates', exact: true });
    await updates.fill('2000');
    await updates.blur();
    await button(page, 'Run').click();
    await expect(button(page, 'Pause')).toBeVisible({ timeout: 120_000 });
    await button(page, 'Pause').click();
    await expect(controls(page)).toContainText(/Paused at update \d+ of 2000/, { timeout: 60_000 });

    await updates.fill('3');
    await updates.blur();
    await expect(page.getByText('Updates: 2000 → 3')).toBeVisible();
    await expect(controls(page)).toContainText('of 2000');
    await button(page, 'Restart with this').click();
    await expect(controls(page)).toContainText('Finished, 3 updates', { timeout: 120_000 });
    await expect(page.getByText('Previous run').first()).toBeVisible();
  });

  test('out-of-range numbers are said at the field and not taken over', async ({ page }) => {
    await page.goto('/#/lab');
    await expect(button(page, 'Run')).toBeVisible();
    await page.keyboard.press(',');
    const gamma = page.getByRole('textbox', { name: /Collapse strength/ });
    const kept = await gamma.inputValue();
    await gamma.fill('99');
    await gamma.blur();
    await expect(page.getByText(`Must be a whole number from 1 to 20; ${kept} is kept.`)).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });

  test('on a phone the bar with Run stays in reach and the settings are a sheet', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/#/lab');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(button(page, 'Run')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await button(page, 'Settings').click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });
});

test('keys, definitions and the theme', async ({ page }) => {
  await page.goto('/#/lab');
  await expect(button(page, 'Run')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('One update, then pause');
  await page.keyboard.press('Escape');
  await button(page, 'mode collapse').click();
  await expect(page.getByRole('dialog', { name: 'Mode collapse' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Theme: as the system/ }).click();
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await seriousFaults(page)).toEqual([]);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the method on one page, with the paper’s figures marked as the paper’s', async ({ page }) => {
  await page.goto('/#/about');
  await expect(page.getByRole('heading', { name: 'About Thaw' })).toBeVisible();
  await expect(page.getByText('The paper’s figures, not this lab’s')).toBeVisible();
  await expect(page.getByText('2608.12253').first()).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});
