/** Exact values under the pointer: real points, never the interpolated ones that only join them. */
import type { PlotLine } from './Plot.tsx';
import { pointAt } from './rows.ts';
import { Swatch } from './Swatch.tsx';
import css from './Plot.module.css';

export function Readout({ update, lines, say }: { update: number; lines: readonly PlotLine[]; say: (v: number) => string }) {
  return (
    <div className={css.readout}>
      <h4>{update === 0 ? 'Update 0, before training' : `Update ${update}`}</h4>
      <table>
        <tbody>
          {lines.map((l) => {
            const p = pointAt(l.points, update);
            return (
              <tr key={l.key}>
                <th scope="row">
                  <Swatch line={l} />
                  {l.label}
                </th>
                <td>
                  <b>{p ? say(p.mean) : '–'}</b>
                </td>
                <td className={css.spread}>{p && p.seeds > 1 ? `${say(p.lo)}–${say(p.hi)}` : p && p.update !== update ? `at ${p.update}` : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
