/** One group of dialogues and the update it makes, in five stages on real numbers. */
import { useState } from 'react';
import type { Scenario } from '../../../sim/scenario.ts';
import type { SlowMotion as Slow } from '../../../train/slow-motion.ts';
import type { ExperimentSettings } from '../../../train/experiment-settings.ts';
import { lab } from '../../store/client.ts';
import { useLab } from '../../store/hooks.ts';
import { did } from '../progress.ts';
import { Advantages, Dialogue, Gradients, Rewards, Update } from './slow-stages.tsx';
import css from './demos.module.css';

const STAGES = ['Dialogue', 'Reward', 'Advantage', 'Gradients', 'Step'] as const;

/** A dialogue that went well first: its gradients are the easier ones to read. */
const firstGood = (s: Slow): number =>
  Math.max(
    0,
    s.dialogues.findIndex((d) => d.advantage > 0),
  );

function Stages({ slow, scenario }: { slow: Slow; scenario: Scenario }) {
  const [stage, setStage] = useState(0);
  const [chosen, setChosen] = useState(() => firstGood(slow));
  const [turn, setTurn] = useState(0);
  const dialogue = slow.dialogues[chosen] ?? slow.dialogues[0]!;
  const go = (to: number): void => {
    setStage(to);
    if (to === STAGES.length - 1) did('slow-motion');
  };
  const choose = (i: number): void => {
    setChosen(i);
    setTurn(0);
  };
  const props = { slow, scenario, dialogue, chosen, onChoose: choose };
  return (
    <>
      <ol className={css.stages} aria-label="Stages">
        {STAGES.map((name, i) => (
          <li key={name}>
            <button type="button" aria-current={i === stage ? 'step' : undefined} onClick={() => go(i)}>
              {i + 1}. {name}
            </button>
          </li>
        ))}
      </ol>
      <section className={css.stage} aria-label={STAGES[stage]}>
        {stage === 0 ? <Dialogue {...props} /> : null}
        {stage === 1 ? <Rewards {...props} /> : null}
        {stage === 2 ? <Advantages {...props} /> : null}
        {stage === 3 ? <Gradients {...props} turn={Math.min(turn, dialogue.decisions.length - 1)} onTurn={setTurn} /> : null}
        {stage === 4 ? <Update {...props} /> : null}
      </section>
      <div className={css.pager}>
        <button type="button" className={css.button} disabled={stage === 0} onClick={() => go(stage - 1)}>
          Back
        </button>
        <button type="button" className={css.button} disabled={stage === STAGES.length - 1} onClick={() => go(stage + 1)}>
          Next: {STAGES[Math.min(stage + 1, STAGES.length - 1)]!.toLowerCase()}
        </button>
      </div>
    </>
  );
}

export function SlowMotion({ scenario, experiment }: { scenario: Scenario; experiment: ExperimentSettings }) {
  const { asked, result, error } = useLab((s) => s.slow);
  const busy = asked !== null;
  const next = result ? result.seed + 1 : 1;
  return (
    <div className={css.slow}>
      <p className={css.pager}>
        <button type="button" className={css.button} aria-disabled={busy} onClick={() => !busy && lab.actions.requestSlowMotion(next, experiment)}>
          {busy ? 'Playing the group' : result ? 'Another group' : 'Play one group'}
        </button>
        <span className={css.hint} role="status">
          {error ? `It could not be played: ${error}` : result ? `Seed ${result.seed}, simulator at γ ${result.gamma}` : ''}
        </span>
      </p>
      {result ? <Stages key={result.seed} slow={result} scenario={scenario} /> : null}
    </div>
  );
}
