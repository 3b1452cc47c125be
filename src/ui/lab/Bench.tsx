/** What is being trained, against whom, and on whom it is measured; with one exchange of the current policy, once there is one. */
import type { Scenario } from '../../sim/scenario.ts';
import type { Transcript } from '../../train/protocol.ts';
import { ARM_WORDS } from '../../train/arms/words.ts';
import type { ArmId } from '../../train/settings.ts';
import { SETTINGS } from '../../train/settings.ts';
import { Term } from '../app/Term.tsx';
import { armStyle } from '../charts/arm-styles.ts';
import { Swatch } from '../charts/Swatch.tsx';
import { useLab, useRedraw } from '../store/hooks.ts';
import { armShort } from './arms.ts';
import { collapseWords } from './words.ts';
import css from './Bench.module.css';

/** "M: width 64, 2 layers" -> "width 64, 2 layers" */
function sizeWords(model: string): string {
  const label = SETTINGS.model.options.find((o) => o.value === model)?.label ?? model;
  return label.replace(/^\w+:\s*/, '');
}

/** What one side says first in the newest training dialogue; null while there is nothing to quote. */
function firstSaid(transcripts: readonly Transcript[] | undefined, scenario: Scenario | null, writer: 'policy' | 'user'): string | null {
  const turn = transcripts?.findLast((t) => t.against === 'train')?.turns[0];
  const text = turn?.text[scenario?.turn.findIndex((s) => s.writer === writer) ?? -1];
  return text ? text : null;
}

/** Several arms: a line each, as the charts draw them. */
function Side({ arms }: { arms: readonly ArmId[] }) {
  return (
    <>
      <h2>{arms.length} kinds of users, side by side</h2>
      <ul className={css.arms}>
        {arms.map((arm) => (
          <li key={arm} title={`${ARM_WORDS[arm].label}: ${ARM_WORDS[arm].users}`}>
            <Swatch line={armStyle(arm, '')} />
            {armShort(arm)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The middle card's words: for one frozen simulator what its sharpening means, for every other arm the arm's own sentence. */
function TrainedAgainst({ arms, gamma }: { arms: readonly ArmId[]; gamma: number }) {
  const arm = arms[0] ?? 'single';
  if (arms.length > 1) return <Side arms={arms} />;
  if (arm !== 'single') {
    const words = ARM_WORDS[arm];
    return (
      <>
        <h2>{words.label}</h2>
        <p>{words.users}</p>
      </>
    );
  }
  return (
    <>
      <h2>
        One frozen <Term id="simulator">simulated user</Term>
      </h2>
      <p>
        {collapseWords(gamma)}:{' '}
        {gamma > 3 ? (
          <>
            <Term id="collapse">mode collapse</Term> at{' '}
          </>
        ) : null}
        <Term id="gamma">γ = {gamma}</Term>
      </p>
    </>
  );
}

export function Bench({ scenario }: { scenario: Scenario | null }) {
  const { arms, gamma, model } = useLab((s) => s.run?.experiment ?? s.draft);
  const transcripts = useLab((s) => s.run?.arms[0]?.transcripts);
  useRedraw();
  const several = arms.length > 1;
  const untrained = !several && arms[0] === 'base';
  const real = arms.includes('oracle');
  // what is quoted is the first arm's
  const asked = firstSaid(transcripts, scenario, 'policy');
  const answered = firstSaid(transcripts, scenario, 'user');
  return (
    <section className={css.bench} aria-label="The experiment">
      <div className={css.side}>
        <p className={css.role}>{untrained ? 'Not trained, only measured' : 'Being trained'}</p>
        <h2>
          One <Term id="policy">policy</Term>
          {several ? ' an arm' : ''}
        </h2>
        <p>
          A transformer ({sizeWords(model)}), {scenario?.policyActs.length ?? 10} ways to speak{several ? '; all start alike' : ''}.
        </p>
        <blockquote data-empty={!asked || undefined}>{asked ?? 'What it says will appear here.'}</blockquote>
      </div>
      <div className={css.arrow} aria-hidden="true">
        ⇄
      </div>
      <div className={css.side}>
        <p className={css.role}>{untrained ? 'Played against' : 'Trained against'}</p>
        <TrainedAgainst arms={arms} gamma={gamma} />
        <blockquote data-empty={!answered || undefined}>{answered ?? 'What is answered will appear here.'}</blockquote>
      </div>
      <div className={css.arrow} aria-hidden="true">
        →
      </div>
      <div className={css.side}>
        <p className={css.role}>Measured on</p>
        <h2>{real && !several ? 'Simulators it has not met, and its own users' : `Users ${several ? 'they have' : 'it has'} not met`}</h2>
        <p>
          <Term id="heldout">Held-out simulators</Term> and <Term id="real">real users</Term>
          {!real ? ', never trained on.' : several ? '; only the arm “Real users” trains on the latter.' : '; in this arm it trains on the latter.'}
        </p>
      </div>
    </section>
  );
}
