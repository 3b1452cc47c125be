import { expect, test } from '@playwright/test';
import { button, seriousFaults } from './small.ts';
import { openSmall } from './trained.ts';

interface Report {
  readonly results: readonly { readonly pass: boolean }[];
  readonly bench: Record<'webgpu' | 'cpu', { readonly updatesPerSecond: number }>;
}

test('Test my GPU: every kernel is compared, speed is measured, and the report is copied', async ({ page, context }) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSmall(page, '/#/gpu');
  await button(page, 'Start the test').click();
  await expect(page.getByRole('progressbar', { name: 'Test' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Speed' })).toBeVisible({ timeout: 240_000 });
  await expect(page.getByText(/^Here the CPU twin is|^This device is/)).toContainText(/\d/);
  const verdict = page.getByText(/^All \d+ checks passed: this device computes what the CPU twin computes\.$/);
  const checks = Number(/\d+/.exec(await verdict.innerText())![0]);
  await expect(page.getByRole('table').last().locator('tbody').getByRole('row')).toHaveCount(checks);

  await button(page, 'Copy as JSON').click();
  await expect(page.getByText('JSON copied.')).toBeVisible();
  const report = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Report;
  expect(report).toMatchObject({ thaw: 'gpu-test', device: { name: expect.any(String) as unknown } });
  expect(report.results).toHaveLength(checks);
  expect(report.results.filter((r) => !r.pass)).toEqual([]);
  expect(Math.min(report.bench.webgpu.updatesPerSecond, report.bench.cpu.updatesPerSecond)).toBeGreaterThan(0);
  await button(page, 'Copy as text').click();
  await expect(page.getByText('Text copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`All ${checks} checks passed`);
  expect(await seriousFaults(page)).toEqual([]);
});
