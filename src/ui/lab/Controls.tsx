/** Run, Step, Reset, Share, Settings and how far the run is. */
import { Pause, Play, RotateCcw, SlidersHorizontal, StepForward, Undo2, X } from 'lucide-react';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { isLive } from '../store/run.ts';
import { changedKeys } from '../settings/diff.ts';
import { useHidden } from '../share/hooks.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { LastRun } from '../runs/LastRun.tsx';
import { sameArms } from './arms.ts';
import { barOf, leftWords } from './bar.ts';
import { showCharts } from './show.ts';
import { announcement, BUTTON, speed, statusWords } from './words.ts';
import css from './Controls.module.css';

export function Controls({ settingsOpen, onSettings }: { settingsOpen: boolean; onSettings: () => void }) {
  const run = useLab((s) => s.run);
  const draft = useLab((s) => s.draft);
  const backend = useLab((s) => s.backend);
  const noShare = useHidden('share');
  const noSettings = useHidden('settings');
  const undone = useLab((s) => s.run === null && s.undo === 'reset');
  const state = run?.state ?? 'none';
  const changed = run ? changedKeys(draft, run.experiment).length + (sameArms(draft.arms, run.experiment.arms) ? 0 : 1) + (backend === run.backend ? 0 : 1) : 0;
  const percent = Math.min(100, barOf(run) * 100);
  const rate = run?.state === 'running' && run.updatesPerSecond !== null ? speed(run.updatesPerSecond) : '';
  const press = (): void => {
    lab.actions.toggle();
    if (!isLive(run)) showCharts();
  };
  const Icon = state === 'running' ? Pause : state === 'preparing' ? X : Play;
  return (
    <section className={css.bar} aria-label="Controls">
      <div className={css.buttons}>
        <button type="button" className={css.run} onClick={press} aria-keyshortcuts="Space">
          <Icon size={16} aria-hidden="true" />
          {BUTTON[state]}
        </button>
        {/* not `disabled`, which would take the focus from a keyboard at every step; the action does nothing meanwhile */}
        <button type="button" className={css.plain} onClick={lab.actions.step} aria-disabled={state === 'running' || state === 'preparing'} aria-keyshortcuts="S" title="One update, then pause (S)">
          <StepForward size={16} aria-hidden="true" />
          Step
        </button>
        <button
          type="button"
          className={css.plain}
          onClick={lab.actions.reset}
          disabled={!run && !undone}
          aria-keyshortcuts="R"
          title={undone ? 'Bring the run back (R)' : 'Clear the charts; can be undone (R)'}
        >
          {undone ? <Undo2 size={16} aria-hidden="true" /> : <RotateCcw size={16} aria-hidden="true" />}
          {undone ? 'Undo' : 'Reset'}
        </button>
      </div>
      <div className={css.progress}>
        <p className={css.status}>
          <span title={statusWords(run)}>{statusWords(run)}</span>
          {run ? <span className={css.rate}>{[rate, leftWords(run)].filter(Boolean).join(' · ')}</span> : <LastRun />}
        </p>
        <div
          className={css.track}
          role="progressbar"
          aria-label="The run"
          aria-valuetext={statusWords(run)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percent)}
          data-state={state}
        >
          <div style={{ width: `${percent}%` }} />
        </div>
      </div>
      <div className={css.side} hidden={noShare && noSettings}>
        {noShare ? null : <ShareButton />}
        {noSettings ? null : (
          <button type="button" className={css.plain} onClick={onSettings} aria-expanded={settingsOpen} aria-keyshortcuts="," title="Settings (,)">
            <SlidersHorizontal size={16} aria-hidden="true" />
            <span className="hidden-on-narrow">Settings</span>
            {changed > 0 && isLive(run) ? (
              <span className={css.count} title={`${changed} changed since this run began`}>
                {changed}
              </span>
            ) : null}
          </button>
        )}
      </div>
      <p className="visually-hidden" role="status" aria-live="polite">
        {undone ? 'The charts were reset. Undo brings the run back.' : announcement(run)}
      </p>
    </section>
  );
}
