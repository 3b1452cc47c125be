/** Where an arm stands, for the list of runs: mean over seeds, as the lab's table has it, so training success is the mean of its last updates. */
import type { MetricPoint } from '../../train/protocol.ts';
import { mean } from '../../train/stats.ts';
import { TRAIN_WINDOW } from '../lab/train-window.ts';
import type { Ends } from './records.ts';

const LATEST = ['success.heldout', 'success.real', 'policy.entropy'] as const;
const TRAINED = 'success.train';
/** not kept as `success.train`: by that name older records have the last update's value */
export const TRAIN_END = 'success.train.window';
/** training points behind it, at most the window */
export const TRAIN_POINTS = 'success.train.points';

export interface EndsTracker {
  /** points in the order they come */
  add(points: readonly MetricPoint[]): Ends;
}

export function trackEnds(): EndsTracker {
  const latest: Record<string, number> = {};
  let window: number[] = [];
  const finite = (values: readonly number[] | undefined): number[] => (values ?? []).filter((v) => Number.isFinite(v));
  return {
    add(points) {
      for (const { values } of points) {
        for (const metric of LATEST) {
          const now = finite(values[metric]);
          if (now.length > 0) latest[metric] = mean(now);
        }
        const trained = finite(values[TRAINED]);
        if (trained.length > 0) window = [...window, mean(trained)].slice(-TRAIN_WINDOW);
      }
      return { ...latest, ...(window.length > 0 ? { [TRAIN_END]: mean(window), [TRAIN_POINTS]: window.length } : {}) };
    },
  };
}
