/** What a visitor has seen and done, kept in this browser where it allows that. Whatever lies in the storage is looked at before it is believed. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Deed } from './content.ts';

export interface Bet {
  readonly heldout: number;
  readonly entropy: number;
  /** the run on screen when it was placed: a bet is on a later one */
  readonly placedAt: number | null;
}

export interface Progress {
  /** "lesson/step" */
  readonly seen: readonly string[];
  readonly done: readonly Deed[];
  readonly collapsed: boolean;
}

const KEY = 'thaw.learn';
const MOST = 200;
const DEEDS: readonly Deed[] = ['dialogue', 'one-person', 'gamma', 'list', 'bet', 'slow-motion'];
export const EMPTY: Progress = { seen: [], done: [], collapsed: false };

/** Takes what is well-formed and leaves the rest. */
export function parseProgress(text: string | null): Progress {
  if (!text) return EMPTY;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return EMPTY;
    const { seen, done, collapsed } = value as Record<string, unknown>;
    const steps = Array.isArray(seen) ? seen.filter((s): s is string => typeof s === 'string' && /^[\w-]{1,40}\/[\w-]{1,40}$/.test(s)) : [];
    return { seen: [...new Set(steps)].slice(0, MOST), done: Array.isArray(done) ? DEEDS.filter((d) => done.includes(d)) : [], collapsed: collapsed === true };
  } catch {
    return EMPTY;
  }
}

function stored(): Progress {
  try {
    return parseProgress(localStorage.getItem(KEY));
  } catch {
    return EMPTY; // no storage here: progress lasts as long as the page
  }
}

const progress = createStore<Progress & { readonly bet: Bet | null }>(() => ({ ...stored(), bet: null }));
progress.subscribe(({ seen, done, collapsed }) => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ seen, done, collapsed }));
  } catch {
    // full or forbidden: nothing is lost that this page needs
  }
});

export const useProgress = <T>(select: (p: Progress & { readonly bet: Bet | null }) => T): T => useStore(progress, select);

export const saw = (step: string): void => progress.setState((p) => (p.seen.includes(step) ? p : { seen: [...p.seen, step].slice(-MOST) }));
export const did = (what: Deed): void => progress.setState((p) => (p.done.includes(what) ? p : { done: [...p.done, what] }));
export const collapse = (collapsed: boolean): void => progress.setState({ collapsed });
export const placeBet = (bet: Bet | null): void => progress.setState({ bet });
export const forget = (): void => progress.setState({ ...EMPTY, bet: null });
