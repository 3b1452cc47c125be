import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { button, controls } from './small.ts';
import { LINK, openSmall, UPDATES } from './trained.ts';

/** The focus is on an element of the page, in view, and can be seen. */
async function focusIsSeen(page: Page): Promise<void> {
  const focused = page.locator(':focus-visible');
  await expect(focused).toHaveCount(1);
  await expect(focused).toBeInViewport();
  const seen = await focused.evaluate((e) => {
    // a field drawn by something else shows the focus there
    const drawn = [e, e.parentElement, e.nextElementSibling].flatMap((x) => (x ? [getComputedStyle(x)] : []));
    return drawn.some((s) => (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== 'none');
  });
  expect(seen, await focused.evaluate((e) => e.outerHTML.slice(0, 200))).toBe(true);
}

/** Tab, or Shift+Tab, until it has the focus; on every step of the way the focus is somewhere and seen. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 60): Promise<void> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    await focusIsSeen(page);
    if (await target.evaluate((e) => e === document.activeElement)) return;
  }
  throw new Error(`not reached with ${most} × ${key}: ${String(target)}`);
}

test('with the keyboard alone: run, pause, step, settings, share, tabs, another place and back', async ({ page }) => {
  test.setTimeout(240_000);
  // long enough to be paused
  await openSmall(page, LINK.replace(`updates=${UPDATES}`, 'updates=2000'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');

  await tabTo(page, button(page, 'Run'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Pause')).toBeFocused({ timeout: 120_000 });
  await page.keyboard.press('Enter');
  await expect(button(page, 'Resume')).toBeFocused({ timeout: 60_000 });
  await focusIsSeen(page);

  await tabTo(page, button(page, 'Step'));
  const at = Number(/update (\d+)/.exec(await controls(page).innerText())![1]);
  await page.keyboard.press('Enter');
  await expect(controls(page)).toContainText(`Paused at update ${at + 1} of`, { timeout: 60_000 });
  await expect(button(page, 'Step')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(controls(page)).toContainText(`Paused at update ${at + 2} of`, { timeout: 60_000 });
  await expect(button(page, 'Step')).toBeFocused();

  // a dialog takes the focus and gives it back
  await tabTo(page, button(page, 'Share'));
  await page.keyboard.press('Enter');
  const share = page.getByRole('dialog', { name: 'Share' });
  await tabTo(page, share.getByRole('button', { name: 'Copy link' }));
  await page.keyboard.press('Escape');
  await expect(button(page, 'Share')).toBeFocused();

  await tabTo(page, button(page, 'Settings'));
  await page.keyboard.press('Enter');
  const settings = page.getByRole('complementary', { name: 'Settings' });
  await expect(settings).toBeFocused();
  await focusIsSeen(page);
  const seeds = settings.getByRole('textbox', { name: 'Seeds', exact: true });
  await tabTo(page, seeds, 'Tab', 12);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Seeds: 1 → 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  // its count of changes has become a part of its name
  await expect(controls(page).getByRole('button', { name: 'Settings 1', exact: true })).toBeFocused();

  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tabTo(page, tab('Dialogues'));
  await page.keyboard.press('End');
  await expect(tab('Data')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Data' })).toBeVisible();
  await focusIsSeen(page);

  // another place and back: the run is where it was
  const place = (name: string) => page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name });
  await tabTo(page, place('Runs'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible();
  await expect(place('Runs')).toBeFocused();
  await tabTo(page, place('Lab'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(controls(page)).toContainText(`Paused at update ${at + 2} of`);
  await expect(place('Lab')).toBeFocused();
});
