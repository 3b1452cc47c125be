import { expect, test } from '@playwright/test';

test('the page opens, has its title, and logs no error', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (m) => {
    if (m.type() === 'error') errors.push(m.text());
  });
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto('/');
  await expect(page).toHaveTitle(/Thaw/);
  await expect(page.getByRole('main')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the browser of this project offers WebGPU', async ({ page }) => {
  await page.goto('/');
  const adapter = await page.evaluate(async () => (await navigator.gpu.requestAdapter())?.info.architecture ?? null);
  expect(adapter).not.toBeNull();
});

test('the first paint does not wait for the charts', async ({ request }) => {
  const html = await (await request.get('/')).text();
  expect(html).toContain('modulepreload');
  expect(html).not.toMatch(/charts-[\w-]+\.js/);
});
