/** Co-Training's other half: the simulator learns by the same policy gradient on the user's slots of the same dialogues, with a reward of its own. */
import type { Backend, Recorder } from '../../gpu-kernels/core/backend.ts';
import { simulatorReward } from '../../gpu-kernels/kernels/simulator-reward/kernel.ts';
import { createRouting, inOrder } from '../../gpu-kernels/model/bank.ts';
import type { Optimiser } from '../../gpu-kernels/model/optimiser.ts';
import { setStep } from '../../gpu-kernels/model/optimiser.ts';
import type { Rollout } from '../../sim/rollout.ts';
import type { TrainedUser } from '../arms/arm.ts';
import type { Settings } from '../settings.ts';
import { createLearner } from './learner.ts';
import type { Source } from './report.ts';

const REWARD_KIND: Readonly<Record<string, number>> = { adversarial: 0, curriculum: 1, shared: 2 };

export interface UserLearner {
  readonly sources: readonly Source[];
  readonly optimiser: Optimiser;
  /** before the plan of update t (from 1) runs */
  setStep(t: number): void;
  record(rec: Recorder): void;
}

/**
 * The simulator's advantage is standardised over all dialogues of its seed, not within a group: the curriculum pays a whole group alike. In the population arm the dialogues come from older
 * checkpoints too; the ratio to the log-probabilities they were sampled with makes up for it, clipped as the policy's is.
 */
export function createUserLearner(backend: Backend, settings: Settings, rollout: Rollout, trained: TrainedUser, perSeed: number): UserLearner {
  const { rows, user } = rollout;
  if (!user) throw new Error('a simulator that learns must be a network');
  const simOutcome = backend.alloc('simulator outcome', 'f32', rows * 3);
  const learner = createLearner(backend, {
    label: 'simulator learner',
    rollout,
    side: user,
    bank: trained.bank,
    route: createRouting(backend, 'simulator learner', perSeed, inOrder(trained.bank.models)),
    reference: trained.reference,
    outcome: simOutcome,
    group: perSeed,
    advantageKind: 0,
    clipLow: settings.clipLow,
    clipHigh: settings.clipHigh,
    klWeight: settings.simKl,
    entropyBonus: 0,
    weightDecay: settings.weightDecay,
    gradClip: settings.gradClip,
  });
  return {
    optimiser: learner.optimiser,
    sources: [
      { buf: learner.groups, names: ['sim.reward', null, null, null, null, null] },
      { buf: learner.terms, names: ['sim.loss', null, 'sim.kl', 'sim.entropy', 'sim.clipFraction', null] },
      { buf: learner.optimiser.scale, names: [null, 'sim.gradNorm'] },
    ],
    setStep: (t) => setStep(backend, learner.optimiser, t, settings.simLearningRate),
    record(rec) {
      rec.run(simulatorReward, { outcome: rollout.outcome, simOutcome }, { groups: rows / settings.group, size: settings.group, kind: REWARD_KIND[settings.simReward]! });
      learner.record(rec);
    },
  };
}
