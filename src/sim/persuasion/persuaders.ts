/** Three persuaders that are not networks: people as counted in P4G, an expert with noise (the teacher of the base policy), and random acts. */
import type { Scenario } from '../scenario.ts';
import { PERSUADER_COUNTS, POLICY_ACTS } from './data.ts';
import type { Heard, Persuader } from './users.ts';
import type { WorldRules } from './world.ts';
import { trustChange, WORLD_RULES } from './world.ts';

const N = POLICY_ACTS.length;
const ASK = POLICY_ACTS.indexOf('ask');
/** how people, and so the expert, open a dialogue */
const OPENINGS = [POLICY_ACTS.indexOf('inquiry'), POLICY_ACTS.indexOf('social')] as const;

function normalise(p: Float64Array): Float64Array {
  const sum = p.reduce((a, b) => a + b, 0);
  return p.map((x) => x / sum);
}

/** shares of a row of counts; one added to each, so that nothing people rarely do becomes impossible */
const shares = (counts: readonly number[]): Float64Array => normalise(Float64Array.from(counts, (c) => c + 1));

export const randomPersuader: Persuader = { id: 'random', distribution: () => new Float64Array(N).fill(1 / N) };

/**
 * The human persuader: a Markov chain on three P4G tables. The data has them one by one, not jointly, so they are combined as if independent given the act:
 *   p(act | answer, own last act, third) ~ p(act | answer) p(act | own last act) p(act | third) / p(act)^2
 * The first act has a table of its own. Thirds are thirds of `maxTurns`, as in the data they are thirds of a dialogue.
 */
export function humanPersuader(maxTurns: number): Persuader {
  const first = shares(PERSUADER_COUNTS.first);
  const afterAnswer = PERSUADER_COUNTS.afterAnswer.map(shares);
  const afterAct = PERSUADER_COUNTS.afterAct.map(shares);
  const byThird = PERSUADER_COUNTS.byThird.map(shares);
  const overall = shares(POLICY_ACTS.map((_, a) => PERSUADER_COUNTS.byThird.reduce((sum, row) => sum + row[a]!, 0)));
  const table = new Map<number, Float64Array>();
  return {
    id: 'human',
    distribution: ({ acts, answers }: Heard) => {
      const turn = acts.length;
      if (turn === 0) return first;
      const third = Math.min(2, Math.floor((3 * turn) / maxTurns));
      const answer = answers[turn - 1]!;
      const act = acts[turn - 1]!;
      const key = (third * afterAnswer.length + answer) * N + act;
      let p = table.get(key);
      if (!p) table.set(key, (p = normalise(overall.map((q, a) => (afterAnswer[answer]![a]! * afterAct[act]![a]! * byThird[third]![a]!) / (q * q)))));
      return p;
    },
  };
}

export interface ExpertOptions {
  /** probability of an act drawn uniformly instead */
  readonly noise: number;
  /** probability of an opening act in each of the first two turns */
  readonly opening: number;
}

/** chosen so that a cloned policy starts competent, not expert: see the table in persuaders.test.ts */
export const EXPERT: ExpertOptions = { noise: 0.2, opening: 0.6 };

/**
 * The noisy expert: keeps a belief over who the user is (prior times likelihood of the answers so far), draws a type from it, and plays what that type needs:
 * an act that builds trust, or an ask once that type would have enough trust for the commonest threshold. It draws from the belief rather than take its
 * maximum, so the dialogues it leaves behind contain every exploit, each in its share. `distribution` is exact: the draw is summed out.
 */
export function expertPersuader(scenario: Scenario, options: ExpertOptions = EXPERT, rules: WorldRules = WORLD_RULES): Persuader {
  const { prior, answers: table } = scenario.realUsers;
  const Z = prior.length;
  const U = scenario.userActs.length;
  const change = Array.from({ length: Z }, (_, z) => POLICY_ACTS.map((_, a) => trustChange(rules, z, a)));
  const builds = change.map((row) => row.flatMap((c, a) => (c > 0 ? [a] : [])));
  const enough = rules.thresholds.reduce((best, t) => (t.probability > best.probability ? t : best)).trust;
  return {
    id: 'expert',
    distribution: ({ acts, answers }: Heard) => {
      const belief = Float64Array.from(prior);
      const trust = new Array<number>(Z).fill(0);
      acts.forEach((act, t) => {
        for (let z = 0; z < Z; z++) {
          belief[z] = belief[z]! * (table[(z * N + act) * U + answers[t]!]! + 1e-4);
          trust[z] = Math.min(rules.trustCap, Math.max(0, trust[z]! + change[z]![act]!));
        }
      });
      const total = belief.reduce((a, b) => a + b, 0);
      const open = acts.length < 2 ? options.opening : 0;
      const aim = (1 - options.noise) * (1 - open);
      const p = new Float64Array(N).fill(options.noise / N);
      for (const a of OPENINGS) p[a] = p[a]! + ((1 - options.noise) * open) / OPENINGS.length;
      for (let z = 0; z < Z; z++) {
        const moves = trust[z]! >= enough ? [ASK] : builds[z]!;
        for (const a of moves) p[a] = p[a]! + (aim * belief[z]!) / total / moves.length;
      }
      return p;
    },
  };
}

/** entropy of an act distribution, nats */
export function entropy(p: ArrayLike<number>): number {
  let h = 0;
  for (let i = 0; i < p.length; i++) if (p[i]! > 0) h -= p[i]! * Math.log(p[i]!);
  return h;
}
