/** Numbers and tables as the evidence page writes them. */
import type { Interval } from '../../train/stats.ts';
import { mean } from '../../train/stats.ts';
import type { RunSpec } from '../sweep/grid.ts';

/** ".31", "1.85", "-.04"; "–" for what was not measured */
export const num = (v: number, digits = 2): string => {
  if (!Number.isFinite(v)) return '–';
  const text = v.toFixed(digits).replace(/^(-?)0\./, '$1.');
  return /^-[.0]*$/.test(text) ? text.slice(1) : text; // no "-.00"
};
export const signed = (v: number, digits = 2): string => (Number.isFinite(v) && !num(v, digits).startsWith('-') ? `+${num(v, digits)}` : num(v, digits));
/** "+34.8 points" of a difference between shares */
export const points = (v: number): string => `${v < -0.0005 ? '-' : '+'}${Math.abs(100 * v).toFixed(1)} points`;
export const average = (v: readonly number[], digits = 2): string => num(v.length > 0 ? mean(v) : NaN, digits);
export const each = (v: readonly number[], digits = 2): string => (v.length > 0 ? v.map((x) => num(x, digits)).join(' ') : '–');
export const range = ({ lo, hi }: Interval, digits = 2): string => (Number.isFinite(lo) ? `[${num(lo, digits)}, ${num(hi, digits)}]` : '[one seed]');
export const difference = (d: Interval, digits = 2): string => (Number.isFinite(d.estimate) ? `${signed(d.estimate, digits)} ${range(d, digits)}` : '–');

/** "a", "a and b", "a, b and c" */
export const and = (items: readonly string[]): string => (items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`);

export const point = (varied: RunSpec['varied']): string =>
  Object.entries(varied)
    .map(([k, v]) => `${k} ${v}`)
    .join(', ');

/** A table in Markdown, its columns padded for those who read the source. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((r) => r.map((c) => c.replaceAll('|', '\\|')));
  const width = head.map((_, c) => Math.max(3, ...cells.map((r) => r[c]!.length)));
  const line = (r: readonly string[]) => `| ${r.map((c, i) => c.padEnd(width[i]!)).join(' | ')} |`;
  return [line(cells[0]!), line(width.map((w) => '-'.repeat(w))), ...cells.slice(1).map(line)].join('\n');
}
