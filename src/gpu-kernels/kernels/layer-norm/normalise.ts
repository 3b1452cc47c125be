import type { Floats } from '../../core/kernel.ts';

/** One row of layer normalisation: y[r, :] from x[r, :] [d]; writes stats[r] = {mean, rstd} when asked. Two passes, so that the variance does not cancel. */
export function normalise(x: Floats, params: Floats, base: number, s: { d: number; eps: number; gamma: number; beta: number }, r: number, y: Floats, stats: Floats | null): void {
  const { d } = s;
  const o = r * d;
  let sum = 0;
  for (let i = 0; i < d; i++) sum += x[o + i]!;
  const mean = sum / d;
  let sq = 0;
  for (let i = 0; i < d; i++) {
    const c = x[o + i]! - mean;
    sq += c * c;
  }
  const rstd = 1 / Math.sqrt(sq / d + s.eps);
  const g = base + s.gamma;
  const b = base + s.beta;
  for (let i = 0; i < d; i++) y[o + i] = (x[o + i]! - mean) * rstd * params[g + i]! + params[b + i]!;
  if (stats) {
    stats[r * 2] = mean;
    stats[r * 2 + 1] = rstd;
  }
}
