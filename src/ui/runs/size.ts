/** About how much storage things take, and how many dialogues are kept. */
import type { SavedState } from '../../train/experiment/saved.ts';
import type { MetricPoint, Transcript } from '../../train/protocol.ts';

/** names, a double a value and a little for each array */
export const pointBytes = (p: MetricPoint): number => Object.entries(p.values).reduce((n, [name, v]) => n + name.length + 9 * v.length + 8, 16);
export const stateBytes = (s: SavedState): number => Object.values(s.buffers).reduce((n, b) => n + b.byteLength, 64);
/** as JSON, which is not far from how browsers store it */
export const transcriptBytes = (t: readonly Transcript[]): number => JSON.stringify(t).length;

/** evaluations of one arm whose dialogues are kept */
export const MAX_EVALUATIONS = 40;

/** Adds an evaluation to those kept, in order; beyond the limit every other one between the first and the latest goes, so that what is left is spread over the run. */
export function keptTranscripts(kept: readonly number[], at: number): { readonly kept: number[]; readonly dropped: number[] } {
  const all = [...new Set([...kept, at])].sort((a, b) => a - b);
  if (all.length <= MAX_EVALUATIONS) return { kept: all, dropped: [] };
  const stays = (_: number, i: number): boolean => i === 0 || i === all.length - 1 || i % 2 === 0;
  return { kept: all.filter(stays), dropped: all.filter((u, i) => !stays(u, i)) };
}

export function bytesWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
