/** Which dialogues the panel shows: by whom they were had, at which update. */
import type { Transcript } from '../../train/protocol.ts';

export type Against = 'train' | 'heldout' | 'real';

export const kindOf = (t: Transcript): Against => (t.against === 'train' ? 'train' : t.against === 'real' ? 'real' : 'heldout');

/** Updates that have dialogues of this kind, newest first. */
export function updatesOf(all: readonly Transcript[], kind: Against): number[] {
  const set = new Set<number>();
  for (const t of all) if (kindOf(t) === kind) set.add(t.update);
  return [...set].sort((a, b) => b - a);
}

/** Dialogues with the training simulator are those of the last update, others come after it: what belongs to `wanted` is the nearest there is, the newer of two. */
export function nearest(updates: readonly number[], wanted: number): number | undefined {
  return updates.reduce<number | undefined>((best, u) => {
    if (best === undefined) return u;
    const closer = Math.abs(u - wanted) - Math.abs(best - wanted);
    return closer < 0 || (closer === 0 && u > best) ? u : best;
  }, undefined);
}

/** Dialogues of one kind at one update; of a panel one of each member first, so that a short list shows different ones. */
export function at(all: readonly Transcript[], kind: Against, update: number): Transcript[] {
  const seen = new Map<string, number>();
  return all
    .filter((t) => t.update === update && kindOf(t) === kind)
    .map((t) => {
      const turn = seen.get(t.against) ?? 0;
      seen.set(t.against, turn + 1);
      return { t, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ t }) => t);
}
