/**
 * Real users, simulated: who they are, how they answer, and a dialogue with any persuader. Pure TypeScript; makes the data the networks are pre-trained on.
 * Random numbers come in as a function, in a fixed order per dialogue: profile, variant, then act and answer for each turn.
 */
import type { Dialogue, Scenario } from '../scenario.ts';

/** the next number of a stream, uniform in [0, 1) */
export type Uniform = () => number;

/** What a persuader has heard when it is about to speak: indices (not tokens) of its own acts and of the answers, one per finished turn. */
export interface Heard {
  readonly acts: readonly number[];
  readonly answers: readonly number[];
}

export interface Persuader {
  readonly id: string;
  /** probability of each policy act now, sums to 1 */
  readonly distribution: (heard: Heard) => ArrayLike<number>;
}

/** Index drawn from `p[offset .. offset + n)`. The last index takes what rounding leaves over. */
export function draw(p: ArrayLike<number>, u: number, offset = 0, n = p.length - offset): number {
  let left = u;
  for (let i = 0; i < n - 1; i++) {
    left -= p[offset + i]!;
    if (left < 0) return i;
  }
  return n - 1;
}

/** A dialogue with what the transcript does not tell: the variant of the world. */
export interface SimulatedDialogue extends Dialogue {
  readonly variant: number;
}

/** One dialogue of a persuader with a real user; `profile` fixes who the user is (the number is still drawn, so that streams stay aligned). */
export function simulateDialogue(scenario: Scenario, persuader: Persuader, rng: Uniform, profile?: number): SimulatedDialogue {
  const { world, realUsers, tokens, vocab } = scenario;
  const nActs = scenario.policyActs.length;
  const nAnswers = scenario.userActs.length;
  const drawn = draw(realUsers.prior, rng());
  const who = profile ?? drawn;
  const variant = draw(world.variantProbability, rng());
  let state = world.init[who * world.variants + variant]!;
  const acts: number[] = [];
  const answers: number[] = [];
  const turns: number[][] = [];
  let reward = 0;
  for (let turn = 0; turn < scenario.maxTurns; turn++) {
    const act = draw(persuader.distribution({ acts, answers }), rng());
    const answer = draw(realUsers.answers, rng(), (who * nActs + act) * nAnswers, nAnswers);
    const written = [tokens.policyActs.lo + act, tokens.userActs.lo + answer];
    for (const token of written) state = world.next[state * vocab + token]!;
    turns.push([...written, world.emit[state]!]);
    acts.push(act);
    answers.push(answer);
    if (world.final[state] === 1) {
      reward = world.reward[state]! * world.discount ** turn;
      break;
    }
  }
  return { profile: who, variant, turns, reward };
}

/** Dialogues as arrays. Unused turns hold token 0: read `length` first. */
export interface DialogueBatch {
  readonly count: number;
  /** [count, maxTurns, slots] */
  readonly tokens: Uint32Array;
  /** [count] turns until the end */
  readonly length: Uint32Array;
  /** [count] */
  readonly profile: Uint32Array;
  /** [count] */
  readonly variant: Uint32Array;
  /** [count] discounted */
  readonly reward: Float32Array;
}

export function simulateBatch(scenario: Scenario, persuader: Persuader, rng: Uniform, count: number, profile?: number): DialogueBatch {
  const slots = scenario.turn.length;
  const row = scenario.maxTurns * slots;
  const batch: DialogueBatch = {
    count,
    tokens: new Uint32Array(count * row),
    length: new Uint32Array(count),
    profile: new Uint32Array(count),
    variant: new Uint32Array(count),
    reward: new Float32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const d = simulateDialogue(scenario, persuader, rng, profile);
    d.turns.forEach((t, turn) => batch.tokens.set(t, i * row + turn * slots));
    batch.length[i] = d.turns.length;
    batch.profile[i] = d.profile;
    batch.variant[i] = d.variant;
    batch.reward[i] = d.reward;
  }
  return batch;
}
