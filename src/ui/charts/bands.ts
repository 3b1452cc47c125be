/** Seed bands: the mean over seeds and the lowest and highest seed. Lowest to highest is what five seeds honestly support; the charts say so. */
import type { Metric } from '../store/series.ts';

export interface BandPoint {
  readonly update: number;
  /** NaN where no seed has a value: a gap in the line */
  readonly mean: number;
  readonly lo: number;
  readonly hi: number;
  /** seeds with a value */
  readonly seeds: number;
}

export function bandOf(update: number, values: readonly number[]): BandPoint {
  let sum = 0;
  let lo = Infinity;
  let hi = -Infinity;
  let seeds = 0;
  for (const v of values) {
    if (!Number.isFinite(v)) continue;
    sum += v;
    lo = Math.min(lo, v);
    hi = Math.max(hi, v);
    seeds++;
  }
  return seeds === 0 ? { update, mean: NaN, lo: NaN, hi: NaN, seeds } : { update, mean: sum / seeds, lo, hi, seeds };
}

export function bandsOf(metric: Metric | undefined): BandPoint[] {
  if (!metric) return [];
  return metric.updates.map((update, i) => bandOf(update, metric.values[i] ?? []));
}

/** The last point that has a value. */
export function lastOf(points: readonly BandPoint[]): BandPoint | null {
  for (let i = points.length - 1; i >= 0; i--) {
    const p = points[i];
    if (p && Number.isFinite(p.mean)) return p;
  }
  return null;
}

/** Before training: the point of update 0, if there is one with a value. */
export function baseOf(points: readonly BandPoint[]): BandPoint | null {
  const p = points[0];
  return p?.update === 0 && Number.isFinite(p.mean) ? p : null;
}

/** The point with the highest mean, the earliest of equals. */
export function bestOf(points: readonly BandPoint[]): BandPoint | null {
  let best: BandPoint | null = null;
  for (const p of points) if (Number.isFinite(p.mean) && (!best || p.mean > best.mean)) best = p;
  return best;
}
