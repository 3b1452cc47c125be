/** A dialogue in which a visitor chooses the persuader's acts and a real user answers: the scenario's tables and world, nothing learned. Strangers are numbered, and what one does follows from its number and the acts: whoever opens the lesson meets the same ones. */
import { philoxUniform } from '../../../gpu-kernels/random/philox.ts';
import { dialogueSeed, sayDialogue } from '../../../sim/persuasion/sentences.ts';
import { draw } from '../../../sim/persuasion/users.ts';
import type { Scenario } from '../../../sim/scenario.ts';

/** no run draws from this stream. Everybody meets the same first strangers, so they should not all be alike: here all four types come among the first five, and the refusing one is not the first. */
const STREAM = 3004;
/** draws of a stranger by turn (0: before the first) and purpose */
const uniform = (stranger: number, turn: number, what: number): number => philoxUniform(stranger, STREAM, turn, 0, what);

export interface Said {
  readonly act: number;
  readonly answer: number;
  /** one string a slot, as it stood when it was said */
  readonly text: readonly string[];
}

export interface Play {
  /** its number */
  readonly stranger: number;
  readonly profile: number;
  readonly seed: number;
  /** of the world */
  readonly state: number;
  readonly tokens: readonly (readonly number[])[];
  readonly said: readonly Said[];
  /** null while it goes on; index into the world's tokens and the reward when it has ended */
  readonly end: { readonly outcome: number; readonly reward: number } | null;
}

/** The stranger of that number, from 1; `profile` fixes who it is. */
export function meet(scenario: Scenario, stranger: number, profile?: number): Play {
  const { world, realUsers } = scenario;
  const who = profile ?? draw(realUsers.prior, uniform(stranger, 0, 0));
  const variant = draw(world.variantProbability, uniform(stranger, 0, 1));
  return { stranger, profile: who, seed: dialogueSeed(stranger, 0), state: world.init[who * world.variants + variant]!, tokens: [], said: [], end: null };
}

/** The visitor acts; the user answers, and the world says whether it goes on. */
export function say(scenario: Scenario, play: Play, act: number): Play {
  if (play.end) return play;
  const { world, tokens, vocab, realUsers, maxTurns, policyActs, userActs } = scenario;
  const answer = draw(realUsers.answers, uniform(play.stranger, play.tokens.length + 1, 0), (play.profile * policyActs.length + act) * userActs.length, userActs.length);
  const written = [tokens.policyActs.lo + act, tokens.userActs.lo + answer];
  let { state } = play;
  for (const token of written) state = world.next[state * vocab + token]!;
  const turn = play.tokens.length;
  const turns = [...play.tokens, [...written, world.emit[state]!]];
  const final = world.final[state] === 1;
  const over = final || turns.length >= maxTurns;
  // a line must not sound like the last one while the dialogue goes on: another turn is thought behind it
  const following = [tokens.policyActs.hi - 2, tokens.userActs.lo, tokens.world.lo];
  const text = sayDialogue(scenario, over ? turns : [...turns, following], play.seed)[turn]!;
  return {
    ...play,
    state,
    tokens: turns,
    said: [...play.said, { act, answer, text }],
    end: over ? { outcome: world.emit[state]! - tokens.world.lo, reward: final ? world.reward[state]! * world.discount ** turn : 0 } : null,
  };
}

export interface Tally {
  readonly played: number;
  readonly won: number;
  /** won one after the other, up to now */
  readonly streak: number;
}
export const noTally: Tally = { played: 0, won: 0, streak: 0 };
export const count = (t: Tally, won: boolean): Tally => ({ played: t.played + 1, won: t.won + (won ? 1 : 0), streak: won ? t.streak + 1 : 0 });
