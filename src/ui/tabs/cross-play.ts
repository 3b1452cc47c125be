/** Cross-play as a table to read: columns by kind, a mean and a range over seeds in each cell. */
import type { CrossPlay } from '../../train/protocol.ts';
import type { BandPoint } from '../charts/bands.ts';
import { bandOf } from '../charts/bands.ts';

export const KINDS = [
  { kind: 'train', label: 'Training users' },
  { kind: 'heldout', label: 'Held-out simulators' },
  { kind: 'real', label: 'Real users' },
] as const;

export interface Grid {
  readonly groups: readonly { readonly label: string; readonly columns: number }[];
  readonly columns: readonly { readonly id: string; readonly label: string; readonly first: boolean }[];
  readonly rows: readonly {
    readonly id: CrossPlay['rows'][number]['id'];
    readonly label: string;
    /** `own`: the users this row's policies trained on */
    readonly cells: readonly { readonly value: BandPoint; readonly own: boolean }[];
  }[];
}

export function gridOf(c: CrossPlay): Grid {
  const order = KINDS.flatMap(({ kind }) => c.columns.flatMap((column, i) => (column.kind === kind ? [{ ...column, i }] : [])));
  return {
    groups: KINDS.map(({ kind, label }) => ({ label, columns: order.filter((o) => o.kind === kind).length })).filter((g) => g.columns > 0),
    columns: order.map(({ id, label, kind }, at) => ({ id, label, first: at > 0 && order[at - 1]?.kind !== kind })),
    rows: c.rows.map((row, r) => ({
      id: row.id,
      label: row.label,
      cells: order.map((o) => ({ value: bandOf(c.update, c.success[r]?.[o.i] ?? []), own: o.kind === 'train' && o.id === row.id })),
    })),
  };
}
