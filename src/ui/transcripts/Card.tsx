import { useState } from 'react';
import type { Act, Scenario, TokenRange, Writer } from '../../sim/scenario.ts';
import type { Transcript, TranscriptTurn } from '../../train/protocol.ts';
import type { ArmId } from '../../train/settings.ts';
import { two } from '../charts/annotate.ts';
import { familyName } from '../charts/measures.ts';
import type { ShownList } from './lists.ts';
import { listsOf } from './lists.ts';
import { ListView } from './ListView.tsx';
import css from './Transcripts.module.css';

const slotOf = (scenario: Scenario, writer: Writer): number => scenario.turn.findIndex((s) => s.writer === writer);

function actOf(turn: TranscriptTurn | undefined, scenario: Scenario, writer: Writer): Act | undefined {
  const slot = slotOf(scenario, writer);
  const token = turn?.tokens[slot];
  const { policyActs, userActs, world } = scenario.tokens;
  const [range, acts]: readonly [TokenRange, readonly Act[]] =
    writer === 'policy' ? [policyActs, scenario.policyActs] : writer === 'user' ? [userActs, scenario.userActs] : [world, scenario.worldTokens];
  return token === undefined ? undefined : acts[token - range.lo];
}

function Said({ turn, scenario, writer, list }: { turn: TranscriptTurn; scenario: Scenario; writer: 'policy' | 'user'; list?: ShownList | null | undefined }) {
  const act = actOf(turn, scenario, writer);
  const text = turn.text[slotOf(scenario, writer)];
  if (!act && !text) return null;
  return (
    <li data-writer={writer}>
      <span className={css.act} title={act?.help}>
        {writer === 'policy' ? scenario.policyName : scenario.userName}
        {act ? `, ${act.label.toLowerCase()}` : ''}
      </span>
      {text ?? act?.label}
      {list ? <ListView {...list} /> : null}
    </li>
  );
}

function who(t: Transcript, arm: ArmId): string {
  if (t.against === 'train') return arm === 'oracle' ? 'real user, in training' : 'training simulator';
  if (t.against === 'real') return 'real user';
  return `held-out, ${familyName(t.against)}`;
}

export function Card({ transcript: t, scenario, arm }: { transcript: Transcript; scenario: Scenario; arm: ArmId }) {
  const profile = scenario.profiles[t.profile];
  const outcome = actOf(t.turns[t.turns.length - 1], scenario, 'world');
  const good = t.reward > 0;
  const gaveUp = outcome?.id === 'continue';
  const [listed, setListed] = useState(false);
  const lists = listsOf(t, scenario);
  const shown = listed ? lists : null;
  return (
    <li className={css.card}>
      <div className={css.profile}>
        <h3>{profile?.label ?? `Profile ${t.profile}`}</h3>
        <p>{profile?.needs}</p>
        {lists ? (
          <button type="button" className={css.lists} aria-expanded={listed} onClick={() => setListed(!listed)}>
            {listed ? 'Hide the lists' : 'Show the lists it was drawn from'}
          </button>
        ) : null}
        {shown?.profile ? <ListView {...shown.profile} /> : null}
      </div>
      <ol className={css.turns}>
        {t.turns.map((turn, i) => (
          <li key={i}>
            <ul>
              <Said turn={turn} scenario={scenario} writer="policy" />
              <Said turn={turn} scenario={scenario} writer="user" list={shown?.answers[i]} />
            </ul>
          </li>
        ))}
      </ol>
      <p className={css.outcome}>
        <span data-good={good || undefined}>{good ? `Gave ${outcome?.label ?? ''}` : gaveUp ? 'Ran out of turns' : (outcome?.help ?? 'No donation')}</span>
        <span className={css.meta}>
          reward {two(t.reward)} · {who(t, arm)} · after update {t.update} · seed {t.seed}
        </span>
      </p>
    </li>
  );
}
