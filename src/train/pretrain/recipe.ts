/** How every shipped network is made: sizes, seeds, steps, and who the simulators' raters are. Change a number here, run `npm run pretrain`. */
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { listReadingOf } from '../../sim/lists.ts';
import { readingOf } from '../../sim/reading.ts';
import type { Scenario } from '../../sim/scenario.ts';

export const POLICY_SIZES = { S: { d: 32, layers: 2, heads: 4 }, M: { d: 64, layers: 2, heads: 4 }, L: { d: 128, layers: 4, heads: 4 } } as const;
export type PolicySize = keyof typeof POLICY_SIZES;
/** simulators are small whatever the policy's size */
export const SIMULATOR_SIZE = { d: 32, layers: 2, heads: 4 } as const;

const rest = { mlpRatio: 4, eps: 1e-5 } as const;
/** a policy never reads or writes a probability bucket */
export const policyShape = (scenario: Scenario, size: PolicySize): ModelShape => ({ vocab: scenario.tokens.buckets.lo, ctx: readingOf(scenario, 'policy').ctx, ...POLICY_SIZES[size], ...rest });
/** one network that plays both roles: a policy's size and vocabulary, room for the longer of the two readings (which its first token tells apart: bos or a persona) */
export const selfPlayShape = (scenario: Scenario, size: PolicySize): ModelShape => {
  const shape = policyShape(scenario, size);
  return { ...shape, ctx: Math.max(shape.ctx, readingOf(scenario, 'user').ctx) };
};
/** every simulator has room for verbalized lists, also those that never learn to write them, so that any of them can stand anywhere */
export const simulatorShape = (scenario: Scenario): ModelShape => ({ vocab: scenario.vocab, ctx: listReadingOf(scenario).ctx, ...SIMULATOR_SIZE, ...rest });
/** the part of a simulator that answers directly: base and held-out simulators are trained in it */
export const directShape = (scenario: Scenario): ModelShape => ({ ...simulatorShape(scenario), vocab: scenario.tokens.buckets.lo, ctx: readingOf(scenario, 'user').ctx });

export interface Schedule {
  readonly seed: number;
  readonly steps: number;
  readonly batch: number;
  readonly learningRate: number;
}

export const RECIPE = {
  /** behaviour cloning of the noisy expert */
  policy: {
    S: { seed: 101, steps: 1000, batch: 192, learningRate: 3e-3 },
    M: { seed: 102, steps: 800, batch: 192, learningRate: 2e-3 },
    L: { seed: 103, steps: 400, batch: 128, learningRate: 1e-3 },
  } satisfies Record<PolicySize, Schedule>,
  /** cross-entropy on dialogues of real users */
  base: { seed: 111, steps: 2000, batch: 192, learningRate: 3e-3 } satisfies Schedule,
  /** distillation to the sharpened base simulator, with verbalized lists of the base simulator itself */
  aligned: { seed: 121, steps: 1000, batch: 64, learningRate: 3e-3 } satisfies Schedule,
  /** the held-out families: direct answers only */
  heldout: { seed: 121, steps: 500, batch: 96, learningRate: 2e-3 } satisfies Schedule,
  /** both roles in one network: distillation to the cloned policy, from which it starts, and to the base simulator aligned at `selfPlayGamma` (the default start of the simulators that learn) */
  selfPlay: {
    S: { seed: 131, steps: 400, batch: 96, learningRate: 3e-3 },
    M: { seed: 132, steps: 300, batch: 96, learningRate: 2e-3 },
    L: { seed: 133, steps: 150, batch: 64, learningRate: 1e-3 },
  } satisfies Record<PolicySize, Schedule>,
  selfPlayGamma: 2,
  /** share of the dialogues cut at the profile (the other cuts are answers), and weight of a list's token against that of a direct answer */
  lists: { profile: 0.1, weight: 0.5 },
  /** how `sim.eta` and `sim.malformed` of the manifest were measured */
  measuredLists: { k: 5, draw: 'prob' },
  nucleus: 0.9,
  adherence: 0.6,
  /** shares of the persuaders that real users talk to in the simulators' data: human statistics, noisy expert, random acts */
  persuaders: { human: 0.4, expert: 0.4, random: 0.2 },
  /** collapse strengths whose simulators are shipped; any other is aligned before the run */
  gammas: [1, 2, 4, 8, 12, 16, 20],
  heldoutGamma: 3,
} as const;

/**
 * A typicality rater: who it finds typical (probability of each profile its family should end with at `heldoutGamma`), and how far its view of answers strays (standard deviation of
 * a normal log tilt for every act and answer).
 */
export interface Family {
  readonly id: string;
  readonly label: string;
  readonly seed: number;
  readonly profiles: readonly number[];
  readonly answerTilt: number;
}

/** The held-out panel: modes cover every type, one shares the training simulator's mode, mode mass about 0.7. Profiles: warm, busy, questioner, skeptic. */
export const HELDOUT: readonly Family[] = [
  { id: 'warm-1', label: 'Warm, first rater', seed: 201, profiles: [0.72, 0.1, 0.1, 0.08], answerTilt: 0.3 },
  { id: 'warm-2', label: 'Warm, second rater', seed: 202, profiles: [0.66, 0.06, 0.12, 0.16], answerTilt: 0.3 },
  { id: 'busy-1', label: 'Busy, first rater', seed: 203, profiles: [0.1, 0.7, 0.1, 0.1], answerTilt: 0.3 },
  { id: 'busy-2', label: 'Busy, second rater', seed: 204, profiles: [0.16, 0.68, 0.06, 0.1], answerTilt: 0.3 },
  { id: 'questioner-1', label: 'Questioner', seed: 205, profiles: [0.1, 0.1, 0.7, 0.1], answerTilt: 0.3 },
  { id: 'skeptic-1', label: 'Skeptic', seed: 206, profiles: [0.1, 0.1, 0.1, 0.7], answerTilt: 0.3 },
];

/**
 * The ensemble's other families at a collapse strength: raters who rank the types in another order than the training simulator's (the two types that follow its mode take its place),
 * so that their modes differ. profiles ~ (permuted real prior)^gamma.
 */
export function ensembleFamilies(scenario: Scenario, gamma: number): Family[] {
  const prior = Array.from(scenario.realUsers.prior);
  const mode = prior.indexOf(Math.max(...prior));
  const others = prior.map((_, z) => z).filter((z) => z !== mode);
  return others.slice(0, 2).map((z, i) => {
    const swapped = prior.slice();
    swapped[z] = prior[mode]!;
    swapped[mode] = prior[z]!;
    const sharp = swapped.map((p) => power(p / prior[mode]!, gamma));
    const sum = sharp.reduce((a, b) => a + b, 0);
    return { id: `ensemble-${i + 1}`, label: `Ensemble, rater ${i + 1}`, seed: 211 + i, profiles: sharp.map((p) => Math.max(p / sum, 1e-9)), answerTilt: 0.3 };
  });
}

/** x^n, n whole: Math.pow may differ between engines */
const power = (x: number, n: number): number => Array.from({ length: n }).reduce<number>((p) => p * x, 1);
