/** The networks a run starts from, as flat parameters. */
import type { Family } from '../pretrain/recipe.ts';

export interface HeldoutFamily {
  readonly id: string;
  readonly label: string;
  readonly weights: Float32Array;
}

export interface StartingModels {
  /** the behaviour-cloned policy of the chosen size: start and KL reference of every arm */
  readonly policy: Float32Array;
  /** the base simulator P, from which every other one was aligned */
  readonly base: Float32Array;
  /** the training simulator, aligned at the run's gamma */
  readonly simulator: Float32Array;
  /** the held-out panel, in the order of the recipe */
  readonly heldout: readonly HeldoutFamily[];
}

export type { Family };
