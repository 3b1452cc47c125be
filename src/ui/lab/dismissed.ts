/** Notices that a visitor has closed, by cause: another cause is said again. Storage can be forbidden: then a notice stays closed as long as the page is open. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const KEY = 'thaw.notices-closed';

function stored(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((x) => typeof x === 'string').slice(-20) : [];
  } catch {
    return [];
  }
}

function keep(causes: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(causes));
  } catch {
    // nothing to do: the page remembers until it is closed
  }
}

const closed = createStore<{ readonly causes: readonly string[] }>(() => ({ causes: stored() }));

export const useDismissed = (cause: string): boolean => useStore(closed, (s) => s.causes.includes(cause));

export function dismiss(cause: string): void {
  const causes = [...closed.getState().causes.filter((c) => c !== cause), cause];
  closed.setState({ causes });
  keep(causes);
}
