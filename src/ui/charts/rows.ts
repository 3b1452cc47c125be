/**
 * One table for a chart with lines of different rhythm (training every update, evaluation every 16). recharts wants one row an x; where a line has no point of
 * its own the row carries the value on the straight line between its neighbours, which is what is drawn there anyway. Read-outs never use those values.
 */
import type { BandPoint } from './bands.ts';
import { decimate } from './decimate.ts';

export interface Cell {
  readonly mean: number;
  readonly band: readonly [number, number];
  /** a point of the line, not an interpolated value */
  readonly own: boolean;
  /** neither neighbour has a value: only a dot can show it */
  readonly alone: boolean;
}
export interface Row {
  readonly update: number;
  readonly cells: Readonly<Record<string, Cell>>;
}
export interface RowLine {
  readonly key: string;
  readonly points: readonly BandPoint[];
}

const finite = (p: BandPoint | undefined): p is BandPoint => p !== undefined && Number.isFinite(p.mean);

/** Shares a budget of rows by length, with a floor: a short line keeps its shape, a long noisy one gets the most. */
function budgets(lines: readonly RowLine[], total: number): Map<string, number> {
  const out = new Map<string, number>();
  const floor = Math.floor(total / (2 * lines.length));
  let left = total;
  let points = lines.reduce((n, l) => n + l.points.length, 0);
  for (const { key, points: own } of [...lines].sort((a, b) => a.points.length - b.points.length)) {
    const n = Math.min(own.length, Math.max(floor, Math.floor((left * own.length) / Math.max(1, points))), left);
    out.set(key, n);
    left -= n;
    points -= own.length;
  }
  return out;
}

export function rowsOf(lines: readonly RowLine[], budget = 300): Row[] {
  const share = budgets(lines, budget);
  const kept = lines.map((l) => ({ key: l.key, points: decimate(l.points, share.get(l.key) ?? 0) }));
  const updates = [...new Set(kept.flatMap((l) => l.points.map((p) => p.update)))].sort((a, b) => a - b);
  const cells = updates.map((): Record<string, Cell> => ({}));
  for (const { key, points } of kept) {
    let next = 0;
    updates.forEach((update, row) => {
      while (next < points.length && (points[next]?.update ?? 0) < update) next++;
      const here = points[next];
      const before = points[next - 1];
      const target = cells[row];
      if (!target) return;
      if (here?.update === update) {
        if (finite(here)) target[key] = { mean: here.mean, band: [here.lo, here.hi], own: true, alone: !finite(before) && !finite(points[next + 1]) };
      } else if (finite(before) && finite(here)) {
        const t = (update - before.update) / (here.update - before.update);
        const mix = (a: number, b: number): number => a + t * (b - a);
        target[key] = { mean: mix(before.mean, here.mean), band: [mix(before.lo, here.lo), mix(before.hi, here.hi)], own: false, alone: false };
      }
    });
  }
  return updates.map((update, i) => ({ update, cells: cells[i] ?? {} }));
}

/** The point of a line that a reader at `update` is shown: the latest one at or before it. */
export function pointAt(points: readonly BandPoint[], update: number): BandPoint | null {
  let lo = 0;
  let hi = points.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if ((points[mid]?.update ?? 0) <= update) lo = mid + 1;
    else hi = mid;
  }
  const p = points[lo - 1];
  return finite(p) ? p : null;
}

/** Round axis ticks from 0 to `max`, about `count` of them, `max` itself included when it does not crowd the last round one. */
export function ticksTo(max: number, count = 5): number[] {
  if (!(max > 0)) return [0];
  const raw = max / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((m) => m * power >= raw) ?? 10) * power);
  const whole = step === Math.round(step) ? step : Math.ceil(step);
  const ticks: number[] = [];
  for (let t = 0; t <= max; t += whole) ticks.push(t);
  const last = ticks[ticks.length - 1] ?? 0;
  if (last < max) {
    if (max - last < whole * 0.6 && ticks.length > 1) ticks.pop();
    ticks.push(max);
  }
  return ticks;
}
