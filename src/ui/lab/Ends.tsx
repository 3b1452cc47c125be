/** Where the run stands in numbers: before training, at its best, now; then each held-out simulator, and every other measure on demand. */
import { Term } from '../app/Term.tsx';
import { two } from '../charts/annotate.ts';
import type { BandPoint } from '../charts/bands.ts';
import { bandsOf, lastOf } from '../charts/bands.ts';
import { familyName, metricWords, sortMetrics, trainLabel } from '../charts/measures.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import type { Series } from '../store/series.ts';
import type { EndRow } from './ends.ts';
import { COLUMNS, endRows, panelRows } from './ends.ts';
import css from './Ends.module.css';

function Value({ point }: { point: BandPoint | null }) {
  if (!point) return <td>–</td>;
  return (
    <td>
      {two(point.mean)}
      {point.seeds > 1 ? <small>{`${two(point.lo)}–${two(point.hi)}`}</small> : null}
    </td>
  );
}

function rowName(row: EndRow, finished: boolean): string {
  if (row.kind === 'start') return 'Before training';
  if (row.kind === 'best') return `Best held-out, update ${row.update}`;
  return `${finished ? 'End' : 'Now'}, update ${row.update}`;
}

/** Values of other measures span many sizes: three figures, whatever the size. */
const three = (v: number): string => (Number.isFinite(v) ? (v !== 0 && (Math.abs(v) < 0.001 || Math.abs(v) >= 10000) ? v.toExponential(1) : String(Number(v.toPrecision(3)))) : '–');

const SHOWN_ABOVE: ReadonlySet<string> = new Set(COLUMNS.map((c) => c.metric));

function AllMeasures({ series }: { series: Series }) {
  const names = sortMetrics([...series.metrics.keys()].filter((n) => !SHOWN_ABOVE.has(n) && !/^(success|reward)\.heldout\./.test(n)));
  if (names.length === 0) return null;
  return (
    <details className={css.more}>
      <summary>Other measures ({names.length})</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Latest</th>
            <th scope="col">Lowest–highest seed</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const p = lastOf(bandsOf(series.get(name)));
            const words = metricWords(name);
            return (
              <tr key={name}>
                <th scope="row">
                  {words ? words[0] : name}
                  <small>{words ? `${words[1]} (${name})` : ''}</small>
                </th>
                <td>{p ? three(p.mean) : '–'}</td>
                <td>{p && p.seeds > 1 ? `${three(p.lo)}–${three(p.hi)}` : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}

export function Ends() {
  const run = useLab((s) => s.run);
  useRedraw();
  if (!run || run.series.empty) return null;
  const rows = endRows(run.series);
  const panel = panelRows(run.series);
  return (
    <section className={css.ends} aria-labelledby="ends">
      <h2 id="ends">In numbers</h2>
      <p className={css.about}>
        Success rates and entropy, mean over <Term id="seed">seeds</Term>; below each mean the lowest and the highest seed. Held-out simulators and real users: the latest evaluation, one every{' '}
        {run.settings.evalEvery} updates.
      </p>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Moment</span>
              </th>
              {COLUMNS.map((c) => (
                <th scope="col" key={c.metric}>
                  {c.metric === 'success.train' ? trainLabel(run.settings.arm) : c.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.kind} data-kind={row.kind}>
                <th scope="row">{rowName(row, run.state === 'finished')}</th>
                {row.cells.map((p, i) => (
                  <Value key={COLUMNS[i]?.metric ?? i} point={p} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {panel.length > 0 ? (
        <details className={css.more}>
          <summary>Held-out simulators one by one ({panel.length})</summary>
          <p className={css.about}>
            Each plays one type most often: two warm, two busy, one skeptic and one questioner, the type that the collapsed training simulator plays, too. All are aligned at γ = 3 and never trained
            on.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Simulator</th>
                <th scope="col">Before training</th>
                <th scope="col">{run.state === 'finished' ? 'End' : 'Now'}</th>
              </tr>
            </thead>
            <tbody>
              {panel.map((p) => (
                <tr key={p.name}>
                  <th scope="row">{familyName(p.name)}</th>
                  <Value point={p.base} />
                  <Value point={p.now} />
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
      <AllMeasures series={run.series} />
      {run.digest ? (
        <p className={css.digest}>
          Digest of the run <code>{run.digest}</code>: the same settings give the same digest {run.engine?.backend === 'cpu' ? 'on every machine' : 'on the same machine and browser'}.
        </p>
      ) : null}
    </section>
  );
}
