/** The numbers behind a chart: every evaluation, and of denser lines the latest value at or before it. */
import { two } from './annotate.ts';
import type { PlotLine } from './Plot.tsx';
import { pointAt } from './rows.ts';
import { readable } from './theirs.ts';
import css from './DataTable.module.css';

const MAX_ROWS = 120;

/** Updates to list: those of the line with the fewest points, thinned to a length that can be read. */
function updatesOf(lines: readonly PlotLine[]): number[] {
  const sparse = [...lines].filter((l) => l.points.length > 1).sort((a, b) => a.points.length - b.points.length)[0] ?? lines[0];
  const all = new Set(sparse?.points.map((p) => p.update) ?? []);
  for (const l of lines) {
    const last = l.points[l.points.length - 1];
    if (last) all.add(last.update);
  }
  const sorted = [...all].sort((a, b) => a - b);
  const every = Math.ceil(sorted.length / MAX_ROWS);
  return sorted.filter((_, i) => i % every === 0 || i === sorted.length - 1);
}

export function DataTable({ lines, name, height, say = two }: { lines: readonly PlotLine[]; name: string; height: number; say?: ((v: number) => string) | undefined }) {
  const bright = readable(lines);
  if (bright.length === 0) return <p style={{ height }}>No values yet.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={css.scroll} style={{ height }} tabIndex={0} role="region" aria-label={`${name}, as a table`}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Update</th>
            {bright.map((l) => (
              <th scope="col" key={l.key}>
                {l.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {updatesOf(bright).map((u) => (
            <tr key={u}>
              <th scope="row">{u}</th>
              {bright.map((l) => {
                const p = pointAt(l.points, u);
                return (
                  <td key={l.key}>
                    {p ? say(p.mean) : '–'}
                    {p && p.seeds > 1 ? <span>{` ${say(p.lo)}–${say(p.hi)}`}</span> : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
