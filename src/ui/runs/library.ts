/** The list of stored runs as the page knows it, and what can be done to it. Nothing here knows React or the worker. */
import { createStore } from 'zustand/vanilla';
import { plainNotes, plainText } from '../../train/share/text.ts';
import type { Locks } from './locks.ts';
import type { Change, RunRecord, RunsDb } from './records.ts';
import { MAX_NAME, MAX_NOTES } from './records.ts';

/** what was deleted can be brought back for this long, ms */
export const UNDO_MS = 10_000;

/** why nothing is stored any more after another page changed the database */
export const CLOSED = 'the browser closed the storage; reload the page';

export interface LibraryState {
  readonly ready: boolean;
  /** false: runs are kept only until the page is closed */
  readonly lasting: boolean;
  /** newest first */
  readonly runs: readonly RunRecord[];
  /** deleted a moment ago */
  readonly removed: readonly RunRecord[];
  /** written by other tabs at the moment */
  readonly elsewhere: ReadonlySet<string>;
  readonly usage: { readonly used: number; readonly quota: number } | null;
  /** why the run on hand is not being stored */
  readonly problem: { readonly full: boolean; readonly message: string } | null;
  /** what came of the last import or export that failed */
  readonly fault: string | null;
}

export type Library = ReturnType<typeof createLibrary>;

const isFull = (e: unknown): boolean => e instanceof DOMException && e.name === 'QuotaExceededError';

export function createLibrary(opened: Promise<RunsDb>, locks: Locks, storage?: Pick<StorageManager, 'estimate' | 'persist'>) {
  const store = createStore<LibraryState>(() => ({ ready: false, lasting: true, runs: [], removed: [], elsewhere: new Set(), usage: null, problem: null, fault: null }));
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let soon: ReturnType<typeof setTimeout> | undefined;

  /** Never rejects: what cannot be read is said. */
  const refresh = (): Promise<void> => look().catch(problem);

  async function look(): Promise<void> {
    const db = await opened;
    const [all, elsewhere, estimate] = await Promise.all([db.runs(), locks.elsewhere(), storage?.estimate().catch(() => null)]);
    all.sort((a, b) => b.created - a.created);
    for (const r of all) if (r.deleted !== null) purgeLater(r.key, r.deleted + UNDO_MS - Date.now());
    const usage = estimate?.quota ? { used: estimate.usage ?? 0, quota: estimate.quota } : null;
    store.setState({ ready: true, lasting: db.lasting, runs: all.filter((r) => r.deleted === null), removed: all.filter((r) => r.deleted !== null), elsewhere, usage });
  }

  async function commit(change: Change): Promise<void> {
    try {
      await (await opened).commit(change);
    } catch (e) {
      problem(e);
    }
    await refresh();
  }

  function purgeLater(key: string, ms: number): void {
    if (timers.has(key)) return;
    timers.set(
      key,
      setTimeout(
        () => {
          timers.delete(key);
          void (async () => {
            // another tab may have brought it back, or gone on with it
            if (((await (await opened).run(key))?.deleted ?? null) !== null && !(await locks.elsewhere()).has(key)) await commit({ run: key, remove: true });
          })().catch(problem);
        },
        Math.max(0, ms),
      ),
    );
  }

  function problem(e: unknown): void {
    // once it is closed every request says so, in words that help nobody
    const message = e instanceof DOMException && e.name === 'InvalidStateError' ? CLOSED : (e instanceof Error ? e.message : String(e)).replace(/\.+$/, '');
    store.setState({ problem: e === null ? null : { full: isFull(e), message } });
  }

  return {
    store,
    refresh,
    problem,
    /** after something was written: at most once a second */
    refreshSoon(): void {
      soon ??= setTimeout(() => {
        soon = undefined;
        void refresh();
      }, 1000);
    },
    put: (change: Change): Promise<void> => commit(change),
    rename: (key: string, name: string): Promise<void> => commit({ run: key, patch: { name: plainText(name, MAX_NAME) || 'Unnamed run' } }),
    note: (key: string, notes: string): Promise<void> => commit({ run: key, patch: { notes: plainNotes(notes.slice(0, MAX_NOTES)) } }),
    star: (key: string, starred: boolean): Promise<void> => commit({ run: key, patch: { starred } }),
    /** no longer offered to go on with by itself */
    async settle(key: string): Promise<void> {
      // another tab may have taken it up since this one looked
      if ((await locks.elsewhere()).has(key)) await refresh();
      else await commit({ run: key, patch: { state: 'stopped' } });
    },
    async remove(key: string): Promise<void> {
      if ((await locks.elsewhere()).has(key)) await refresh();
      else await commit({ run: key, patch: { deleted: Date.now() } });
    },
    async undo(key: string): Promise<void> {
      clearTimeout(timers.get(key));
      timers.delete(key);
      await commit({ run: key, patch: { deleted: null } });
    },
    /** at once and for good, to make room */
    async free(keys: readonly string[]): Promise<void> {
      for (const run of keys) await commit({ run, remove: true });
    },
    fault: (message: string | null): void => store.setState({ fault: message }),
    /** Asks the browser once not to clear what is stored when it needs room. */
    persist(): void {
      try {
        if (localStorage.getItem('thaw-persist')) return;
        localStorage.setItem('thaw-persist', 'asked');
        storage?.persist().catch(() => undefined);
      } catch {
        // no storage of any kind: nothing to keep
      }
    },
  };
}

/** Oldest first, unstarred, not in use: what may go to make room. */
export const toFree = (s: LibraryState, current: string | null, most = 5): RunRecord[] =>
  s.runs
    .filter((r) => !r.starred && r.key !== current && !s.elsewhere.has(r.key))
    .slice(-most)
    .reverse();

/** Interrupted while it was going: the tab was closed or died. */
export const interrupted = (s: LibraryState, current: string | null): RunRecord[] =>
  s.runs.filter((r) => (r.state === 'running' || r.state === 'paused' || r.state === 'preparing') && r.key !== current && !s.elsewhere.has(r.key));

/** The one computed last that has something to show, where no interrupted one is offered already. */
export function lastRun(s: LibraryState, current: string | null): RunRecord | undefined {
  const offered = interrupted(s, current)[0];
  return s.runs.find((r) => r.key !== offered?.key && r.key !== current && !s.elsewhere.has(r.key) && Object.keys(r.ends).length > 0);
}
