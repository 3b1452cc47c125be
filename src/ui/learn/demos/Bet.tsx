/** A bet on how a run ends, placed before it begins and compared with the run's own numbers. */
import { useState } from 'react';
import type { ExperimentSettings } from '../../../train/experiment-settings.ts';
import { two } from '../../charts/annotate.ts';
import { useLab, useRedraw } from '../../store/hooks.ts';
import { courseOf } from '../check.ts';
import { closeness } from '../closeness.ts';
import type { Bet as Placed } from '../progress.ts';
import { did, placeBet, useProgress } from '../progress.ts';
import { sameExperiment } from '../same.ts';
import css from './demos.module.css';

const SIDES = [
  { key: 'heldout', metric: 'success.heldout', label: 'Held-out success at the end', max: 1, step: 0.01 },
  { key: 'entropy', metric: 'policy.entropy', label: 'Entropy at the end, nats', max: 2.3, step: 0.05 },
] as const;

function Result({ bet, experiment }: { bet: Placed; experiment: ExperimentSettings }) {
  const run = useLab((s) => s.run);
  useRedraw();
  const series = run && run.id !== bet.placedAt && sameExperiment(run.experiment, experiment) ? run.arms[0]?.series : undefined;
  const finished = series && run?.state === 'finished';
  return (
    <table className={css.betTable}>
      <thead>
        <tr>
          <th scope="col">At the end</th>
          <th scope="col">Your bet</th>
          <th scope="col">{finished ? 'The run' : series ? 'So far' : 'The run'}</th>
          <th scope="col">
            <span className="visually-hidden">Compared</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {SIDES.map((s) => {
          const course = series ? courseOf(series.get(s.metric), s.metric) : null;
          return (
            <tr key={s.key}>
              <th scope="row">{s.label.replace(' at the end', '')}</th>
              <td>{two(bet[s.key])}</td>
              <td>{course ? two(course.end) : '–'}</td>
              <td>{finished && course ? closeness(bet[s.key], course.end, s.max) : ''}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function Bet({ experiment }: { experiment: ExperimentSettings }) {
  const bet = useProgress((p) => p.bet);
  const runId = useLab((s) => (s.run && sameExperiment(s.run.experiment, experiment) ? s.run.id : null));
  const [guess, setGuess] = useState({ heldout: 0.5, entropy: 1 });
  if (bet) {
    return (
      <div className={css.bet}>
        <Result bet={bet} experiment={experiment} />
        {bet.placedAt !== null && runId === bet.placedAt ? <p className={css.hint}>The run on screen began before you bet; the bet counts for the next one.</p> : null}
        <button type="button" className={css.link} onClick={() => placeBet(null)}>
          Bet again
        </button>
      </div>
    );
  }
  return (
    <div className={css.bet}>
      {SIDES.map((s) => (
        <label key={s.key} className={css.slider}>
          <span>
            {s.label}: <b>{two(guess[s.key])}</b>
          </span>
          <input type="range" min={0} max={s.max} step={s.step} value={guess[s.key]} onChange={(e) => setGuess({ ...guess, [s.key]: Number(e.target.value) })} />
        </label>
      ))}
      <button
        type="button"
        className={css.button}
        onClick={() => {
          placeBet({ ...guess, placedAt: runId });
          did('bet');
        }}
      >
        Place the bet
      </button>
    </div>
  );
}
