/** Steps of the human study that its stories share. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

export const answers = (page: Page) => page.getByRole('list', { name: 'Answers' });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Leaves the conversation on hand and rates it. */
export async function leaveAndRate(page: Page, naturalness: number): Promise<void> {
  await expect(answers(page)).toBeVisible();
  await page.keyboard.press('l');
  await page.keyboard.press(String(naturalness));
  await page.getByRole('button', { name: /Next conversation|Finish and reveal/ }).click();
}
