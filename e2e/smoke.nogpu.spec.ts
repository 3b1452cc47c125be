import { expect, test } from '@playwright/test';

test('without WebGPU the page still opens and logs no error', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (m) => {
    if (m.type() === 'error') errors.push(m.text());
  });
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto('/');
  await expect(page).toHaveTitle(/Thaw/);
  await expect(page.getByRole('main')).toBeVisible();
  // else the tests of this project would say nothing
  expect(await page.evaluate(async () => (await navigator.gpu?.requestAdapter()) ?? null)).toBeNull();
  expect(errors).toEqual([]);
});
