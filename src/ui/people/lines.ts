/** What stands on screen of a conversation: every line so far, and a sentence for every answer that could be given. */
import type { UserAct } from '../../sim/persuasion/data.ts';
import { USER_ACTS } from '../../sim/persuasion/data.ts';
import type { Moment } from '../../sim/persuasion/phrases-user.ts';
import { sayLive } from '../../sim/persuasion/sentences.ts';
import { MAX_TURNS, seedOf } from '../../train/people/schema.ts';
import type { Session } from '../../train/people/session.ts';
import { indexOf } from '../../train/people/session.ts';

export interface Line {
  readonly key: string;
  readonly who: 'persuader' | 'you';
  readonly text: string;
}
export interface Screen {
  readonly lines: readonly Line[];
  /** in the order of USER_ACTS; empty when there is nothing to answer */
  readonly choices: readonly { readonly act: UserAct; readonly text: string }[];
  readonly moment: Moment | null;
}

/** `ownWords`: what was typed instead of the lab's line, by exchange. */
export function screenOf(s: Session, ownWords: Readonly<Record<number, string>>): Screen {
  const { turns, act } = s.open;
  const done = turns.map((t) => ({ act: t.act, answer: t.answer! }));
  const last = done.at(-1);
  const openAct = act ?? last?.act;
  if (!openAct) return { lines: [], choices: [], moment: null };
  const live = sayLive(act ? done : done.slice(0, -1), openAct, seedOf(s.study, indexOf(s)), MAX_TURNS);
  const answers = [...live.answered];
  if (!act && last) answers.push(live.choices[USER_ACTS.indexOf(last.answer)]!);
  const lines = live.said.flatMap((text, t): Line[] => {
    const answer = ownWords[t] ?? answers[t];
    const said: Line = { key: `p${t}`, who: 'persuader', text };
    return answer === undefined ? [said] : [said, { key: `u${t}`, who: 'you', text: answer }];
  });
  return { lines, choices: act ? USER_ACTS.map((a, i) => ({ act: a, text: live.choices[i]! })) : [], moment: act ? live.moment : null };
}
