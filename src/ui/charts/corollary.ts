/** Corollary 3.5 beside a run: if the log-odds of the mode-exploit strategies went on growing as in the first half of their own rise, this is how their mass would go. */
import { exploitLowerBound, logit, observedGrowth } from '../../train/bounds.ts';
import type { BandPoint } from './bands.ts';

/** The logistic curve through the start and the point half-way up (in log-odds) to the highest mass; null when nothing grew or the start is 0 or 1. */
export function logisticLine(points: readonly BandPoint[]): BandPoint[] | null {
  const known = points.filter((p) => Number.isFinite(p.mean));
  const start = known[0];
  if (!start || start.mean <= 0 || start.mean >= 1) return null;
  // a mass of 1 has no log-odds: the most that can be told from it is that it is nearly there
  const top = Math.min(0.999, Math.max(...known.map((p) => p.mean)));
  const half = (logit(start.mean) + logit(top)) / 2;
  const at = known.find((p) => p.update > start.update && logit(Math.min(0.999, p.mean)) >= half);
  const growth = at ? observedGrowth(start.mean, Math.min(0.999, at.mean), at.update - start.update) : null;
  if (growth === null) return null;
  return known.map((p) => {
    const mean = exploitLowerBound(start.mean, growth, p.update - start.update);
    return { update: p.update, mean, lo: mean, hi: mean, seeds: 1 };
  });
}
