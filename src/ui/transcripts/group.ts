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

export const at = (all: readonly Transcript[], kind: Against, update: number): Transcript[] => all.filter((t) => t.update === update && kindOf(t) === kind);

/** The first sentence, and the rest: what every profile says alike belongs under the panel, not on each card. */
export function firstSentence(text: string): readonly [first: string, rest: string] {
  const end = text.indexOf('. ');
  return end < 0 ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 2)];
}
