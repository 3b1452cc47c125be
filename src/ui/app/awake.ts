/** While a run trains the screen stays on, and a tab that was hidden says what was done meanwhile: the worker goes on without being looked at. */
import type { Run } from '../store/run.ts';

/** what is used of navigator.wakeLock */
export interface LockApi {
  request(type: 'screen'): Promise<{ release(): Promise<void>; readonly released: boolean }>;
}

/**
 * Keeps the screen on while `set(true)`. A browser releases the lock by itself when the tab is hidden, so it is asked for again whenever this is called;
 * one that refuses (battery saving, no such API) is left in peace.
 */
export function createWakeLock(api: LockApi | undefined): { set(on: boolean): Promise<void> } {
  let wanted = false;
  let lock: Awaited<ReturnType<LockApi['request']>> | null = null;
  let asking = false;
  const settle = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      while (api && wanted !== (lock !== null && !lock.released)) {
        if (wanted) lock = await api.request('screen');
        else {
          await lock?.release();
          lock = null;
        }
      }
    } catch {
      lock = null;
    } finally {
      asking = false;
    }
  };
  return {
    set(on) {
      wanted = on;
      return settle();
    },
  };
}

/** What a run had done when the tab was hidden. */
export interface Left {
  readonly run: number;
  readonly update: number;
}

/** Only of a run that was training: nothing happens to others. */
export const leave = (run: Run | null): Left | null => (run && (run.state === 'running' || run.state === 'preparing') ? { run: run.id, update: run.update } : null);

/** What to say on return; empty when nothing was done. */
export function returned(left: Left | null, run: Run | null): string {
  if (!left || run?.id !== left.run) return '';
  const done = run.update - left.update;
  const ended = run.state === 'finished' ? ' The run has finished.' : run.state === 'failed' ? ' The run was stopped by an error.' : '';
  if (done <= 0) return ended.trim();
  return `${done === 1 ? '1 update was' : `${done} updates were`} done while this tab was hidden.${ended}`;
}
