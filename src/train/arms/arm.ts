/** What may differ between arms: who the users of a training dialogue are, and whether they learn. Everything else is shared. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { Bank } from '../../gpu-kernels/model/bank.ts';
import { createBank, createRouting, inOrder, withContext } from '../../gpu-kernels/model/bank.ts';
import { readingOf } from '../../sim/reading.ts';
import type { NetPlayer, Player } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { StartingModels } from '../models/catalog.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { resizeModel } from '../../gpu-kernels/model/resize.ts';
import type { PolicySize } from '../pretrain/recipe.ts';
import { directShape, policyShape, simulatorShape } from '../pretrain/recipe.ts';
import type { ArmId, Settings } from '../settings.ts';
import type { StateBuffer } from '../experiment/saved.ts';
import type { ArmWords } from './words.ts';

export interface ArmContext {
  readonly backend: Backend;
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly models: StartingModels;
  readonly seeds: readonly number[];
  /** dialogues of one seed in one update */
  readonly perSeed: number;
  /** [seeds models], and the one model they all start from */
  readonly policy: Bank;
  readonly reference: Bank;
}

/** A simulator that learns by the same policy gradient on the user's slots of the same dialogues. */
export interface TrainedUser {
  /** [seeds models], the newest weights */
  readonly bank: Bank;
  /** its start, for the KL anchor */
  readonly reference: Bank;
}

export interface Users {
  readonly player: Player;
  readonly personas?: readonly number[];
  readonly profilePrior?: readonly number[];
  readonly trained?: TrainedUser;
  /** what these users carry from update to update besides the weights that learn */
  readonly state?: readonly StateBuffer[];
  /** before the dialogues of an update */
  prepare?(update: number): void;
  /** after an update, counted from 1 */
  finish?(update: number): void;
}

/** Simulators an arm starts from; the loader gets just these. */
export interface Needs {
  /** aligned simulators at these collapse strengths */
  readonly gammas?: readonly number[];
  readonly base?: boolean;
  /** the raters of the ensemble's other families, at the run's gamma */
  readonly ensemble?: boolean;
  /** the network that plays both roles, of the policy's size */
  readonly selfplay?: boolean;
}

/** The network that every seed's policy starts from; it may have more positions than the policy reads. */
export interface PolicyStart {
  readonly shape: ModelShape;
  readonly weights: Float32Array;
}

export interface Arm extends ArmWords {
  readonly id: ArmId;
  /** the policy is measured and never changed */
  readonly frozenPolicy?: boolean;
  needs(s: Settings): Needs;
  /** left out: the cloned policy */
  policyStart?(scenario: Scenario, settings: Settings, models: StartingModels): PolicyStart;
  createUsers(c: ArmContext): Users | Promise<Users>;
}

/** The banks of an arm's policies and of the model they start from, over what a policy reads. */
export function createPolicies(backend: Backend, arm: Arm, scenario: Scenario, settings: Settings, models: StartingModels, seeds: number): { readonly policy: Bank; readonly reference: Bank } {
  const { shape, weights } = arm.policyStart?.(scenario, settings, models) ?? { shape: policyShape(scenario, settings.model as PolicySize), weights: models.policy };
  const { ctx } = readingOf(scenario, 'policy');
  return { policy: withContext(createBank(backend, 'policy', shape, seeds, [weights]), ctx), reference: withContext(createBank(backend, 'reference', shape, 1, [weights]), ctx) };
}

/** A frozen network that every dialogue of every seed talks to. */
export function frozenUser(c: ArmContext, weights: Float32Array, temperature = 1): NetPlayer {
  const label = 'training simulator';
  return { kind: 'network', bank: createBank(c.backend, label, simulatorShape(c.scenario), 1, [weights]), route: createRouting(c.backend, label, c.perSeed * c.seeds.length, [0]), temperature };
}

/** The aligned simulator at the run's gamma: what most arms train against. */
export const alignedAt = (c: ArmContext, gamma = c.settings.gamma): Float32Array => {
  const w = c.models.aligned.get(gamma);
  if (!w) throw new Error(`no simulator aligned at gamma ${gamma} was loaded`);
  return w;
};

/** One trainable simulator a seed, starting from the mildly aligned sibling, and a frozen copy of that start. They answer directly and learn nothing about lists, so they leave that part out. */
export function trainableUser(c: ArmContext): TrainedUser & { readonly start: Float32Array } {
  const shape = directShape(c.scenario);
  const start = resizeModel(simulatorShape(c.scenario), alignedAt(c, c.settings.simGamma), shape);
  return { start, bank: createBank(c.backend, 'trainable simulator', shape, c.seeds.length, [start]), reference: createBank(c.backend, 'simulator start', shape, 1, [start]) };
}

export const perSeedRoute = (c: ArmContext, label: string) => createRouting(c.backend, label, c.perSeed, inOrder(c.seeds.length));
