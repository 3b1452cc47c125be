import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { button, chooseSmallSettings, controls, openTab, seriousFaults } from './small.ts';

const chart = (page: Page, name: string) => page.getByRole('figure', { name });

test.describe('several arms side by side', () => {
  test.setTimeout(360_000);

  test('trains the three of Compare all, and shows them in charts, numbers and tabs', async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (e) => errors.push(e.message));
    await page.goto('/#/lab');
    await expect(button(page, 'Run')).toBeVisible();
    await page.keyboard.press('4');
    await expect(page.getByRole('radio', { name: 'Compare all' })).toBeChecked();
    await chooseSmallSettings(page, 4, 2);

    // one update of every arm, then pause
    await button(page, 'Step').click();
    await expect(controls(page)).toContainText('Paused at update 1 of 4, 3 arms', { timeout: 240_000 });
    const success = chart(page, 'Success rate');
    await expect(success).toContainText(/With held-out simulators: Collapse is 0\.\d\d before training; Verbalized is/);

    // who talks to whom, asked for while the run is paused
    const crossPlay = await openTab(page, 'Cross-play');
    await crossPlay.getByRole('button', { name: 'Measure now' }).click();
    await expect(crossPlay).toContainText('Measured after 1 update,', { timeout: 120_000 });
    await expect(crossPlay.getByRole('rowheader')).toHaveText(['Before training', 'Collapse', 'Verbalized', 'Co-Training (population)']);

    await button(page, 'Resume').click();
    await expect(controls(page)).toContainText('Finished, 4 updates, 3 arms', { timeout: 240_000 });

    await expect(chart(page, 'Policy entropy').locator('.recharts-line-curve')).toHaveCount(3);

    // one measure at a time
    await expect(success).toContainText(/With held-out simulators: Collapse .* Verbalized .* Co-Training/);
    await success.getByRole('radio', { name: 'Train' }).check({ force: true });
    await expect(success).toContainText('With the users each arm trains on: Collapse');
    await expect(success.locator('.recharts-line-curve')).toHaveCount(3);
    await success.getByRole('button', { name: /^Table/ }).click();
    await expect(page.getByRole('region', { name: 'Success rate, as a table' }).getByRole('columnheader')).toHaveText(['Update', 'Collapse', 'Verbalized', 'Co-Training (population)']);

    // numbers: one seed has no intervals
    await expect(page.getByText(/All arms at update 4, the latest evaluation/)).toContainText('One seed: no intervals');
    await expect(page.getByText(/All arms at update 4/)).toContainText('they end with update 3');
    await expect(page.getByRole('region', { name: 'Each arm in numbers' }).getByRole('rowheader')).toHaveText(['Collapse', 'Verbalized', 'Population']);
    await page.getByRole('radio', { name: 'Paired differences to Collapse' }).check({ force: true });
    const differences = page.getByRole('region', { name: 'Paired differences to Collapse' });
    await expect(differences.getByRole('rowheader')).toHaveText(['Verbalized', 'Population']);
    await expect(differences.getByRole('cell').first()).toHaveText(/^[+−]\d\.\d\d$/);
    expect(await seriousFaults(page)).toEqual([]);

    // at the end cross-play comes by itself
    await expect(crossPlay).toContainText('Measured after 4 updates');
    await expect(crossPlay.getByRole('cell').first()).toHaveText(/^(0|1)\.\d\d$/);
    expect(await seriousFaults(page)).toEqual([]);

    // dialogues of another arm, with the lists they were drawn from
    const dialogues = await openTab(page, 'Dialogues');
    await expect(dialogues.getByRole('button', { name: 'Show the lists it was drawn from' })).toHaveCount(0);
    await dialogues.getByRole('combobox', { name: 'Arm' }).selectOption('verbalized');
    await dialogues.getByRole('button', { name: 'Show the lists it was drawn from' }).first().click();
    await expect(dialogues.getByText(/^\d+ %$/).first()).toBeVisible();

    const users = await openTab(page, 'Training users');
    await expect(users.getByRole('img', { name: /Training users at update 3: Warm \d+ %/ })).toHaveCount(3);
    await users.getByRole('button', { name: 'As tables' }).click();
    await expect(users.getByRole('rowheader', { name: 'Real users' })).toHaveCount(3);

    const data = await openTab(page, 'Data');
    await expect(data.locator('code').filter({ hasText: /^[0-9a-f]{64}$/ })).toHaveCount(3);

    const theory = await openTab(page, 'Theory');
    await expect(theory.getByRole('figure', { name: 'Collapse error' })).toContainText(/Now: Collapse \d/);
    expect(await seriousFaults(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('any set of arms can be ticked, one always stays, and a run on screen keeps its own', async ({ page }) => {
    await page.goto('/#/lab');
    await chooseSmallSettings(page, 1, 1);
    const users = page.getByRole('region', { name: 'Training users' });
    await users.getByRole('button', { name: /^Arms/ }).click();
    const picker = page.getByRole('dialog', { name: 'Arms' });
    await expect(picker.getByRole('checkbox', { name: /One frozen simulator/ })).toBeDisabled();
    await picker.getByRole('checkbox', { name: /Uniform profiles/ }).check();
    await expect(picker).toContainText('2 arms are ticked');
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(chart(page, 'Success rate').getByRole('listitem')).toHaveText(['Collapse', 'Uniform profiles', /^Recorded: /]);
    await button(page, 'Run').click();
    await expect(controls(page)).toContainText('Finished, 1 update, 2 arms', { timeout: 240_000 });

    // with a run on screen the choice waits; the run then stays, drawn faintly
    await page.keyboard.press('1');
    await expect(page.getByRole('status').filter({ hasText: 'Chosen for the next one' })).toContainText('Collapse and Uniform profiles → Collapse');
    await expect(page.getByRole('region', { name: 'Each arm in numbers' })).toBeVisible();
    await button(page, 'Restart with this').click();
    await expect(controls(page)).toContainText(/Finished, 1 update(?!s|,)/, { timeout: 240_000 });
    await expect(page.getByText('Previous run: Collapse and Uniform profiles').first()).toBeVisible();
    await chart(page, 'Success rate').getByRole('button', { name: 'bring back' }).click();
    await expect(controls(page)).toContainText('Finished, 1 update, 2 arms');
  });

  test('simulators answer a history, without a run', async ({ page }) => {
    await page.goto('/#/lab');
    const responses = await openTab(page, 'Responses');
    await responses.getByRole('button', { name: 'Ask the simulators' }).click();
    const cards = responses.getByRole('list', { name: 'Responses' });
    await expect(cards.getByRole('heading').first()).toBeVisible({ timeout: 120_000 });
    await expect(cards).toContainText('Skeptic');
    await responses.getByRole('radio', { name: 'What it answers' }).check({ force: true });
    await expect(cards).toContainText('Refuses', { timeout: 60_000 });
    await responses.getByRole('button', { name: 'Add an exchange' }).click();
    await expect(responses.getByRole('combobox', { name: 'Persuader' })).toHaveCount(2);
    await expect(responses.getByRole('button', { name: 'Ask the simulators' })).toBeEnabled({ timeout: 60_000 });
    expect(await seriousFaults(page)).toEqual([]);
  });

  test('on a phone the tabs scroll and nothing else does', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/#/lab');
    await expect(button(page, 'Run')).toBeVisible();
    await page.keyboard.press('4');
    for (const name of ['Training users', 'Responses', 'Cross-play', 'Theory', 'Data']) {
      await openTab(page, name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    expect(await seriousFaults(page)).toEqual([]);
  });
});
