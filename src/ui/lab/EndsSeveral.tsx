/** Where several arms stand in numbers: each at the latest evaluation, or each against one of them. */
import { useMemo, useState } from 'react';
import type { ArmId } from '../../train/settings.ts';
import type { Interval } from '../../train/stats.ts';
import { Segmented } from '../app/Segmented.tsx';
import { Term } from '../app/Term.tsx';
import { two } from '../charts/annotate.ts';
import { armStyle } from '../charts/arm-styles.ts';
import { familyName } from '../charts/measures.ts';
import { Swatch } from '../charts/Swatch.tsx';
import type { Run } from '../store/run.ts';
import { ExportMenu } from '../runs/ExportMenu.tsx';
import { seedsOf } from '../store/run.ts';
import { armName, armShort, referenceOf } from './arms.ts';
import type { ComparedRow, Moment } from './ends-several.ts';
import { comparedRows, differenceRows, momentOf, SEEDS_FOR_INTERVALS, seedWords } from './ends-several.ts';
import { COLUMNS, panelRows } from './ends.ts';
import { TRAIN_WINDOW } from './train-window.ts';
import css from './Ends.module.css';

const signed = (v: number): string => (Number.isFinite(v) ? `${v < 0 ? '−' : '+'}${two(Math.abs(v))}` : '–');

function Cell({ value, say, at, claims }: { value: Interval | null; say: (v: number) => string; at?: number; claims: boolean }) {
  if (!value || !Number.isFinite(value.estimate)) return <td>–</td>;
  const clear = claims && say === signed && Number.isFinite(value.lo) && (value.lo > 0 || value.hi < 0);
  return (
    <td data-clear={clear || undefined}>
      {say(value.estimate)}
      {at === undefined ? null : <i> at {at}</i>}
      {Number.isFinite(value.lo) ? <small>{say === signed ? `${say(value.lo)} to ${say(value.hi)}` : `${say(value.lo)}–${say(value.hi)}`}</small> : null}
    </td>
  );
}

function Name({ arm, failedAt }: { arm: ArmId; failedAt: number | null }) {
  return (
    <th scope="row">
      <Swatch line={armStyle(arm, '')} />
      {armShort(arm)}
      {failedAt === null ? null : <small>stopped at update {failedAt}</small>}
    </th>
  );
}

const LABELS = ['Training users', ...COLUMNS.slice(1).map((c) => c.label)];

interface TableProps {
  readonly rows: readonly (Omit<ComparedRow, 'best'> & { readonly best?: ComparedRow['best'] })[];
  readonly best: boolean;
  readonly say: (v: number) => string;
  readonly name: string;
  /** there are seeds enough for an interval to mean something */
  readonly claims: boolean;
}

function Table({ rows, best, say, name, claims }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={css.scroll} tabIndex={0} role="region" aria-label={name}>
      <table className={css.table} data-several>
        <thead>
          <tr>
            <th scope="col">Arm</th>
            {LABELS.map((label) => (
              <th scope="col" key={label}>
                {label}
              </th>
            ))}
            {best ? <th scope="col">Best held-out</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.arm}>
              <Name arm={r.arm} failedAt={r.failedAt} />
              {r.cells.map((c, i) => (
                <Cell key={LABELS[i]} value={c} say={say} claims={claims} />
              ))}
              {best ? <Cell value={r.best?.value ?? null} say={say} claims={claims} {...(r.best ? { at: r.best.update } : {})} /> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which policies the two kinds of columns belong to. */
function momentWords({ update, trained }: Moment): string {
  const window = Math.min(TRAIN_WINDOW, trained + 1);
  const train =
    window > 1
      ? `Training success is the mean over the last ${window} updates, because one update’s dialogues are few.`
      : 'Training success is that of one update’s dialogues, which are few: it is noisy.';
  if (trained >= update) return `All arms at update ${update}, the latest evaluation. ${train}`;
  return `All arms at update ${update}, the latest evaluation. ${train} Training success and entropy come from the dialogues the last update learned from, so they end with update ${trained}.`;
}

/** Held-out simulators one by one, now, an arm a column. */
function Panel({ run }: { run: Run }) {
  const panels = run.arms.map((a) => panelRows(a.series));
  const names = panels[0]?.map((p) => p.name) ?? [];
  if (names.length === 0) return null;
  return (
    <details className={css.more}>
      <summary>Held-out simulators one by one ({names.length})</summary>
      <p className={css.about}>Success with each simulator of the panel at the latest evaluation; below each mean the lowest and the highest seed.</p>
      <div className={css.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">Simulator</th>
              <th scope="col">Before training</th>
              {run.arms.map((a) => (
                <th scope="col" key={a.arm}>
                  {armShort(a.arm)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, i) => (
              <tr key={name}>
                <th scope="row">{familyName(name)}</th>
                {[panels[0]?.[i]?.base ?? null, ...panels.map((p) => p.find((r) => r.name === name)?.now ?? null)].map((p, column) => (
                  <td key={column}>
                    {p ? two(p.mean) : '–'}
                    {p && p.seeds > 1 ? <small>{`${two(p.lo)}–${two(p.hi)}`}</small> : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export function EndsSeveral({ run }: { run: Run }) {
  const [block, setBlock] = useState<'values' | 'differences'>('values');
  const moment = momentOf(run);
  const reference = referenceOf(run.experiment.arms);
  const failures = run.arms.map((a) => a.failure?.update ?? '').join();
  // intervals cost two thousand resamples each: once a moment is enough
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const rows = useMemo(() => (moment ? comparedRows(run, moment) : []), [run.id, moment?.update, moment?.trained, failures]);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const differences = useMemo(() => (moment && block === 'differences' ? differenceRows(run, moment, reference) : []), [run.id, moment?.update, moment?.trained, failures, block, reference]);
  if (!moment) return null;
  const seeds = seedsOf(run.experiment).length;
  const claims = seeds >= SEEDS_FOR_INTERVALS;
  return (
    <section className={css.ends} aria-labelledby="ends">
      <div className={css.head}>
        <h2 id="ends">In numbers</h2>
        <Segmented
          name="block"
          label="Numbers shown"
          options={[
            { id: 'values', label: 'Each arm' },
            { id: 'differences', label: `Paired differences to ${armShort(reference)}` },
          ]}
          value={block}
          onChange={setBlock}
        />
        <ExportMenu runKey={run.key} name="this run" charts />
      </div>
      <p className={css.about}>
        {momentWords(moment)} Mean over <Term id="seed">seeds</Term>. {seedWords(seeds)}
      </p>
      {block === 'values' ? (
        <Table rows={rows} best say={two} claims={claims} name="Each arm in numbers" />
      ) : (
        <>
          <Table rows={differences} best={false} say={signed} claims={claims} name={`Paired differences to ${armName(reference)}`} />
          <p className={css.about}>
            Each arm minus {armName(reference)}, seed by seed: both share the seed’s random numbers, so what a seed adds to both cancels.
            {claims ? ' Bold: the interval leaves out 0.' : ` With ${seeds === 1 ? 'one seed' : `${seeds} seeds`} no difference can be told from chance, whatever its size.`}
            {differences.some((d) => d.failedAt !== null) ? ' An arm that stopped is compared as it was then.' : ''}
          </p>
        </>
      )}
      {block === 'values' ? <p className={css.about}>Best held-out is chosen by the evaluation it is shown with, so it flatters a little.</p> : null}
      <Panel run={run} />
    </section>
  );
}
