/** Two independent groups of people or conversations held against each other: Welch's t test, Holm's correction over all pairs, a bootstrap interval, and how many would be needed. */
import jStat from 'jstat';
import { philoxStream } from '../../gpu-kernels/random/philox.ts';
import type { Interval } from '../stats.ts';
import { mean, quantile, RESAMPLES } from '../stats.ts';

const STREAM = 3002;
const SEED = 2608;

/** unbiased; NaN below two values */
export const variance = (x: readonly number[]): number => {
  const m = mean(x);
  return x.length < 2 ? NaN : x.reduce((s, v) => s + (v - m) ** 2, 0) / (x.length - 1);
};

/** P(|T| >= |t|) of Student's t with df degrees of freedom. */
export function twoSided(t: number, df: number): number {
  if (!Number.isFinite(t)) return Number.isNaN(t) ? NaN : 0;
  return jStat.ibeta(df / (df + t * t), df / 2, 0.5);
}

export interface Welch {
  /** mean of a minus mean of b */
  readonly difference: number;
  readonly t: number;
  readonly df: number;
  /** NaN where it is not defined: fewer than two values on a side, or no variation on either */
  readonly p: number;
}

/** Welch's t test: means of two groups whose variances may differ. */
export function welch(a: readonly number[], b: readonly number[]): Welch {
  const difference = mean(a) - mean(b);
  const [va, vb] = [variance(a) / a.length, variance(b) / b.length];
  const se2 = va + vb;
  if (!(se2 > 0)) return { difference, t: NaN, df: NaN, p: NaN };
  const t = difference / Math.sqrt(se2);
  const df = se2 ** 2 / (va ** 2 / (a.length - 1) + vb ** 2 / (b.length - 1));
  return { difference, t, df, p: twoSided(t, df) };
}

/** Holm's step-down correction, in the order given: the chance that any true null hypothesis of the family is rejected stays below the level. Tests that are not defined (NaN) do not count. */
export function holm(p: readonly number[]): number[] {
  const order = p.map((v, i) => ({ v, i })).filter((x) => !Number.isNaN(x.v));
  order.sort((x, y) => x.v - y.v);
  const out = p.map(() => NaN);
  let largest = 0;
  order.forEach(({ v, i }, k) => {
    largest = Math.max(largest, Math.min(1, (order.length - k) * v));
    out[i] = largest;
  });
  return out;
}

/** Percentile bootstrap of the difference of means, each group resampled within itself; lo = hi = NaN below two values on a side. */
export function bootstrapDifference(a: readonly number[], b: readonly number[], level = 0.95, resamples = RESAMPLES): Interval {
  const estimate = mean(a) - mean(b);
  if (a.length < 2 || b.length < 2) return { estimate, lo: NaN, hi: NaN };
  const next = philoxStream(SEED, STREAM);
  const draw = (x: readonly number[]): number => {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += x[Math.floor(next() * x.length)]!;
    return sum / x.length;
  };
  const drawn = Array.from({ length: resamples }, () => draw(a) - draw(b)).sort((x, y) => x - y);
  return { estimate, lo: quantile(drawn, (1 - level) / 2), hi: quantile(drawn, (1 + level) / 2) };
}

/** quantiles of the normal distribution: 0.975, and 0.8 */
const Z_LEVEL = 1.959964;
const Z_POWER = 0.841621;

/**
 * How many a group one comparison would need to find a difference of this size four times in five, at the 5 % level: 2 (z + z')² / d² + z² / 4, where d is the difference in standard
 * deviations (the mean of both variances). NaN where either is not known or both are 0.
 */
export function neededPerGroup(a: readonly number[], b: readonly number[]): number {
  const d2 = (mean(a) - mean(b)) ** 2 / ((variance(a) + variance(b)) / 2);
  if (!(d2 > 0) || !Number.isFinite(d2)) return NaN;
  return Math.max(2, Math.ceil((2 * (Z_LEVEL + Z_POWER) ** 2) / d2 + Z_LEVEL ** 2 / 4));
}
