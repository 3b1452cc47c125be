/**
 * One experiment: an arm's users, a bank of policies (one per seed), and three plans recorded once: collect dialogues, learn from them, evaluate.
 * After the first update nothing is allocated, compiled or bound again.
 */
import type { Backend, Buf, Plan } from '../../gpu-kernels/core/backend.ts';
import { GROUP_STATS } from '../../gpu-kernels/kernels/group-advantage/kernel.ts';
import { LOSS_TERMS } from '../../gpu-kernels/kernels/policy-loss/kernel.ts';
import { createRouting, inOrder } from '../../gpu-kernels/model/bank.ts';
import type { Optimiser } from '../../gpu-kernels/model/optimiser.ts';
import { setStep } from '../../gpu-kernels/model/optimiser.ts';
import type { Rollout } from '../../sim/rollout.ts';
import { createRollout } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Users } from '../arms/arm.ts';
import { createPolicies } from '../arms/arm.ts';
import { ARM_TABLE } from '../arms/index.ts';
import type { StartingModels } from '../models/catalog.ts';
import type { MetricPoint, Transcript } from '../protocol.ts';
import type { Settings } from '../settings.ts';
import { parseSeeds } from '../settings.ts';
import type { Evaluator } from './evaluator.ts';
import { createEvaluator } from './evaluator.ts';
import { createLearner } from './learner.ts';
import type { Ring, Source } from './report.ts';
import { createRings, EVAL_LINES, readLine, UPDATE_LINES } from './report.ts';
import type { TranscriptSnapshot } from './transcripts.ts';
import { createSnapshot } from './transcripts.ts';
import type { UserLearner } from './user-learner.ts';
import { createUserLearner } from './user-learner.ts';
import { createUserMetrics } from './user-metrics.ts';

const ADVANTAGE_KIND: Readonly<Record<string, number>> = { standardised: 0, centred: 1, raw: 2 };
const GROUP_NAMES: Readonly<Record<(typeof GROUP_STATS)[number], string>> = {
  reward: 'reward.train',
  success: 'success.train',
  zeroVariance: 'group.zeroVariance',
  allSuccess: 'group.allSuccess',
  allFail: 'group.allFail',
  turns: 'dialogue.turns',
};
const TERM_NAMES: Readonly<Record<(typeof LOSS_TERMS)[number], string | null>> = {
  loss: 'loss',
  policyLoss: null,
  kl: 'policy.kl',
  entropy: 'policy.entropy',
  clipped: 'clip.fraction',
  logprob: null,
};

/** What `create` made and the methods replay. */
interface Parts {
  readonly users: Users;
  readonly userLearner: UserLearner | null;
  readonly rollout: Rollout;
  readonly evaluator: Evaluator;
  readonly optimiser: Optimiser;
  readonly collect: Plan;
  readonly learn: Plan;
  readonly evaluate: Plan;
  /** [4] = {line of the evaluation ring, ...} */
  readonly evalLine: Buf<'u32'>;
  readonly rings: readonly Ring[];
  readonly snapshot: TranscriptSnapshot;
}

export class Experiment {
  readonly backend: Backend;
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly seeds: readonly number[];
  /** updates done */
  update = 0;
  private evaluations: number[] = [];
  private readonly parts: Parts;
  private readUpdates = 0;
  private readEvaluations = 0;

  private constructor(backend: Backend, scenario: Scenario, settings: Settings, seeds: readonly number[], parts: Parts) {
    this.backend = backend;
    this.scenario = scenario;
    this.settings = settings;
    this.seeds = seeds;
    this.parts = parts;
  }

