/**
 * The network that plays both roles of a dialogue. It starts as the cloned policy and is distilled from two teachers in turn, one optimiser step each: as the policy towards the cloned policy
 * itself, as the user towards the base simulator cut to its nucleus and raised to gamma, the target of every alignment.
 */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { initialWeights } from '../../gpu-kernels/model/init.ts';
import { resizeModel } from '../../gpu-kernels/model/resize.ts';
import type { Scenario } from '../../sim/scenario.ts';
import { fit } from './fit.ts';
import type { PolicySize, Schedule } from './recipe.ts';
import { directShape, policyShape, RECIPE, selfPlayShape, simulatorShape } from './recipe.ts';
import type { Progress, Trained } from './stages.ts';
import { directRows, expertRows, INIT_STREAM, USER_DATA_STREAM } from './stages.ts';

export interface TrainedSelfPlay extends Trained {
  /** KL from the user's target, nats per decision; `loss` is that from the cloned policy */
  readonly userLoss: number;
}

/** `policy`: the cloned policy of this size; `base`: the base simulator. */
export async function trainSelfPlay(
  backend: Backend,
  scenario: Scenario,
  size: PolicySize,
  policy: Float32Array,
  base: Float32Array,
  progress: Progress = {},
  schedule: Schedule = RECIPE.selfPlay[size],
): Promise<TrainedSelfPlay> {
  const shape = selfPlayShape(scenario, size);
  const [own, direct] = [policyShape(scenario, size), directShape(scenario)];
  const tilt = new Float32Array(shape.vocab ** 2);
  const label = `self-play ${size}`;
  const r = await fit(backend, {
    ...progress,
    label,
    shape,
    ...schedule,
    start: [resizeModel(own, policy, shape, initialWeights(shape, schedule.seed, INIT_STREAM))],
    lessons: [
      // gamma 1 and the whole nucleus: the teacher as it is
      { label: `${label} policy`, ...expertRows(scenario, schedule.seed), target: { teacher: policy, teacherShape: own, gamma: [1], nucleus: 1, tilt } },
      {
        label: `${label} user`,
        ...directRows(scenario, schedule.seed, USER_DATA_STREAM),
        target: { teacher: resizeModel(simulatorShape(scenario), base, direct), teacherShape: direct, gamma: [RECIPE.selfPlayGamma], nucleus: RECIPE.nucleus, tilt },
      },
    ],
  });
  return { weights: r.weights[0]!, loss: r.loss[0]![0]!, userLoss: r.loss[1]![0]! };
}
