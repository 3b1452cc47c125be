import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { seriousFaults } from './small.ts';

const PLACES = ['#/lab', '#/learn', '#/runs', '#/people', '#/gpu', '#/about'];
/** places that only the text of others leads to */
const FURTHER = ['#/llm'];
/** both widths and both themes, without one combination that adds nothing */
const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** Places the header leads to; a place that is not there has nothing to look at. */
async function placesThere(page: Page): Promise<string[]> {
  const links = await page
    .getByRole('banner')
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  return PLACES.filter((place) => links.some((href) => href === place || href.startsWith(`${place}/`)));
}

for (const { width, colorScheme } of LOOKS)
  test(`every place at ${width} px, ${colorScheme}: nothing serious for axe, nothing wider than the screen`, async ({ page }) => {
    test.setTimeout(180_000);
    const errors: string[] = [];
    page.on('pageerror', (e) => errors.push(e.message));
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/#/lab');
    await expect(page.getByRole('banner')).toContainText('CPU twin', { timeout: 60_000 });
    const places = await placesThere(page);
    expect(places).toEqual(expect.arrayContaining(['#/lab', '#/gpu', '#/about']));
    for (const place of [...places, ...FURTHER]) {
      await page.goto(`/${place}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
      expect(await seriousFaults(page), place).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${place} is too wide`).toBeLessThanOrEqual(0);
    }
    expect(errors).toEqual([]);
  });
