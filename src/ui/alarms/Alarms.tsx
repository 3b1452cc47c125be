/** The alarms of the run on screen, an arm at a time: a quiet list under the charts. What is new is said to screen readers once, not at every redraw. */
import { X } from 'lucide-react';
import { useState } from 'react';
import { armName } from '../lab/arms.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import type { ArmRun, Run } from '../store/run.ts';
import type { Alarm } from './detect.ts';
import { alarmsOf } from './detect.ts';
import { alarmWords } from './words.ts';
import css from './Alarms.module.css';

/** more of one arm wait until one is dismissed */
const MAX_SHOWN = 3;

const keyOf = (run: Run, of: ArmRun, alarm: Alarm): string => `${run.id} ${of.arm} ${alarm.id}`;

function Item({ alarm, of, run, several, onDismiss }: { alarm: Alarm; of: ArmRun; run: Run; several: boolean; onDismiss: () => void }) {
  const w = alarmWords(alarm, of.arm, run.experiment.simReward);
  return (
    <li className={css.item}>
      <div>
        <p>
          <strong>
            {several ? `${armName(of.arm)}: ` : ''}
            {w.title}
          </strong>{' '}
          {w.seen}
        </p>
        <p>
          <b>Why:</b> {w.why} <b>Try:</b> {w.todo}{' '}
          <a href={`#/learn/${w.lesson}`}>
            The lesson<span className="visually-hidden"> about this: {w.title}</span>
          </a>
        </p>
      </div>
      <button type="button" className={css.close} onClick={onDismiss} aria-label={`Dismiss: ${w.title}`}>
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  );
}

export function Alarms() {
  const run = useLab((s) => s.run);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  useRedraw();
  const shown = (run?.arms ?? []).flatMap((of) =>
    run
      ? alarmsOf(of.series, of.arm, run.experiment)
          .map((alarm) => ({ alarm, of, key: keyOf(run, of, alarm) }))
          .filter(({ key }) => !dismissed.has(key))
          .slice(0, MAX_SHOWN)
      : [],
  );
  const several = (run?.arms.length ?? 0) > 1;
  return (
    <>
      {run && shown.length > 0 ? (
        <ul className={css.list} aria-label="What to look at">
          {shown.map(({ alarm, of, key }) => (
            <Item key={key} alarm={alarm} of={of} run={run} several={several} onDismiss={() => setDismissed(new Set([...dismissed, key]))} />
          ))}
        </ul>
      ) : null}
      <p className="visually-hidden" aria-live="polite">
        {run ? shown.map(({ alarm, of }) => `${several ? `${armName(of.arm)}: ` : ''}${alarmWords(alarm, of.arm, run.experiment.simReward).title}`).join(' ') : ''}
      </p>
    </>
  );
}
