/** What may differ between arms: who the users of a training dialogue are. Everything else is shared. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import type { NetPlayer, TablePlayer } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { StartingModels } from '../models/catalog.ts';
import { simulatorShape } from '../pretrain/recipe.ts';
import type { Settings } from '../settings.ts';

export interface ArmContext {
  readonly backend: Backend;
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly models: StartingModels;
  /** dialogues of all seeds in one update */
  readonly rows: number;
}

export interface Arm {
  readonly id: string;
  readonly label: string;
  /** one sentence: the users this arm trains against */
  readonly users: string;
  createUser(c: ArmContext): NetPlayer | TablePlayer;
}

/** A frozen network that every dialogue of every seed talks to. */
export function frozenUser(c: ArmContext, label: string, weights: Float32Array): NetPlayer {
  return { kind: 'network', bank: createBank(c.backend, label, simulatorShape(c.scenario), 1, [weights]), route: createRouting(c.backend, label, c.rows, [0]), temperature: 1 };
}
