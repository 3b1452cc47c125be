/** Who talks to whom: every arm's policies with every kind of user. */
import type { CrossPlay as CrossPlayData } from '../../train/protocol.ts';
import { Term } from '../app/Term.tsx';
import { two } from '../charts/annotate.ts';
import type { BandPoint } from '../charts/bands.ts';
import { armName } from '../lab/arms.ts';
import { counted } from '../lab/words.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import type { Run } from '../store/run.ts';
import { gridOf } from './cross-play.ts';
import panel from './panel.module.css';
import css from './CrossPlay.module.css';

/** at most this much of the colour stands behind the number, so that it stays legible in both themes */
const DEEPEST = 60;

function seedsWords(p: BandPoint): string {
  if (p.seeds === 0) return 'no dialogue of this kind';
  return p.seeds === 1 ? `${two(p.mean)}, one seed` : `${two(p.mean)}, seeds from ${two(p.lo)} to ${two(p.hi)}`;
}

const rowName = (row: { readonly id: CrossPlayData['rows'][number]['id']; readonly label: string }): string => (row.id === 'start' ? row.label : armName(row.id));

function Heat({ crossPlay }: { crossPlay: CrossPlayData }) {
  const grid = gridOf(crossPlay);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={css.scroll} tabIndex={0} role="region" aria-label="Cross-play, success rates">
      <table className={css.heat}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Policy trained in
            </th>
            {grid.groups.map((g, i) => (
              <th scope={g.alone ? 'col' : 'colgroup'} key={g.label} colSpan={g.columns} rowSpan={g.alone ? 2 : 1} data-first={i > 0 || undefined}>
                {g.label}
              </th>
            ))}
          </tr>
          <tr>
            {grid.columns.map((c) =>
              c.alone ? null : (
                <th scope="col" key={c.id} data-first={c.first || undefined}>
                  {c.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((r) => (
            <tr key={r.id}>
              <th scope="row">{rowName(r)}</th>
              {r.cells.map(({ value, own }, i) => {
                const column = grid.columns[i];
                const depth = Number.isFinite(value.mean) ? Math.max(0, Math.min(1, value.mean)) * DEEPEST : 0;
                return (
                  <td
                    key={column?.id ?? i}
                    data-first={column?.first || undefined}
                    data-own={own || undefined}
                    title={`${rowName(r)} with ${column?.label ?? ''}: ${seedsWords(value)}`}
                    style={{ background: `color-mix(in srgb, var(--heat) ${depth.toFixed(1)}%, var(--raised))` }}
                  >
                    {two(value.mean)}
                    {own ? <span className="visually-hidden"> (its own training users)</span> : null}
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

function Measure({ run }: { run: Run | null }) {
  const can = run?.state === 'running' || run?.state === 'paused';
  return (
    <div className={panel.tools}>
      <button type="button" className={panel.button} disabled={!can} aria-disabled={run?.measuring} onClick={lab.actions.requestCrossPlay}>
        {run?.measuring ? 'Measuring' : 'Measure now'}
      </button>
      <span className={panel.said} role="status">
        {run?.measuring
          ? 'Measured once the update on hand is done.'
          : run?.crossPlay
            ? `Measured after ${counted(run.crossPlay.update)}, ${run.crossPlay.dialogues} dialogues behind each number.`
            : can
              ? 'Not measured yet; at the end of a run it comes by itself.'
              : run && run.state !== 'preparing'
                ? 'No cross-play is stored with this run, and one that rests cannot be measured; continue it or run it again.'
                : 'It can be measured while a run goes on or is paused, and comes by itself at its end.'}
      </span>
    </div>
  );
}

export default function CrossPlay() {
  const run = useLab((s) => s.run);
  return (
    <>
      <p className={panel.about}>
        Each row is one arm’s <Term id="policy">policies</Term>, each column one kind of user, each number the share of dialogues that end in a donation in <Term id="crossplay">cross-play</Term> (mean
        over seeds). A policy that learned people does well in every column; one that learned a simulator by heart only in its own, which is outlined.
      </p>
      <Measure run={run} />
      {run?.crossPlay ? <Heat crossPlay={run.crossPlay} /> : <p className={panel.empty}>Who succeeds with whom appears here once it has been measured.</p>}
      {run?.crossPlay ? <p className={panel.note}>The deeper the colour, the more often it succeeds. Point at a number for the lowest and the highest seed.</p> : null}
    </>
  );
}
