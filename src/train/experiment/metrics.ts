/** Names of what the kernels report, and what is made of the numbers once they are read. */
import type { GROUP_STATS } from '../../gpu-kernels/kernels/group-advantage/kernel.ts';
import type { LOSS_TERMS } from '../../gpu-kernels/kernels/policy-loss/kernel.ts';
import type { MetricPoint } from '../protocol.ts';

export const GROUP_NAMES: Readonly<Record<(typeof GROUP_STATS)[number], string>> = {
  reward: 'reward.train',
  success: 'success.train',
  zeroVariance: 'group.zeroVariance',
  allSuccess: 'group.allSuccess',
  allFail: 'group.allFail',
  turns: 'dialogue.turns',
};
export const TERM_NAMES: Readonly<Record<(typeof LOSS_TERMS)[number], string | null>> = {
  loss: 'loss',
  policyLoss: null,
  kl: 'policy.kl',
  entropy: 'policy.entropy',
  clipped: 'clip.fraction',
  logprob: null,
};

/**
 * Adds sim.eps = epsBar / decisions, the bound of the user's variance (Lemma 3.3: R_max^2 epsBar) and, with verbalized lists, sim.eta and the share of malformed lists; drops the helper count.
 * `rMax`: the largest reward.
 */
export function derived(p: MetricPoint, rMax: number): MetricPoint {
  const { 'sim.decisions': decisions, ...values } = p.values;
  if (!decisions) return p;
  const mean = (name: string): number[] => values[name]!.map((x, i) => x / decisions[i]!);
  const lists: Record<string, number[]> = 'sim.etaBar' in values ? { 'sim.eta': mean('sim.etaBar'), 'sim.malformed': mean('sim.malformed') } : {};
  return { update: p.update, values: { ...values, 'sim.eps': mean('sim.epsBar'), 'variance.bound': values['sim.epsBar']!.map((e) => rMax * rMax * e), ...lists } };
}

export interface Divergence {
  readonly update: number;
  readonly metric: string;
}

const MUST_BE_FINITE = ['loss', 'policy.entropy', 'sim.loss'];

/** The first update whose loss or entropy is not a finite number: nothing after it means anything. */
export function divergenceOf(points: readonly MetricPoint[]): Divergence | null {
  for (const { update, values } of points) {
    const metric = MUST_BE_FINITE.find((name) => values[name]?.some((v) => !Number.isFinite(v)));
    if (metric) return { update, metric };
  }
  return null;
}
