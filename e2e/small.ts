import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const controls = (page: Page) => page.getByRole('region', { name: 'Controls' });

export async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`);
}

/** The panel of a tab behind the charts, opened. */
export async function openTab(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click();
  return page.getByRole('tabpanel', { name, exact: true });
}

/** Small enough for a software adapter: one seed, the smallest policy, a few updates of a few dialogues. */
export async function chooseSmallSettings(page: Page, updates = 6, evalEvery = 3): Promise<void> {
  await button(page, 'Settings').click();
  const panel = page.getByRole('complementary', { name: 'Settings' });
  await panel.getByText('Advanced').click();
  await panel.getByRole('button', { name: /Policy size/ }).click();
  await page.getByRole('option', { name: /^S:/ }).click();
  for (const [label, value] of [
    ['Seeds', '1'],
    ['Updates', String(updates)],
    ['Groups per update', '2'],
    ['Group size G', '4'],
    ['Evaluate every', String(evalEvery)],
    ['Dialogues per evaluation', '8'],
  ] as const) {
    const field = panel.getByRole('textbox', { name: label, exact: true });
    await field.fill(value);
    await field.blur();
    await expect(field).toHaveValue(value);
  }
  await panel.getByRole('button', { name: 'Close the settings' }).click();
}
