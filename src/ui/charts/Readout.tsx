/** Exact values under the pointer: real points, never the interpolated ones that only join them. */
import { two } from './annotate.ts';
import type { PlotLine } from './Plot.tsx';
import { pointAt } from './rows.ts';
import { Swatch } from './Swatch.tsx';
import css from './Plot.module.css';

export function Readout({ update, lines }: { update: number; lines: readonly PlotLine[] }) {
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
                  <b>{p ? two(p.mean) : '–'}</b>
                </td>
                <td className={css.spread}>{p && p.seeds > 1 ? `${two(p.lo)}–${two(p.hi)}` : p && p.update !== update ? `at ${p.update}` : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
