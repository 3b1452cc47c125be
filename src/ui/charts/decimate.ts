/** Largest-Triangle-Three-Buckets (Steinarsson 2013): keeps real points, with their peaks, where averaging would invent values. */
import type { BandPoint } from './bands.ts';

/** Indices of at most `n` points of the polyline (x, y), first and last included. */
export function lttb(x: readonly number[], y: readonly number[], n: number): number[] {
  const len = x.length;
  if (n >= len || len <= 2) return x.map((_, i) => i);
  if (n <= 2) return [0, len - 1].slice(0, Math.max(1, n));
  const at = (a: readonly number[], i: number): number => a[i] ?? 0;
  const kept = [0];
  const width = (len - 2) / (n - 2);
  let last = 0;
  for (let b = 0; b < n - 2; b++) {
    const from = Math.floor(b * width) + 1;
    const to = Math.floor((b + 1) * width) + 1;
    const end = Math.min(Math.floor((b + 2) * width) + 1, len);
    let cx = 0;
    let cy = 0;
    for (let i = to; i < end; i++) {
      cx += at(x, i) / (end - to);
      cy += at(y, i) / (end - to);
    }
    let best = from;
    let area = -1;
    for (let i = from; i < to; i++) {
      const s = Math.abs((at(x, last) - cx) * (at(y, i) - at(y, last)) - (at(x, last) - at(x, i)) * (cy - at(y, last)));
      if (s > area) {
        area = s;
        best = i;
      }
    }
    kept.push(best);
    last = best;
  }
  kept.push(len - 1);
  return kept;
}

/** At most about `n` points; gaps (NaN) survive as one point each, so that a line stays broken where it was broken. */
export function decimate(points: readonly BandPoint[], n: number): BandPoint[] {
  if (points.length <= n) return [...points];
  const finite = points.filter((p) => Number.isFinite(p.mean));
  const gaps = points.filter((p, i) => !Number.isFinite(p.mean) && Number.isFinite(points[i - 1]?.mean ?? NaN));
  const room = Math.max(2, n - Math.min(gaps.length, n >> 2));
  const kept = lttb(
    finite.map((p) => p.update),
    finite.map((p) => p.mean),
    room,
  ).flatMap((i) => finite[i] ?? []);
  return [...kept, ...gaps.slice(0, n - room)].sort((a, b) => a.update - b.update);
}
