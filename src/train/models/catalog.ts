/** The networks a run starts from, as flat parameters. */

export interface HeldoutFamily {
  readonly id: string;
  readonly label: string;
  readonly weights: Float32Array;
}

export interface StartingModels {
  /** the behaviour-cloned policy of the chosen size: start and KL reference of every arm but self-play */
  readonly policy: Float32Array;
  /** aligned simulators by collapse strength: those the arm needs */
  readonly aligned: ReadonlyMap<number, Float32Array>;
  /** the simulator before alignment, when the arm needs it */
  readonly base?: Float32Array;
  /** the network that plays both roles, of the policy's size, when the arm needs it */
  readonly selfplay?: Float32Array;
  /** the ensemble's other families, when the arm needs them */
  readonly ensemble: readonly Float32Array[];
  /** the held-out panel, in the order of the recipe */
  readonly heldout: readonly HeldoutFamily[];
}
