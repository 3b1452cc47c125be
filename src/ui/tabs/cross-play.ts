/** Cross-play as a table to read: columns by kind, a mean and a range over seeds in each cell. */
import type { CrossPlay } from '../../train/protocol.ts';
import type { BandPoint } from '../charts/bands.ts';
import { bandOf } from '../charts/bands.ts';
import { familyName } from '../charts/measures.ts';

export const KINDS = [
  { kind: 'train', label: 'Training users' },
  { kind: 'heldout', label: 'Held-out simulators' },
  { kind: 'real', label: 'Real users' },
] as const;

export interface Grid {
  /** `alone`: its only column is called as it is, one heading is enough */
  readonly groups: readonly { readonly label: string; readonly columns: number; readonly alone: boolean }[];
  readonly columns: readonly { readonly id: string; readonly label: string; readonly first: boolean; readonly alone: boolean }[];
  readonly rows: readonly {
    readonly id: CrossPlay['rows'][number]['id'];
    readonly label: string;
    /** `own`: the users this row's policies trained on */
    readonly cells: readonly { readonly value: BandPoint; readonly own: boolean }[];
  }[];
}

export function gridOf(c: CrossPlay): Grid {
  const order = KINDS.flatMap(({ kind }) => c.columns.flatMap((column, i) => (column.kind === kind ? [{ ...column, i }] : [])));
  const groups = KINDS.flatMap(({ kind, label }) => {
    const own = order.filter((o) => o.kind === kind);
    return own.length > 0 ? [{ kind, label, columns: own.length, alone: own.length === 1 && own[0]?.label === label }] : [];
  });
  return {
    groups: groups.map(({ label, columns, alone }) => ({ label, columns, alone })),
    columns: order.map(({ id, label, kind }, at) => ({
      id,
      label: kind === 'heldout' ? familyName(label) : label,
      first: at > 0 && order[at - 1]?.kind !== kind,
      alone: groups.some((g) => g.kind === kind && g.alone),
    })),
    rows: c.rows.map((row, r) => ({
      id: row.id,
      label: row.label,
      cells: order.map((o) => ({ value: bandOf(c.update, c.success[r]?.[o.i] ?? []), own: o.kind === 'train' && o.id === row.id })),
    })),
  };
}
