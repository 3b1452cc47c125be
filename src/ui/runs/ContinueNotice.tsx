/** In the lab: a run that was interrupted and can go on, and why the one on screen cannot be steered. */
import { useState } from 'react';
import css from '../lab/Notices.module.css';
import { useLab } from '../store/hooks.ts';
import { isLive } from '../store/run.ts';
import { goOn } from './actions.ts';
import { library, recorder } from './client.ts';
import { useLibrary } from './hooks.ts';
import { interrupted } from './library.ts';
import { cannotGoOn } from './load.ts';
import own from './Runs.module.css';

export function ContinueNotice() {
  const state = useLibrary((s) => s);
  const run = useLab((s) => s.run);
  const engine = useLab((s) => s.engine);
  const [busy, setBusy] = useState(false);
  const shown = run && !isLive(run) ? state.runs.find((r) => r.key === run.key) : undefined;
  if (shown && state.elsewhere.has(shown.key)) {
    return (
      <div className={css.notice} role="status">
        <p>
          <strong>{shown.name} is going on in another tab.</strong> Here it is read-only, and shown as it was stored when you opened it.
        </p>
      </div>
    );
  }
  if (isLive(run)) return null;
  const record = shown && shown.state !== 'finished' ? shown : !run ? interrupted(state, recorder.current)[0] : undefined;
  if (!record) return null;
  const why = cannotGoOn(record, engine);
  if (why !== null && record !== shown) return null;
  const press = (): void => {
    setBusy(true);
    void goOn(record.key).finally(() => setBusy(false));
  };
  return (
    <aside className={css.notice} aria-label="A run that can go on">
      <p>
        <strong>{record.name}</strong>{' '}
        {why === null
          ? record.kept > 0
            ? `was kept at update ${record.kept} of ${record.experiment.updates} and can go on as if nothing had happened.`
            : `was interrupted before its first state was kept. It can begin again from update 0, with the same settings and seeds, and ends with the same numbers.`
          : `stopped at update ${record.update} of ${record.experiment.updates} and cannot go on. ${why}`}
      </p>
      <div className={`${own.buttons} ${own.beside}`}>
        {why === null ? (
          <button type="button" className={own.button} onClick={press} disabled={busy || !engine}>
            Continue at update {record.kept}
          </button>
        ) : null}
        {record !== shown ? (
          <button type="button" className={own.quiet} onClick={() => void library.settle(record.key)}>
            Not now
          </button>
        ) : null}
      </div>
    </aside>
  );
}
