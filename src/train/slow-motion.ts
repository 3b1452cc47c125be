/**
 * One update in slow motion: a single group of dialogues of the policy before training with the aligned simulator, and everything an update computes from it, kept.
 * It is the first group of a run's first update with the same seed: same starting weights, same random numbers, same kernels, on the CPU twin. Only the mean of the losses is over this group alone.
 */
import type { Backend } from '../gpu-kernels/core/backend.ts';
import { LOSS_TERMS } from '../gpu-kernels/kernels/policy-loss/kernel.ts';
import { createRouting } from '../gpu-kernels/model/bank.ts';
import { recordForward } from '../gpu-kernels/model/forward.ts';
import { setStep } from '../gpu-kernels/model/optimiser.ts';
import { dialogueSeed, sayDialogue } from '../sim/persuasion/sentences.ts';
import { PROFILE_SLOT, slotOf } from '../sim/reading.ts';
import type { NetState, Rollout } from '../sim/rollout.ts';
import { createRollout } from '../sim/rollout.ts';
import type { Scenario } from '../sim/scenario.ts';
import { createPolicies, frozenUser } from './arms/arm.ts';
import { ARM_TABLE } from './arms/index.ts';
import type { Learner } from './experiment/learner.ts';
import { createLearner } from './experiment/learner.ts';
import { ADVANTAGE_KIND } from './experiment/parts.ts';
import type { StartingModels } from './models/catalog.ts';
import type { Settings } from './settings.ts';

/** One act that the policy chose. */
export interface SlowDecision {
  readonly act: number;
  readonly answer: number;
  /** probability that the simulator gave its answer */
  readonly answerProbability: number;
  /** probability of every act before the update, and after it */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** the same act's log-probability, and that under the reference policy */
  readonly logprob: number;
  readonly reference: number;
  /** parts of the loss, each already divided by the active tokens of the group: −A ratio, and β times the k3 KL */
  readonly surrogate: number;
  readonly kl: number;
  /** gradient of the loss to the logit of every act */
  readonly gradient: readonly number[];
}

export interface SlowDialogue {
  readonly profile: number;
  /** probability that the simulator chose to be this user */
  readonly profileProbability: number;
  /** one string a slot a turn; '' where nothing is said */
  readonly text: readonly (readonly string[])[];
  readonly outcome: number;
  readonly reward: number;
  readonly success: boolean;
  readonly advantage: number;
  readonly decisions: readonly SlowDecision[];
}

export interface SlowMotion {
  readonly seed: number;
  readonly gamma: number;
  readonly dialogues: readonly SlowDialogue[];
  /** of the rewards */
  readonly mean: number;
  readonly sd: number;
  readonly advantageKind: string;
  /** decisions in all dialogues: what the losses are divided by */
  readonly activeTokens: number;
  readonly klWeight: number;
  readonly loss: number;
  /** norm of the gradient to all parameters, before clipping, and what it was multiplied by */
  readonly gradNorm: number;
  readonly clipFactor: number;
  readonly learningRate: number;
  readonly parameters: number;
  /** root mean square of the parameters' changes, and the largest */
  readonly meanChange: number;
  readonly largestChange: number;
}

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** probabilities of `hi - lo` tokens from logits */
function softmax(logits: Float32Array, lo: number, hi: number): number[] {
  const l = logits.subarray(lo, hi);
  const top = Math.max(...l);
  const e = Array.from(l, (x) => Math.exp(x - top));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((x) => x / sum);
}

