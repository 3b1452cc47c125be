/** Where a run stands in numbers. One arm: before training, at its best, now; then each held-out simulator on demand. */
import { Term } from '../app/Term.tsx';
import { two } from '../charts/annotate.ts';
import type { BandPoint } from '../charts/bands.ts';
import { familyName, trainLabel } from '../charts/measures.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import type { ArmRun, Run } from '../store/run.ts';
import { isEmpty } from '../store/run.ts';
import type { EndRow } from './ends.ts';
import { COLUMNS, endRows, panelRows } from './ends.ts';
import { ExportMenu } from '../runs/ExportMenu.tsx';
import { EndsSeveral } from './EndsSeveral.tsx';
import { TRAIN_WINDOW } from './train-window.ts';
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

export function Ends() {
  const run = useLab((s) => s.run);
  useRedraw();
  if (!run || isEmpty(run)) return null;
  if (run.arms.length > 1) return <EndsSeveral run={run} />;
  return run.arms[0] ? <EndsOfOne run={run} one={run.arms[0]} /> : null;
}

function EndsOfOne({ run, one }: { run: Run; one: ArmRun }) {
  const rows = endRows(one.series);
  const panel = panelRows(one.series);
  return (
    <section className={css.ends} aria-labelledby="ends">
      <div className={css.head}>
        <h2 id="ends">In numbers</h2>
        <ExportMenu runKey={run.key} name="this run" charts />
      </div>
      <p className={css.about}>
        Success rates and entropy, mean over <Term id="seed">seeds</Term>; below each mean the lowest and the highest seed. Held-out simulators and real users: the latest evaluation, one every{' '}
        {run.experiment.evalEvery} updates. Training success: the mean of the last {TRAIN_WINDOW} updates up to there, because one update’s dialogues are few. It and entropy come from the dialogues an
        update learned from, and so from the policy of one update before.
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
                  {c.metric === 'success.train' ? trainLabel(one.arm) : c.label}
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
                <th scope="col">
                  {run.state === 'finished' ? 'End' : 'Now'}, update {panel[0]?.now?.update}
                </th>
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
    </section>
  );
}
