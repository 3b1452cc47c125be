/** One small run on WebGPU, trained to its end once for all stories that begin where such a run has finished, and the measure of those that are interrupted. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as base } from '@playwright/test';
import { button, controls, openTab } from './small.ts';

export const UPDATES = 16;
/** the same experiment for all of them: the smallest policy, one seed, a few dialogues */
export const LINK = `/#/lab?v=1&model=S&seeds=1&updates=${UPDATES}&prompts=2&group=4&every=4&evaln=8`;
export const finishedWords = `Finished, ${UPDATES} updates`;

/** The digest of the run on screen, as the tab Data says it. */
export async function digestShown(page: Page): Promise<string> {
  const data = await openTab(page, 'Data');
  return data
    .locator('code')
    .filter({ hasText: /^[0-9a-f]{64}$/ })
    .innerText();
}

/** Opens the experiment; else a story about WebGPU could be one about the CPU twin. */
export async function openSmall(page: Page, link = LINK): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('banner').locator('[data-kind]')).toHaveAttribute('data-kind', /^(?:gpu|software)$/, { timeout: 60_000 });
}

export interface Trained {
  readonly context: BrowserContext;
  /** open in the lab, with the finished run on screen */
  readonly page: Page;
  readonly digest: string;
}

export const test = base.extend<object, { trained: Trained }>({
  trained: [
    async ({ browser }, use) => {
      const { baseURL = '', serviceWorkers } = base.info().project.use;
      const context = await browser.newContext({ baseURL, ...(serviceWorkers ? { serviceWorkers } : {}), acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await context.newPage();
      await openSmall(page);
      await button(page, 'Run').click();
      await expect(controls(page)).toContainText(finishedWords, { timeout: 180_000 });
      await use({ context, page, digest: await digestShown(page) });
      await context.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
