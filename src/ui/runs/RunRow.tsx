import { Pencil, Star } from 'lucide-react';
import { useState } from 'react';
import { two } from '../charts/annotate.ts';
import { armShort } from '../lab/arms.ts';
import { windowWords } from '../lab/train-window.ts';
import { counted, seedsName } from '../lab/words.ts';
import { useLab } from '../store/hooks.ts';
import { goOn, openRun, runAgain } from './actions.ts';
import { library, recorder } from './client.ts';
import { TRAIN_END, TRAIN_POINTS } from './ends.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { cannotGoOn } from './load.ts';
import { MAX_NAME } from './records.ts';
import type { Ends, RunRecord } from './records.ts';
import css from './Runs.module.css';
import { bytesWords } from './size.ts';

function stateWords(r: RunRecord, here: boolean, elsewhere: boolean): string {
  const at = `update ${r.update} of ${r.experiment.updates}`;
  if (elsewhere) return `going on in another tab, ${at}`;
  if (r.state === 'finished') return `finished, ${counted(r.experiment.updates)}`;
  if (here) return `${r.state}, ${at}`;
  return `${r.state === 'failed' ? 'stopped by an error' : r.state === 'stopped' ? 'stopped' : 'interrupted'} at ${at}`;
}

/** The name, and a field in its place while it is changed: Enter keeps, Escape leaves it. */
function Name({ record }: { record: RunRecord }) {
  const [editing, setEditing] = useState(false);
  if (editing) {
    const done = (name: string): void => {
      setEditing(false);
      if (name !== record.name) void library.rename(record.key, name);
    };
    return (
      <input
        className={css.name}
        aria-label="Name of the run"
        defaultValue={record.name}
        maxLength={MAX_NAME}
        ref={(field) => field?.focus()}
        onBlur={(e) => done(e.target.value)}
        onKeyDown={(e) => {
          if (e.key === 'Enter') done(e.currentTarget.value);
          if (e.key === 'Escape') setEditing(false);
        }}
      />
    );
  }
  return (
    <>
      <a
        href="#/lab"
        onClick={(e) => {
          e.preventDefault();
          void openRun(record.key);
        }}
      >
        {record.name}
      </a>
      <button type="button" className={css.star} onClick={() => setEditing(true)} aria-label={`Rename ${record.name}`} title="Rename">
        <Pencil size={14} aria-hidden="true" />
      </button>
    </>
  );
}

/** Training success as the lab's table has it; of older records only the last update's is known. */
const trainWords = (ends: Ends): string =>
  ends[TRAIN_END] !== undefined ? `${two(ends[TRAIN_END])} (${windowWords(ends[TRAIN_POINTS] ?? 1)})` : ends['success.train'] !== undefined ? `${two(ends['success.train'])} (of one update)` : '–';

interface Props {
  readonly record: RunRecord;
  /** another tab writes it */
  readonly elsewhere: boolean;
  readonly chosen: boolean;
  /** no more can be chosen */
  readonly full: boolean;
  readonly onChoose: () => void;
}

export function RunRow({ record: r, elsewhere, chosen, full, onChoose }: Props) {
  const engine = useLab((s) => s.engine);
  const here = recorder.current === r.key;
  const resumable = !here && !elsewhere && r.state !== 'finished' && cannotGoOn(r, engine) === null;
  const { arms } = r.experiment;
  return (
    <li className={css.row}>
      <input type="checkbox" className={css.check} checked={chosen} disabled={full && !chosen} onChange={onChoose} aria-label={`Compare ${r.name}`} />
      <button type="button" className={css.star} aria-pressed={r.starred} aria-label={`Star ${r.name}`} onClick={() => void library.star(r.key, !r.starred)}>
        <Star size={18} fill={r.starred ? 'currentColor' : 'none'} aria-hidden="true" />
      </button>
      <div>
        <h2>
          <Name record={r} />
        </h2>
        <p className={css.meta}>
          {new Date(r.created).toLocaleString()} · {arms.map(armShort).join(', ')} · {seedsName(r.experiment.seeds)} · {stateWords(r, here, elsewhere)} · {bytesWords(r.bytes + r.checkpointBytes)}
        </p>
        {arms.map((arm) => {
          const ends = r.ends[arm];
          if (!ends) return null;
          const say = (metric: string): string => (ends[metric] === undefined ? '–' : two(ends[metric]));
          return (
            <p key={arm} className={css.ends}>
              {arms.length > 1 ? `${armShort(arm)}: ` : ''}held-out <b>{say('success.heldout')}</b>, training users {trainWords(ends)}, real users {say('success.real')}, entropy{' '}
              {say('policy.entropy')}
            </p>
          );
        })}
        <details className={css.noted} open={r.notes !== '' || undefined}>
          <summary>Notes</summary>
          <textarea
            className={css.notes}
            rows={2}
            maxLength={10_000}
            defaultValue={r.notes}
            aria-label={`Notes on ${r.name}`}
            onBlur={(e) => e.target.value !== r.notes && void library.note(r.key, e.target.value)}
          />
        </details>
      </div>
      <div className={css.buttons}>
        <button type="button" className={css.quiet} onClick={() => void openRun(r.key)}>
          Open<span className="visually-hidden"> {r.name} in the lab</span>
        </button>
        {resumable ? (
          <button type="button" className={css.button} onClick={() => void goOn(r.key)}>
            Continue at update {r.kept}
          </button>
        ) : null}
        <button type="button" className={css.quiet} onClick={() => runAgain(r.experiment)} title="A new run with these settings">
          Run again
        </button>
        <ExportMenu runKey={r.key} name={r.name} />
        <button type="button" className={css.quiet} disabled={here || elsewhere} title={here || elsewhere ? 'It is going on' : undefined} onClick={() => void library.remove(r.key)}>
          Delete
        </button>
      </div>
    </li>
  );
}
