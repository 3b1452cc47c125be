/** Everything one experiment is made of: allocated and recorded once, replayed by experiment.ts. */
import type { Backend, Buf, Plan } from '../../gpu-kernels/core/backend.ts';
import { GROUP_STATS } from '../../gpu-kernels/kernels/group-advantage/kernel.ts';
import { LOSS_TERMS } from '../../gpu-kernels/kernels/policy-loss/kernel.ts';
import type { Bank } from '../../gpu-kernels/model/bank.ts';
import { createRouting, inOrder } from '../../gpu-kernels/model/bank.ts';
import type { Optimiser } from '../../gpu-kernels/model/optimiser.ts';
import type { Rollout, RolloutOptions } from '../../sim/rollout.ts';
import { createRollout } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Users } from '../arms/arm.ts';
import { createPolicies } from '../arms/arm.ts';
import { ARM_TABLE } from '../arms/index.ts';
import type { StartingModels } from '../models/catalog.ts';
import type { Settings } from '../settings.ts';
import { parseSeeds } from '../settings.ts';
import type { Evaluator } from './evaluator.ts';
import { createEvaluator } from './evaluator.ts';
import type { Checkpoints } from './checkpoint.ts';
import { createCheckpoints } from './checkpoint.ts';
import { createLearner } from './learner.ts';
import { GROUP_NAMES, TERM_NAMES } from './metrics.ts';
import { createPolicyMetrics } from './policy-metrics.ts';
import type { Ring, Source } from './report.ts';
import { createRings, EVAL_LINES, UPDATE_LINES } from './report.ts';
import type { StateBuffer } from './saved.ts';
import type { Theory } from './theory.ts';
import { createTheory } from './theory.ts';
import type { TranscriptSnapshot } from './transcripts.ts';
import { createSnapshot } from './transcripts.ts';
import type { UserLearner } from './user-learner.ts';
import { createUserLearner } from './user-learner.ts';
import { createUserMetrics } from './user-metrics.ts';

export const ADVANTAGE_KIND: Readonly<Record<string, number>> = { standardised: 0, centred: 1, raw: 2 };
/** What is made here and replayed later. */
export interface Parts {
  readonly seeds: readonly number[];
  /** the held-out panel */
  readonly families: StartingModels['heldout'];
  /** [seeds models] */
  readonly policy: Bank;
  readonly users: Users;
  readonly userLearner: UserLearner | null;
  readonly rollout: Rollout;
  readonly evaluator: Evaluator;
  readonly optimiser: Optimiser;
  readonly collect: Plan;
  readonly learn: Plan;
  readonly evaluate: Plan;
  /** the evaluation's dialogues alone */
  readonly play: Plan;
  /** [4] = {line of the evaluation ring, ...} */
  readonly evalLine: Buf<'u32'>;
  readonly rings: readonly Ring[];
  readonly snapshot: TranscriptSnapshot;
  readonly theory: Theory | null;
  readonly checkpoints: Checkpoints;
  /** what training carries from update to update */
  readonly state: readonly StateBuffer[];
}

/** Allocates everything and records the plans. Throws when memory does not suffice, naming the buffer. */
export async function buildParts(backend: Backend, scenario: Scenario, settings: Settings, models: StartingModels): Promise<Parts> {
  const seeds = parseSeeds(settings.seeds) ?? [];
  const S = seeds.length;
  const perSeed = settings.prompts * settings.group;
  const rows = S * perSeed;
  const arm = ARM_TABLE[settings.arm];
  const { policy, reference } = createPolicies(backend, arm, scenario, settings, models, S);
  const route = createRouting(backend, 'policy', perSeed, inOrder(S));
  const seedBuf = backend.alloc('seeds', 'u32', S, seeds);
  const users = await arm.createUsers({ backend, scenario, settings, models, seeds, perSeed, policy, reference });
  const dialogues: RolloutOptions = {
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
  };
  const rollout = createRollout(backend, dialogues);
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
  const strategies = createPolicyMetrics(backend, rollout, S);
  const sources: Source[] = [
    { buf: learner.groups, names: GROUP_STATS.map((g) => GROUP_NAMES[g]) },
    { buf: learner.terms, names: LOSS_TERMS.map((t) => TERM_NAMES[t]) },
    ...(arm.frozenPolicy ? [] : [{ buf: learner.optimiser.scale, names: [null, 'grad.norm'] }]),
    ...watch.sources,
    ...strategies.sources,
    ...(userLearner?.sources ?? []),
  ];
  const collect = await backend.record('collect', (rec) => {
    rollout.record(rec);
    watch.record(rec);
    strategies.record(rec);
  });
  const theory = settings.theoryEvery > 0 ? createTheory(backend, { training: rollout, rollout: dialogues, collect, policy, error: watch.error, repeats: settings.group, base: models.base }) : null;
  const rings = createRings(backend, S, [
    { size: UPDATE_LINES, sources },
    { size: EVAL_LINES, sources: evaluator.sources },
    { size: EVAL_LINES, sources: theory?.sources ?? [] },
  ]);
  await theory?.prepare(rings[2]!);
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
  const play = await backend.record('play', (rec) => {
    evaluator.panel.record(rec);
    evaluator.real.record(rec);
  });
  const checkpoints = await createCheckpoints(backend, users.trained && users.trained.bank.params !== policy.params ? [policy, users.trained.bank] : [policy]);
  const learned = users.trained && users.trained.bank.params !== policy.params ? [{ name: 'user', buf: users.trained.bank.params }] : [];
  const moments = (name: string, o: Optimiser): StateBuffer[] => [
    { name: `${name}.m`, buf: o.m },
    { name: `${name}.v`, buf: o.v },
  ];
  const state: StateBuffer[] = [
    { name: 'policy', buf: policy.params },
    ...moments('policy', learner.optimiser),
    ...learned,
    ...(userLearner ? moments('user', userLearner.optimiser) : []),
    ...(users.state ?? []),
  ];
  return {
    state,
    seeds,
    families: models.heldout,
    policy,
    theory,
    checkpoints,
    rollout,
    evaluator,
    optimiser: learner.optimiser,
    users,
    userLearner,
    collect,
    learn,
    evaluate,
    play,
    evalLine,
    rings,
    snapshot,
  };
}
