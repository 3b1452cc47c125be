/** How far the bar beside the buttons is. One bar from pressing Run to the end, so that it never goes backwards: the preparation has its first part, whatever it takes. */
import type { Run } from '../store/run.ts';
import { duration } from './words.ts';

/** part of the bar that belongs to the preparation */
export const PREPARATION = 0.06;

/** in [0, 1] */
export function barOf(run: Run | null): number {
  if (!run) return 0;
  const trained = Math.min(1, run.update / run.experiment.updates);
  const prepared = run.state === 'preparing' ? (run.progress?.done ?? 0) : 1;
  // a run that goes on is prepared once more: what it had done stays
  return run.state === 'preparing' && run.update === 0 ? PREPARATION * prepared : PREPARATION + (1 - PREPARATION) * trained;
}

/** "about 3 min left"; of a preparation, how long its step on hand takes. */
export function leftWords(run: Run | null): string {
  const preparing = run?.state === 'preparing';
  const seconds = preparing ? run.progress?.secondsLeft : run?.state === 'running' ? run.secondsLeft : null;
  if (seconds === null || seconds === undefined) return '';
  return `${seconds < 1 ? 'less than a second' : `about ${duration(seconds)}`} ${preparing ? 'for this step' : 'left'}`;
}
