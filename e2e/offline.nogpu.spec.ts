import { expect, test } from '@playwright/test';
import { eager, EAGER_JS_KB } from '../scripts/eager.mjs';

test('what is loaded before the page shows anything stays small, and it shows soon', async ({ page }) => {
  const { js } = eager('dist');
  const kb = Object.values(js).reduce((a, b) => a + b, 0) / 1000;
  expect(
    kb,
    Object.entries(js)
      .map(([file, bytes]) => `${file} ${bytes}`)
      .join('\n'),
  ).toBeLessThan(EAGER_JS_KB);
  // the fastest of three: other programs may be at work
  const paints: number[] = [];
  for (let i = 0; i < 3; i++) {
    await page.goto(`/?${i}#/lab`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity));
  }
  expect(Math.min(...paints)).toBeLessThan(1500);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });
  test('after the first visit the page opens without a network, its other places and networks, too', async ({ page, context }) => {
    test.setTimeout(120_000);
    await page.goto('/#/lab');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('CPU twin', { timeout: 30_000 });
    await page.goto('/#/about');
    await expect(page.getByRole('heading', { name: 'About Thaw' })).toBeVisible();
    expect(await page.evaluate(async () => (await (await fetch('./models/manifest.json')).json()) as { scenario?: string })).toMatchObject({ scenario: 'persuasion' });
    await context.setOffline(false);
  });
});

test('the service worker is asked for again at every visit, files named by their content are not', async ({ request }) => {
  const head = async (path: string): Promise<string> => {
    const r = await request.get(path);
    const headers = r.headers();
    return `${r.status()} ${headers['content-type']} ${headers['cache-control']}`;
  };
  expect(await head('/sw.js')).toMatch(/^200 text\/javascript\S* no-cache/);
  expect(await head('/manifest.webmanifest')).toMatch(/^200 application\/manifest\+json\S* no-cache/);
  const [entry] = Object.keys(eager('dist').js);
  expect(await head(`/${entry}`)).toContain('immutable');
});
