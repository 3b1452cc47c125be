/**
 * The smallest dialogue in which everything can still differ: two turns, two acts and two answers, two kinds of user. Every history can be written down, so expectations and gradients are
 * sums of a few dozen terms. First the policy guesses who the user is; then it repeats the user's answer. Each hit pays; guessing 1 with a user of kind 0 ends the dialogue.
 */
import type { Scenario } from '../scenario.ts';

const range = (lo: number, n: number) => ({ lo, hi: lo + n });
const POLICY = range(0, 2);
const USER = range(2, 2);
const WORLD = range(4, 2);
const PROFILES = range(6, 2);
const PERSONAS = range(8, 3);
const BOS = 11;
const VERBALIZE = 12;
const BUCKETS = range(13, 20);
const VOCAB = 33;

/** Reward before the discount of the acts and the first answer; null while the dialogue goes on. */
export function rewardOf(profile: number, a0: number, u0: number | null, a1: number | null): number | null {
  if (profile === 0 && a0 === 1) return u0 === null ? null : 0.25;
  return a1 === null ? null : ((a0 === profile ? 1 : 0) + (a1 === u0 ? 1 : 0)) / 2;
}
export const DISCOUNT = 0.9;

/** States are histories: profile, acts and answers so far. */
function compile(): Scenario['world'] {
  const states: number[][] = [];
  const index = new Map<string, number>();
  const id = (h: number[]): number => {
    const known = index.get(h.join());
    if (known !== undefined) return known;
    index.set(h.join(), states.length);
    states.push(h);
    return states.length - 1;
  };
  const init = [id([0]), id([1])];
  const next: number[] = [];
  for (let s = 0; s < states.length; s++) {
    const h = states[s]!;
    const writer = h.length % 2 === 1 ? POLICY : USER;
    // after both turns nothing is written any more
    for (let t = 0; t < VOCAB; t++) next.push(h.length < 5 && t >= writer.lo && t < writer.hi ? id([...h, t - writer.lo]) : s);
  }
  const reward = states.map((h) => (h.length % 2 === 1 && h.length > 1 ? rewardOf(h[0]!, h[1]!, h[2] ?? null, h[3] ?? null) : null));
  return {
    states: states.length,
    profiles: 2,
    variants: 1,
    variantProbability: Float32Array.of(1),
    init: Uint32Array.from(init),
    next: Uint32Array.from(next),
    emit: Uint32Array.from(reward, (r) => (r === null ? WORLD.lo : WORLD.lo + 1)),
    final: Uint32Array.from(reward, (r) => (r === null ? 0 : 1)),
    reward: Float32Array.from(reward, (r) => r ?? 0),
    discount: DISCOUNT,
  };
}

const words = (ids: string[]) => ids.map((id) => ({ id, label: id, help: id, needs: id }));

export const twoTurns: Scenario = {
  id: 'two-turns',
  title: 'Two turns',
  policyName: 'Policy',
  userName: 'User',
  policyActs: words(['a', 'b']),
  userActs: words(['x', 'y']),
  worldTokens: words(['on', 'end']),
  profiles: words(['p', 'q']),
  vocab: VOCAB,
  tokens: { policyActs: POLICY, userActs: USER, world: WORLD, profiles: PROFILES, personas: PERSONAS, bos: BOS, verbalize: VERBALIZE, buckets: BUCKETS },
  turn: [
    { name: 'act', writer: 'policy', range: POLICY, seenBy: ['policy', 'user'] },
    { name: 'answer', writer: 'user', range: USER, seenBy: ['policy', 'user'] },
    { name: 'outcome', writer: 'world', range: WORLD, seenBy: [] },
  ],
  maxTurns: 2,
  world: compile(),
  realUsers: { prior: Float32Array.of(0.7, 0.3), answers: Float32Array.of(0.9, 0.1, 0.5, 0.5, 0.2, 0.8, 0.6, 0.4) },
};
