import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { button, seriousFaults } from './small.ts';

/** In place of @mlc-ai/web-llm an object with its public interface: no weights can be had here. It answers in one way when asked directly, and lists others. */
const LIBRARY = `
export const deleteModelAllInfoInCache = async () => {};
export const CreateMLCEngine = async (model, { initProgressCallback }) => {
  initProgressCallback({ progress: 0.5, timeElapsed: 1, text: 'Fetching param cache[1/2]' });
  if (!/^SmolLM2-360M-Instruct-q4f(16|32)_1-MLC$/.test(model)) throw new Error('unknown model ' + model);
  const list = '[{"text":"No thanks, I am not interested.","probability":0.3},{"text":"Sure, I will give.","probability":0.5},{"text":"Why should I?","probability":0.2}]';
  const create = async ({ messages }) => ({ choices: [{ message: { content: messages.at(-1).content.includes('JSON') ? list : 'Sure, I will give.' } }] });
  return { chat: { completions: { create } }, unload: async () => {} };
};`;

async function open(page: Page): Promise<void> {
  await page.goto('/#/llm');
  await expect(page.getByRole('heading', { level: 1, name: 'Ask a language model' })).toBeVisible();
  await expect(button(page, 'Load the model and ask')).toBeEnabled({ timeout: 30_000 });
}

test('a language model answers directly and in lists, and both are compared with people', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.route(/\/assets\/lib-[\w-]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: LIBRARY }));
  await open(page);
  await page.getByLabel('Replies').fill('500');
  await expect(page.getByText('Replies: a whole number from 5 to 200.')).toBeVisible();
  await expect(button(page, 'Load the model and ask')).toBeDisabled();
  await page.getByLabel('Replies').fill('20');
  await button(page, 'Load the model and ask').click();
  const results = page.getByRole('region', { name: 'What it answered' });
  // 472 people were asked and 242 of them agreed; the model always agrees when it is asked directly
  await expect(results.getByRole('status')).toHaveText(/^Asked directly, 100 % of what it answers is of one kind \(agree\)\. What it lists is closer to people/, { timeout: 30_000 });
  const cards = results.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(cards.nth(0)).toContainText('472 first answers');
  await expect(cards.nth(1)).toContainText('1 of 20');
  await expect(cards.nth(1)).toContainText('0.49 (0.49–0.49)');
  await expect(cards.nth(2)).toContainText('3 of 12');
  await results.getByText('Every answer, and as what it was understood').click();
  await expect(results.getByText('Why should I?').first()).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await button(page, 'Delete its download').click();
  await expect(page.getByText('Deleted.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the library itself, cut off from the network, says what is the matter', async ({ page }) => {
  let asked = 0;
  await page.route(/huggingface\.co|githubusercontent\.com/, (route) => {
    asked++;
    return route.abort();
  });
  await open(page);
  await button(page, 'Load the model and ask').click();
  await expect(page.getByRole('alert')).toContainText('The model could not be downloaded.', { timeout: 30_000 });
  expect(asked).toBeGreaterThan(0);
  await expect(button(page, 'Ask again')).toBeEnabled();
});
