/**
 * Aggregates over seeds: mean, interquartile mean, bootstrap intervals, paired differences. The seed is the unit that is drawn: everything measured of one seed (six held-out families,
 * say) stays together, and each arm is resampled within itself, or, for a difference, both arms by the same seeds, since they share prompts and random streams.
 * After Agarwal et al. 2021, "Deep Reinforcement Learning at the Edge of the Statistical Precipice" (arXiv 2108.13264).
 */
import { philoxStream } from '../gpu-kernels/random/philox.ts';

export interface Interval {
  /** the statistic of the values themselves */
  readonly estimate: number;
  readonly lo: number;
  readonly hi: number;
}

/** resamples; the limits of a 95 % interval then rest on 50 of them each */
export const RESAMPLES = 2000;
const BOOTSTRAP_SEED = 2608;
const BOOTSTRAP_STREAM = 3001;

/** NaN of nothing */
export const mean = (x: readonly number[]): number => x.reduce((a, b) => a + b, 0) / x.length;

/** Mean of the middle half: a quarter of the values (rounded down) is left out at each end. */
export function iqm(x: readonly number[]): number {
  const cut = Math.floor(x.length / 4);
  return mean([...x].sort((a, b) => a - b).slice(cut, x.length - cut));
}

/** Quantile q in [0, 1] of ascending values, linear between neighbours. */
export function quantile(sorted: readonly number[], q: number): number {
  const at = q * (sorted.length - 1);
  const lo = Math.floor(at);
  const below = sorted[lo] ?? NaN;
  return below + (at - lo) * ((sorted[lo + 1] ?? below) - below);
}

/** Percentile bootstrap over values, one a seed: the same numbers always give the same interval. Values that are not numbers are left out; fewer than two give no interval (lo = hi = NaN). */
export function bootstrap(values: readonly number[], statistic: (x: readonly number[]) => number = mean, level = 0.95, resamples = RESAMPLES): Interval {
  const x = values.filter((v) => Number.isFinite(v));
  const estimate = x.length > 0 ? statistic(x) : NaN;
  if (x.length < 2) return { estimate, lo: NaN, hi: NaN };
  const next = philoxStream(BOOTSTRAP_SEED, BOOTSTRAP_STREAM);
  const drawn = Array.from({ length: resamples }, () => statistic(x.map(() => x[Math.floor(next() * x.length)]!))).sort((a, b) => a - b);
  return { estimate, lo: quantile(drawn, (1 - level) / 2), hi: quantile(drawn, (1 + level) / 2) };
}

/** Difference a - b seed by seed; a seed that lacks either is left out. */
export function pairedDifference(a: readonly number[], b: readonly number[], statistic: (x: readonly number[]) => number = mean): Interval {
  return bootstrap(
    a.slice(0, Math.min(a.length, b.length)).map((v, i) => v - b[i]!),
    statistic,
  );
}
