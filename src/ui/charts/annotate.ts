/** What a curve says, in words. Thresholds are stated here once; the charts and the text summaries read the same findings. */
import type { BandPoint } from './bands.ts';
import { baseOf, bestOf, lastOf } from './bands.ts';

/** Less than this is not called a fall: evaluation with a hundred dialogues a seed moves by a few hundredths on its own. */
export const MIN_FALL = 0.06;

export interface Fall {
  readonly peak: number;
  readonly peakUpdate: number;
  readonly now: number;
  readonly nowUpdate: number;
  /** null when the value before training is not known */
  readonly belowStart: boolean | null;
}

/** Mean over the last `window` points: training success is measured on few dialogues and jumps from update to update. */
export function smooth(points: readonly BandPoint[], window: number): BandPoint[] {
  if (window <= 1) return [...points];
  return points.map((p, i) => {
    let sum = 0;
    let n = 0;
    for (let j = Math.max(0, i - window + 1); j <= i; j++) {
      const m = points[j]?.mean ?? NaN;
      if (Number.isFinite(m)) {
        sum += m;
        n++;
      }
    }
    return n > 0 && Number.isFinite(p.mean) ? { ...p, mean: sum / n } : p;
  });
}

/** Within this distance two success rates are called equal. */
const SAME = 0.02;

export function fallOf(points: readonly BandPoint[], minFall = MIN_FALL): Fall | null {
  const last = lastOf(points);
  const best = bestOf(points);
  if (!last || !best || best.update >= last.update || best.mean - last.mean < minFall) return null;
  const base = baseOf(points);
  return { peak: best.mean, peakUpdate: best.update, now: last.mean, nowUpdate: last.update, belowStart: base ? last.mean < base.mean - SAME : null };
}

/** First update at which the mean is below a third of its start, null if it never is. */
export function thirdOf(points: readonly BandPoint[]): { readonly update: number; readonly level: number } | null {
  const base = baseOf(points);
  if (!base || base.mean <= 0) return null;
  const level = base.mean / 3;
  const p = points.find((q) => q.mean < level);
  return p ? { update: p.update, level } : null;
}

export const two = (v: number): string => (Number.isFinite(v) ? v.toFixed(2) : '–');

/** The words on the chart, at the peak of a curve that fell. */
export function fallWords(fall: Fall): string {
  if (fall.peakUpdate === 0) return `now ${two(fall.now)}: below where it started`;
  return `peaked ${two(fall.peak)} at ${fall.peakUpdate}, now ${two(fall.now)}${fall.belowStart ? ': below where it started' : ''}`;
}

/** The same as a clause, "it" being the measure; for the summary under a chart and for screen readers. */
export function clause(points: readonly BandPoint[], fall: Fall | null): string {
  const last = lastOf(points);
  if (!last) return 'has no value yet';
  const base = baseOf(points);
  if (last.update === 0) return `is ${two(last.mean)} before training`;
  const below = base && last.mean < base.mean - SAME;
  if (fall && fall.peakUpdate > 0) {
    return `peaked at ${two(fall.peak)} after ${fall.peakUpdate} updates and is now ${two(last.mean)}${below ? `, below where it started (${two(base.mean)})` : ''}`;
  }
  if (!base) return `is ${two(last.mean)}`;
  const change = last.mean - base.mean;
  if (Math.abs(change) <= SAME) return `is ${two(last.mean)}, about where it started (${two(base.mean)})`;
  return `${change > 0 ? 'rose' : 'fell'} from ${two(base.mean)} to ${two(last.mean)}`;
}
