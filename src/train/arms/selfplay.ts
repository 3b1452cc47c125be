import { withContext } from '../../gpu-kernels/model/bank.ts';
import { readingOf } from '../../sim/reading.ts';
import { selfPlayShape } from '../pretrain/recipe.ts';
import type { PolicySize } from '../pretrain/recipe.ts';
import type { Arm } from './arm.ts';
import { perSeedRoute } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/**
 * One network a seed plays both roles and learns from both: its first token says which (bos, or a persona). In an update it takes a step as the policy, with the dialogue's reward, and then
 * one as the user, with the simulator reward; each side has AdamW moments of its own, and both are held to the network's start. The user's step begins where the policy's ended, so its
 * ratio to the sampled log-probabilities is not exactly 1.
 */
export const selfplay: Arm = {
  ...ARM_WORDS.selfplay,
  id: 'selfplay',
  needs: () => ({ selfplay: true }),
  policyStart: (scenario, settings, models) => {
    if (!models.selfplay) throw new Error('no network for self-play was loaded');
    return { shape: selfPlayShape(scenario, settings.model as PolicySize), weights: models.selfplay };
  },
  createUsers: (c) => {
    const { ctx } = readingOf(c.scenario, 'user');
    const bank = withContext(c.policy, ctx);
    return { player: { kind: 'network', bank, route: perSeedRoute(c, 'self-play user'), temperature: 1 }, trained: { bank, reference: withContext(c.reference, ctx) } };
  },
};
