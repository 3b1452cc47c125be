/** The networks in an arm's saved state, without an experiment: of a run that was closed and is only looked at. */
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { paramLayout } from '../../gpu-kernels/model/layout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { PolicySize } from '../pretrain/recipe.ts';
import { directShape, policyShape, selfPlayShape } from '../pretrain/recipe.ts';
import type { TrainedSimulator } from '../responses.ts';
import type { ArmId } from '../settings.ts';
import type { SavedState } from './saved.ts';

export const ROLES = ['policy', 'user'] as const;
export type Role = (typeof ROLES)[number];

export interface StoredBank {
  readonly shape: ModelShape;
  /** numbers of one network; the networks of the seeds lie one after the other */
  readonly each: number;
  readonly flat: Float32Array;
}

/** The policies, or the simulators that learned, one a seed; null where the arm has none. Throws when they are not of the run's shapes. */
export function bankOf(scenario: Scenario, arm: ArmId, model: string, seeds: number, state: SavedState, role: Role): StoredBank | null {
  const flat = state.buffers[role];
  if (!flat) return null;
  const shape = role === 'user' ? directShape(scenario) : (arm === 'selfplay' ? selfPlayShape : policyShape)(scenario, model as PolicySize);
  const each = paramLayout(shape).size;
  if (flat.length !== each * seeds) throw new Error(`${arm}: ${role} has ${flat.length} numbers, ${seeds} networks of its shape have ${each * seeds}`);
  return { shape, each, flat };
}

export interface StoredNetworks {
  readonly policy: Omit<TrainedSimulator, 'arm'>;
  /** where one learned; in self-play it is the policy's own network */
  readonly trained: TrainedSimulator | null;
}

/** The first seed's, copied. */
export function networksOf(scenario: Scenario, arm: ArmId, model: string, seeds: number, state: SavedState): StoredNetworks {
  const first = (role: Role): StoredNetworks['policy'] | null => {
    const bank = bankOf(scenario, arm, model, seeds, state, role);
    return bank && { shape: bank.shape, weights: bank.flat.slice(0, bank.each) };
  };
  const policy = first('policy');
  if (!policy) throw new Error(`${arm}: the stored state holds no policy`);
  const user = arm === 'selfplay' ? policy : first('user');
  return { policy, trained: user && { arm, ...user } };
}
