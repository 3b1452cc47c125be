/** What concerns the page and not the place: a new version that waits, and what was done while the tab was hidden. */
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import notices from '../lab/Notices.module.css';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { isLive } from '../store/run.ts';
import type { Left, LockApi } from './awake.ts';
import { createWakeLock, leave, returned } from './awake.ts';
import { dismissUpdate, takeUpdate, update } from './update.ts';
import css from './AppNotices.module.css';

const reload = (): void => location.reload();

function UpdateNotice() {
  const { state, later } = useStore(update);
  const live = useLab((s) => isLive(s.run));
  const [asking, setAsking] = useState(false);
  if (state === 'none' || later) return null;
  const ask = asking && live;
  return (
    <aside className={notices.notice} aria-label="New version">
      <div className={css.row} role="status">
        <p>
          {ask ? (
            <>
              <strong>A run is not finished.</strong> Reloading ends it; what is on screen is lost.
            </>
          ) : (
            <>
              <strong>{state === 'waiting' ? 'A new version is ready.' : 'Another tab has taken a new version.'}</strong> It comes with the next reload.
            </>
          )}
        </p>
        <button type="button" className={css.button} onClick={() => (live && !ask ? setAsking(true) : takeUpdate(reload))}>
          {ask ? 'Reload anyway' : 'Reload'}
        </button>
      </div>
      <button type="button" className={notices.close} onClick={() => (ask ? setAsking(false) : dismissUpdate())} aria-label={ask ? 'Do not reload' : 'Later'}>
        <X size={16} aria-hidden="true" />
      </button>
    </aside>
  );
}

/** Holds the screen on while a run trains. */
function useWakeLock(): void {
  const training = useLab((s) => s.run?.state === 'running' || s.run?.state === 'preparing');
  useEffect(() => {
    if (!training) return;
    const lock = createWakeLock((navigator as { wakeLock?: LockApi }).wakeLock);
    const set = (): void => void lock.set(document.visibilityState === 'visible');
    set();
    document.addEventListener('visibilitychange', set);
    return () => {
      document.removeEventListener('visibilitychange', set);
      void lock.set(false);
    };
  }, [training]);
}

/** What was done while the tab was hidden, until it is closed or the tab hidden again. */
function useReturn(): { said: string; forget: () => void } {
  const [said, setSaid] = useState('');
  useEffect(() => {
    let left: Left | null = null;
    const changed = (): void => {
      const { run } = lab.store.getState();
      const visible = document.visibilityState === 'visible';
      setSaid(visible ? returned(left, run) : '');
      left = visible ? null : leave(run);
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
  return { said, forget: () => setSaid('') };
}

export function AppNotices() {
  useWakeLock();
  const { said, forget } = useReturn();
  return (
    <div className={css.notices}>
      <UpdateNotice />
      <div role="status">
        {said ? (
          <div className={notices.notice}>
            <p>{said}</p>
            <button type="button" className={notices.close} onClick={forget} aria-label="Close this notice">
              <X size={16} aria-hidden="true" />
            </button>
          </div>
        ) : null}
      </div>
    </div>
  );
}