  /** Allocates everything and records the plans. Throws when memory does not suffice, naming the buffer. */
  static async create(backend: Backend, scenario: Scenario, settings: Settings, models: StartingModels): Promise<Experiment> {
    const seeds = parseSeeds(settings.seeds) ?? [];
    const S = seeds.length;
    const perSeed = settings.prompts * settings.group;
    const rows = S * perSeed;
    const arm = ARM_TABLE[settings.arm];
    const { policy, reference } = createPolicies(backend, arm, scenario, settings, models, S);
    const route = createRouting(backend, 'policy', perSeed, inOrder(S));
    const seedBuf = backend.alloc('seeds', 'u32', S, seeds);
    const users = await arm.createUsers({ backend, scenario, settings, models, seeds, perSeed, policy, reference });
    const rollout = createRollout(backend, {
      label: 'training',
      scenario,
      rows,
      perSeed,
      seeds: seedBuf,
      streamOffset: 0,
      policy: { kind: 'network', bank: policy, route, temperature: settings.temperature },
      user: users.player,
      ...(users.personas ? { personas: users.personas } : {}),
      ...(users.profilePrior ? { profilePrior: users.profilePrior } : {}),
    });
    const learner = createLearner(backend, {
      label: 'policy learner',
      rollout,
      side: rollout.policy,
      bank: policy,
      route,
      reference,
      outcome: rollout.outcome,
      group: settings.group,
      advantageKind: ADVANTAGE_KIND[settings.advantage]!,
      clipLow: settings.clipLow,
      clipHigh: settings.clipHigh,
      klWeight: settings.klWeight,
      entropyBonus: settings.entropyBonus,
      weightDecay: settings.weightDecay,
      gradClip: settings.gradClip,
      frozen: arm.frozenPolicy ?? false,
    });
    const userLearner = users.trained ? createUserLearner(backend, settings, rollout, users.trained, perSeed) : null;
    const evaluator = createEvaluator(backend, scenario, settings, policy, seedBuf, models.heldout);
    const watch = createUserMetrics(backend, rollout, S, models.base);
    const sources: Source[] = [
      { buf: learner.groups, names: GROUP_STATS.map((g) => GROUP_NAMES[g]) },
      { buf: learner.terms, names: LOSS_TERMS.map((t) => TERM_NAMES[t]) },
      ...(arm.frozenPolicy ? [] : [{ buf: learner.optimiser.scale, names: [null, 'grad.norm'] }]),
      ...watch.sources,
      ...(userLearner?.sources ?? []),
    ];
    const rings = createRings(backend, S, [
      { size: UPDATE_LINES, sources },
      { size: EVAL_LINES, sources: evaluator.sources },
    ]);
    const collect = await backend.record('collect', (rec) => {
      rollout.record(rec);
      watch.record(rec);
    });
    const learn = await backend.record('learn', (rec) => {
      learner.record(rec);
      userLearner?.record(rec);
      rings[0]!.record(rec, rollout.clock);
    });
    const evalLine = backend.alloc('evaluation line', 'u32', 4);
    const snapshot = createSnapshot(
      backend,
      seeds[0]!,
      rollout,
      evaluator.real,
      evaluator.panel,
      models.heldout.map((h) => h.id),
      settings.evalDialogues,
    );
    const evaluate = await backend.record('evaluate', (rec) => {
      evaluator.record(rec);
      rings[1]!.record(rec, evalLine);
      snapshot.record(rec);
    });
    return new Experiment(backend, scenario, settings, seeds, { rollout, evaluator, optimiser: learner.optimiser, users, userLearner, collect, learn, evaluate, evalLine, rings, snapshot });
  }

  /** Enqueues one update. `submits` (2 or 3) command buffers in all: dialogues take most of the time, so they are split first. */
  step(submits = 2): void {
    const { rollout, collect, learn, optimiser, users, userLearner } = this.parts;
    users.prepare?.(this.update);
    this.backend.write(rollout.clock, [this.update, 0, 0, 0]);
    collect.run(Math.max(1, submits - 1));
    const { epochs, learningRate } = this.settings;
    for (let e = 0; e < epochs; e++) {
      const t = this.update * epochs + e + 1;
      setStep(this.backend, optimiser, t, learningRate);
      userLearner?.setStep(t);
      learn.run(); // the log-probabilities of the rollout stay, so the ratio departs from 1 at the second step
    }
    this.update++;
    users.finish?.(this.update);
  }

  /** Enqueues an evaluation of the policies as they are now. */
  evaluate(): void {
    const clock = [this.update, 0, 0, 0];
    const { evaluator, evaluate, evalLine } = this.parts;
    this.backend.write(evaluator.panel.clock, clock);
    this.backend.write(evaluator.real.clock, clock);
    this.backend.write(evalLine, [this.evaluations.length, 0, 0, 0]);
    evaluate.run();
    this.evaluations.push(this.update);
  }

  /** True when an evaluation is due now: at 0, every `evalEvery` updates and at the end. */
  evaluationDue(): boolean {
    return this.evaluations.at(-1) !== this.update && (this.update % this.settings.evalEvery === 0 || this.update === this.settings.updates);
  }

  /** True when the rings must be read before anything more is enqueued. */
  ringsFull(): boolean {
    return this.update - this.readUpdates >= UPDATE_LINES || this.evaluations.length - this.readEvaluations >= EVAL_LINES;
  }

  /** Dialogues set aside by the last evaluation, as text: one readback. */
  transcripts(): Promise<Transcript[]> {
    return this.parts.snapshot.read(this.evaluations.at(-1) ?? 0);
  }

  /** Reads every line written since the last call: one readback, none when there is nothing new. A point at update u was measured with the policies after u updates. */
  async drain(): Promise<MetricPoint[]> {
    const [updates, evals] = this.parts.rings as [Ring, Ring];
    const to = this.update;
    const evalTo = this.evaluations.length;
    if (to === this.readUpdates && evalTo === this.readEvaluations) return [];
    const data = await this.backend.read(updates.report);
    const S = this.seeds.length;
    const points: MetricPoint[] = [];
    for (let u = this.readUpdates; u < to; u++) points.push(perDecision(readLine(updates, data, u, u, S)));
    for (let e = this.readEvaluations; e < evalTo; e++) points.push(readLine(evals, data, e, this.evaluations[e]!, S));
    this.readUpdates = to;
    this.readEvaluations = evalTo;
    return points.sort((a, b) => a.update - b.update);
  }
}

/** Adds sim.eps = epsBar / decisions and, with verbalized lists, sim.eta and the share of malformed lists; drops the helper count. */
function perDecision(p: MetricPoint): MetricPoint {
  const { 'sim.decisions': decisions, ...values } = p.values;
  if (!decisions) return p;
  const mean = (name: string): number[] => values[name]!.map((x, i) => x / decisions[i]!);
  const lists: Record<string, number[]> = 'sim.etaBar' in values ? { 'sim.eta': mean('sim.etaBar'), 'sim.malformed': mean('sim.malformed') } : {};
  return { update: p.update, values: { ...values, 'sim.eps': mean('sim.epsBar'), ...lists } };
}
