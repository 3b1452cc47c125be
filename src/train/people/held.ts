/** The policies a person can talk to: copied from a run as they are, or the one that a run would start from. */
import { storedShape } from '../../gpu-kernels/model/bank.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { Policies } from '../experiment/cross-play.ts';
import type { Experiment } from '../experiment/experiment.ts';
import type { ExperimentSettings } from '../experiment-settings.ts';
import type { PolicySize } from '../pretrain/recipe.ts';
import { policyShape } from '../pretrain/recipe.ts';
import type { HeldPolicies, HeldPolicy } from '../protocol.ts';
import type { ArmId } from '../settings.ts';

const startPolicy = ({ shape, params }: Policies): HeldPolicy => ({ id: 'start', update: 0, shape, weights: params[0]!, digest: null });

/** `kept`: updates behind the weights of arms that diverged. `digests`: known once the run is finished. The arm without training is the policy before training, so it is not listed twice. */
export async function holdPolicies(
  experiment: ExperimentSettings,
  experiments: readonly Experiment[],
  start: Policies,
  kept: ReadonlyMap<ArmId, number>,
  digests?: Readonly<Partial<Record<ArmId, string>>>,
): Promise<HeldPolicies> {
  const trained = experiments.filter((x) => x.settings.arm !== 'base');
  const arms = await Promise.all(
    trained.map(async (x): Promise<HeldPolicy> => {
      const id = x.settings.arm;
      const update = kept.get(id) ?? x.update;
      // of self-play the policy reads less than its network could
      return { id, update, shape: storedShape(x.policy), weights: await x.policyWeights(), digest: digests?.[id] ?? null };
    }),
  );
  return { experiment, finished: digests !== undefined, policies: [startPolicy(start), ...arms] };
}

export const holdStart = (scenario: Scenario, { model }: ExperimentSettings, weights: Float32Array): HeldPolicies => ({
  experiment: null,
  finished: false,
  policies: [startPolicy({ shape: policyShape(scenario, model as PolicySize), params: [weights] })],
});
