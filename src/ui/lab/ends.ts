/** The rows of the ends table: before training, the best checkpoint by held-out success, and now. */
import type { BandPoint } from '../charts/bands.ts';
import { bandOf, baseOf, bandsOf, bestOf, lastOf } from '../charts/bands.ts';
import { pointAt } from '../charts/rows.ts';
import type { Series } from '../store/series.ts';
import { valuesAt } from './values.ts';

export const COLUMNS = [
  { metric: 'success.train', label: 'Training simulator' },
  { metric: 'success.heldout', label: 'Held-out' },
  { metric: 'success.real', label: 'Real users' },
  { metric: 'policy.entropy', label: 'Entropy, nats' },
] as const;

export interface EndRow {
  readonly kind: 'start' | 'best' | 'last';
  readonly update: number;
  readonly cells: readonly (BandPoint | null)[];
}

/** Training success of one update rests on few dialogues: behind the start it is the mean over the last few. */
export function endRows(series: Series): EndRow[] {
  const columns = COLUMNS.map((c) => bandsOf(series.get(c.metric)));
  const trained = (update: number): BandPoint | null => {
    const values = valuesAt(series, 'success.train', update);
    return values.length > 0 ? bandOf(update, values) : null;
  };
  const at = (update: number): (BandPoint | null)[] => columns.map((points, i) => (COLUMNS[i]?.metric === 'success.train' ? trained(update) : pointAt(points, update)));
  const rows: EndRow[] = [];
  if (columns.some((points) => baseOf(points))) rows.push({ kind: 'start', update: 0, cells: columns.map((points) => baseOf(points)) });
  const last = Math.max(-1, ...columns.map((points) => lastOf(points)?.update ?? -1));
  const best = bestOf(columns[1] ?? []);
  if (best && best.update > 0 && best.update < last) rows.push({ kind: 'best', update: best.update, cells: at(best.update) });
  if (last > 0) rows.push({ kind: 'last', update: last, cells: at(last) });
  return rows;
}

/** Members of the held-out panel, in the worker's order: [name, before training, now] */
export function panelRows(series: Series): { readonly name: string; readonly base: BandPoint | null; readonly now: BandPoint | null }[] {
  const prefix = 'success.heldout.';
  return [...series.metrics.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => {
      const points = bandsOf(series.get(name));
      return { name: name.slice(prefix.length), base: baseOf(points), now: lastOf(points) };
    });
}