/** Plays and learns from one group; `settings` of the arm `single` with one seed. The backend is left with the updated policy. */
export async function slowMotion(backend: Backend, scenario: Scenario, settings: Settings, seed: number, models: StartingModels): Promise<SlowMotion> {
  const rows = settings.group;
  const arm = ARM_TABLE.single;
  const { policy, reference } = createPolicies(backend, arm, scenario, settings, models, 1);
  const route = createRouting(backend, 'policy', rows, [0]);
  const aligned = models.aligned.get(settings.gamma);
  if (!aligned) throw new Error(`no simulator aligned at gamma ${settings.gamma} was loaded`);
  const rollout = createRollout(backend, {
    label: 'slow motion',
    scenario,
    rows,
    perSeed: rows,
    seeds: backend.alloc('seeds', 'u32', 1, [seed]),
    streamOffset: 0,
    policy: { kind: 'network', bank: policy, route, temperature: settings.temperature },
    user: frozenUser({ backend, scenario, settings, models, seeds: [seed], perSeed: rows, policy, reference }, aligned),
  });
  const learner = createLearner(backend, {
    label: 'slow motion learner',
    ...{ rollout, side: rollout.policy, bank: policy, route, reference, outcome: rollout.outcome, group: rows, advantageKind: ADVANTAGE_KIND[settings.advantage]! },
    ...{ clipLow: settings.clipLow, clipHigh: settings.clipHigh, klWeight: settings.klWeight, entropyBonus: settings.entropyBonus, weightDecay: settings.weightDecay, gradClip: settings.gradClip },
  });
  const reading = { tokens: rollout.tokens, slots: rollout.slots, positions: rollout.policy.positions };
  const collect = await backend.record('collect', (rec) => rollout.record(rec));
  const learn = await backend.record('learn', (rec) => learner.record(rec));
  const again = await backend.record('look again', (rec) => recordForward(rec, policy, route, learner.inside.acts, reading));

  const weights = (await backend.read(policy.params)).slice();
  collect.run();
  setStep(backend, learner.optimiser, 1, settings.learningRate);
  learn.run();
  const before = (await backend.read(learner.inside.acts.logits)).slice();
  again.run();
  const after = (await backend.read(learner.inside.acts.logits)).slice();
  const changed = await backend.read(policy.params);
  let squares = 0;
  let largestChange = 0;
  for (let i = 0; i < weights.length; i++) {
    const d = changed[i]! - weights[i]!;
    squares += d * d;
    largestChange = Math.max(largestChange, Math.abs(d));
  }
  const dialogues = await readDialogues(backend, scenario, seed, rollout, learner, { before, after, vocab: policy.shape.vocab });
  const rewards = dialogues.map((d) => d.reward);
  const mean = rewards.reduce((a, b) => a + b, 0) / rows;
  const [clipFactor, gradNorm] = await backend.read(learner.optimiser.scale);
  return {
    seed,
    gamma: settings.gamma,
    dialogues,
    mean,
    sd: Math.sqrt(rewards.reduce((a, r) => a + (r - mean) ** 2, 0) / rows),
    advantageKind: settings.advantage,
    activeTokens: dialogues.reduce((n, d) => n + d.decisions.length, 0),
    klWeight: settings.klWeight,
    loss: (await backend.read(learner.terms))[LOSS_TERMS.indexOf('loss')]!,
    gradNorm: gradNorm!,
    clipFactor: clipFactor!,
    learningRate: settings.learningRate,
    parameters: weights.length,
    meanChange: Math.sqrt(squares / weights.length),
    largestChange,
  };
}

interface Logits {
  /** [rows*ctx, vocab] */
  readonly before: Float32Array;
  readonly after: Float32Array;
  readonly vocab: number;
}

async function readDialogues(backend: Backend, scenario: Scenario, seed: number, rollout: Rollout, learner: Learner, logits: Logits): Promise<SlowDialogue[]> {
  const { inside } = learner;
  const { rows, slots } = rollout;
  const user = rollout.user!;
  const { policyActs, userActs, profiles, world } = scenario.tokens;
  const slot = (writer: 'policy' | 'user' | 'world'): number => scenario.turn.findIndex((s) => s.writer === writer);
  const tokens = await backend.read(rollout.tokens);
  const outcome = await backend.read(rollout.outcome);
  const advantage = await backend.read(inside.advantage);
  const oldRef = await backend.read(inside.oldRef);
  const terms = await backend.read(inside.tokenTerms);
  const dlogits = await backend.read(inside.dlogits);
  const said = await backend.read(user.logprob);
  const { ctx } = rollout.policy.reading;
  const place = (net: NetState, row: number, s: number): number => row * net.reading.ctx + net.reading.predictedAt.get(s)!;

  function decision(row: number, turn: number): SlowDecision {
    const actSlot = slotOf(scenario, turn, slot('policy'));
    const answerSlot = slotOf(scenario, turn, slot('user'));
    const at = place(rollout.policy, row, actSlot);
    const { lo, hi } = policyActs;
    const of = (all: Float32Array): Float32Array => all.subarray(at * logits.vocab, (at + 1) * logits.vocab);
    const q = at * LOSS_TERMS.length;
    return {
      act: tokens[row * slots + actSlot]! - lo,
      answer: tokens[row * slots + answerSlot]! - userActs.lo,
      answerProbability: Math.exp(said[place(user, row, answerSlot)]!),
      before: softmax(of(logits.before), lo, hi),
      after: softmax(of(logits.after), lo, hi),
      logprob: oldRef[at]!,
      reference: oldRef[rows * ctx + at]!,
      surrogate: terms[q + LOSS_TERMS.indexOf('policyLoss')]!,
      kl: terms[q + LOSS_TERMS.indexOf('kl')]!,
      gradient: Array.from(of(dlogits).subarray(lo, hi)),
    };
  }

  return range(rows).map((row) => {
    const [reward, success, length] = outcome.subarray(row * 3, row * 3 + 3);
    const turns = range(length!).map((t) => scenario.turn.map((_, i) => tokens[row * slots + slotOf(scenario, t, i)]!));
    return {
      profile: tokens[row * slots + PROFILE_SLOT]! - profiles.lo,
      profileProbability: Math.exp(said[place(user, row, PROFILE_SLOT)]!),
      text: sayDialogue(scenario, turns, dialogueSeed(seed, row)),
      outcome: turns.at(-1)[slot('world')]! - world.lo,
      reward: reward!,
      success: success! > 0,
      advantage: advantage[row]!,
      decisions: range(length!).map((t) => decision(row, t)),
    };
  });
}
