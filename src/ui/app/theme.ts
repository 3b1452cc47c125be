/** Light, dark, or what the system says. Storage can be forbidden (private windows, embedded pages): the choice then lasts as long as the page. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'thaw.theme';

export function storedTheme(): Theme {
  try {
    const v = localStorage.getItem(KEY);
    return v === 'light' || v === 'dark' ? v : 'system';
  } catch {
    return 'system';
  }
}

export function storeTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // nothing to do: the page keeps the choice until it is closed
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
