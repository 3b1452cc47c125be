/** The lists behind a dialogue in words: the first is for who the user is, then one for each answer. */
import type { Scenario } from '../../sim/scenario.ts';
import type { Transcript } from '../../train/protocol.ts';
import type { ListedCandidate } from './ListView.tsx';

export interface ShownList {
  readonly candidates: readonly ListedCandidate[];
  readonly malformed: boolean;
}

export interface ShownLists {
  readonly profile: ShownList | null;
  /** one a turn */
  readonly answers: readonly (ShownList | null)[];
}

/** Null for a dialogue without lists. Tokens are those of the scenario's vocabulary. */
export function listsOf(t: Transcript, scenario: Scenario): ShownLists | null {
  const { lists } = t;
  if (!lists || lists.length === 0) return null;
  const { profiles, userActs } = scenario.tokens;
  const slot = scenario.turn.findIndex((s) => s.writer === 'user');
  const shown = (i: number, drawn: number | undefined, label: (token: number) => string | undefined): ShownList | null => {
    const list = lists[i];
    if (!list) return null;
    return {
      malformed: list.malformed,
      candidates: list.candidates.map((c) => ({ label: label(c.token) ?? `Token ${c.token}`, probability: c.probability, drawn: c.token === drawn })),
    };
  };
  return {
    profile: shown(0, t.profile + profiles.lo, (token) => scenario.profiles[token - profiles.lo]?.label),
    answers: t.turns.map((turn, i) => shown(i + 1, turn.tokens[slot], (token) => scenario.userActs[token - userActs.lo]?.label)),
  };
}
