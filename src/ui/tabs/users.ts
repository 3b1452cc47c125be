/** Who the training users were, over time: the share of each type, update by update. */
import { bandsOf } from '../charts/bands.ts';
import type { Series } from '../store/series.ts';

export interface Shares {
  readonly updates: readonly number[];
  /** [type][point], mean over seeds; at each point they sum to 1 */
  readonly shares: readonly (readonly number[])[];
}

/** At most `max` points: more would be less than a pixel each. The last one stays. */
export function sharesOf(series: Series, types: readonly string[], max = 160): Shares {
  const bands = types.map((id) => bandsOf(series.get(`sim.profile.${id}`)));
  const all = bands[0] ?? [];
  const every = Math.max(1, Math.ceil(all.length / max));
  const kept = all.flatMap((p, i) => ((i % every === 0 || i === all.length - 1) && bands.every((b) => Number.isFinite(b[i]?.mean ?? NaN)) ? [{ i, update: p.update }] : []));
  return { updates: kept.map((k) => k.update), shares: bands.map((b) => kept.map((k) => b[k.i]?.mean ?? 0)) };
}

/** For each type the outline of its layer, bottom up, as SVG points with x in updates and y from 0 (top) to 1. */
export function layers({ updates, shares }: Shares): string[] {
  const below = updates.map(() => 0);
  return shares.map((share) => {
    const from = [...below];
    share.forEach((v, i) => (below[i] = (below[i] ?? 0) + v));
    const top = updates.map((u, i) => `${u},${1 - (below[i] ?? 0)}`);
    const bottom = updates.map((u, i) => `${u},${1 - (from[i] ?? 0)}`).reverse();
    return [...top, ...bottom].join(' ');
  });
}

/** About `count` points, evenly spaced, first and last included: what a table lists. */
export function listed({ updates }: Shares, count = 12): number[] {
  const n = Math.min(count, updates.length);
  return [...new Set(Array.from({ length: n }, (_, i) => Math.round((i * (updates.length - 1)) / Math.max(1, n - 1))))];
}
