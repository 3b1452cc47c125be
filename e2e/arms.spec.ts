import { expect, test } from '@playwright/test';
import { button, chooseSmallSettings, controls } from './small.ts';

test('trains against verbalized lists, then restarts against a population, the first run staying in the charts', async ({ page }) => {
  test.setTimeout(240_000);
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto('/#/lab');
  await expect(button(page, 'Run')).toBeVisible();
  await chooseSmallSettings(page, 2, 2);
  const users = page.getByRole('region', { name: 'Training users' });
  const bench = page.getByRole('region', { name: 'The experiment' });

  // before a run the choice is taken at once
  await users.getByRole('radio', { name: 'Verbalized' }).check({ force: true });
  await expect(bench).toContainText('Verbalized Sampling');
  await expect(button(page, 'Restart with this')).toHaveCount(0);
  await button(page, 'Run').click();
  await expect(controls(page)).toContainText('Finished, 2 updates', { timeout: 120_000 });

  // with a run on screen it waits
  await users.getByRole('radio', { name: 'Co-Training' }).check({ force: true });
  await expect(page.getByRole('status').filter({ hasText: 'Chosen for the next one' })).toContainText('Verbalized → Co-Training (population)');
  await expect(bench).toContainText('Verbalized Sampling');
  await button(page, 'Restart with this').click();
  await expect(bench).toContainText('Co-Training (population)');
  await expect(controls(page)).toContainText('Finished, 2 updates', { timeout: 120_000 });
  await expect(page.getByText('Previous run: Verbalized').first()).toBeVisible();
  expect(errors).toEqual([]);
});
