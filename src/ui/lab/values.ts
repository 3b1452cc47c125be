/** A measure at one moment, as a number a seed. */
import { mean } from '../../train/stats.ts';
import type { Metric, Series } from '../store/series.ts';
import { TRAIN_WINDOW } from './train-window.ts';

/** Index of the last point at or before `update`; -1 without one. */
function indexAt(metric: Metric | undefined, update: number): number {
  let i = (metric?.updates.length ?? 0) - 1;
  while (i >= 0 && (metric?.updates[i] ?? 0) > update) i--;
  return i;
}

/** One value a seed: the last at or before `update`; of training success the mean over the last few updates. */
export function valuesAt(series: Series, metric: string, update: number): readonly number[] {
  const m = series.get(metric);
  const i = indexAt(m, update);
  if (!m || i < 0) return [];
  if (metric !== 'success.train') return m.values[i] ?? [];
  const window = m.values.slice(Math.max(0, i - TRAIN_WINDOW + 1), i + 1);
  return (m.values[i] ?? []).map((_, seed) => mean(window.map((v) => v[seed] ?? NaN).filter((v) => Number.isFinite(v))));
}
