/** The end of a sweep as text: one row a run. */
import { mean } from '../../train/stats.ts';
import type { RunSpec } from './grid.ts';
import type { RunRecord } from './record.ts';
import { isFinished } from './record.ts';

const COLUMNS: readonly (readonly [string, string])[] = [
  ['train', 'success.train'],
  ['held-out', 'success.heldout'],
  ['real', 'success.real'],
  ['entropy', 'policy.entropy'],
];

/** Means over seeds at the end; the keys that vary come first. */
export function tableOf(specs: readonly RunSpec[], records: readonly (RunRecord | undefined)[]): string {
  const keys = Object.keys(specs[0]?.varied ?? {}) as (keyof RunSpec['varied'])[];
  const rows = specs.map(({ settings, varied }, i) => {
    const r = records[i];
    const numbers = isFinished(r) ? COLUMNS.map(([, name]) => (r.ends[name] ? mean(r.ends[name].end).toFixed(3) : '-')) : [r ? `failed: ${r.error}` : 'not run'];
    return [settings.arm, ...keys.map((k) => String(varied[k])), ...numbers];
  });
  const head = ['arm', ...keys, ...COLUMNS.map(([title]) => title)];
  const labels = keys.length + 1;
  // a failure's reason is longer than any column and stands alone in its row
  const width = head.map((h, c) => Math.max(h.length, ...rows.filter((r) => r.length === head.length || c < labels).map((r) => r[c]!.length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, c) => (c < labels || cells.length < head.length ? cell.padEnd(width[c]!) : cell.padStart(width[c]!)))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line).join('\n');
}
