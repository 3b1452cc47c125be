/** The whole boundary between the page and the training worker. Every message is plain data. */
import type { BackendChoice } from './backend-choice.ts';
import type { SavedState } from './experiment/saved.ts';
import type { ExperimentSettings } from './experiment-settings.ts';
import type { ModelShape } from '../gpu-kernels/model/layout.ts';
import type { TrainedSimulator } from './responses.ts';
import type { ArmId } from './settings.ts';
import type { SlowMotion } from './slow-motion.ts';

/** why a page has no WebGPU: the three causes a visitor can act on, and the one nobody can */
export type NoGpuReason = 'no-api' | 'insecure' | 'no-adapter' | 'device-failed';

export interface EngineInfo {
  readonly backend: 'webgpu' | 'cpu';
  /** adapter name as the browser gives it, or the CPU twin's name */
  readonly name: string;
  readonly software: boolean;
  /** set when WebGPU was wanted and is not there */
  readonly noGpu?: { readonly reason: NoGpuReason; readonly detail: string };
}

/** One point of one metric: a value per seed, in the order of the settings' seeds. NaN where a metric is undefined (no active token, say). */
export interface MetricPoint {
  readonly update: number;
  readonly values: Readonly<Record<string, readonly number[]>>;
}

export interface TranscriptTurn {
  /** one token a slot of the scenario's turn */
  readonly tokens: readonly number[];
  /** the same as sentences, one a slot; empty for slots nobody says aloud */
  readonly text: readonly string[];
}

/** A list as a verbalizing simulator generated it before one decision; what was drawn from it stands in the dialogue. */
export interface TranscriptList {
  readonly candidates: readonly { readonly token: number; readonly probability: number }[];
  /** a repeated candidate, or no mass at all: the simulator answered directly */
  readonly malformed: boolean;
}

export interface Transcript {
  readonly update: number;
  readonly seed: number;
  /** "train", "real", or a held-out family's id */
  readonly against: string;
  readonly profile: number;
  readonly turns: readonly TranscriptTurn[];
  readonly reward: number;
  /** with Verbalized Sampling: the list for the profile, then one for the answer of each turn */
  readonly lists?: readonly TranscriptList[];
}

export type RunState = 'idle' | 'preparing' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed';

/** Who talks to whom: success of every arm's policies (and of the untrained policy) with every kind of user, per seed. */
export interface CrossPlay {
  readonly update: number;
  readonly rows: readonly { readonly id: ArmId | 'start'; readonly label: string }[];
  readonly columns: readonly { readonly id: string; readonly label: string; readonly kind: 'train' | 'heldout' | 'real' }[];
  /** [row][column][seed] share of dialogues with reward above 0; NaN where no dialogue was of that kind */
  readonly success: readonly (readonly (readonly number[])[])[];
  /** dialogues behind each number */
  readonly dialogues: number;
}

/** A history to answer: who the user is, and the exchanges so far; the last act is the one to be answered. Without acts the profile itself is asked for. */
export interface History {
  readonly profile: number;
  /** persuader's acts, by index; one more than answers, or none */
  readonly acts: readonly number[];
  /** user's answers, by index */
  readonly answers: readonly number[];
}

/** What one simulator would say next at a history. */
export interface Response {
  readonly id: 'base' | 'aligned' | 'verbalized' | 'trained';
  readonly label: string;
  /** probability of each profile, or of each of the user's acts; sums to 1 */
  readonly probability: readonly number[];
  /** its list as generated, where it verbalizes; tokens are indices of profiles or acts */
  readonly list?: TranscriptList;
  /** total variation to the base simulator */
  readonly distance: number;
}

/** An arm, or `start`: the policy before training. */
export type PolicyId = ArmId | 'start';

/** A policy a person can talk to: the first seed's. */
export interface HeldPolicy {
  readonly id: PolicyId;
  /** updates it has behind it */
  readonly update: number;
  readonly shape: ModelShape;
  readonly weights: Float32Array;
  /** digest of its arm's series, once the run is finished */
  readonly digest: string | null;
}

export interface HeldPolicies {
  /** the run they come from; null: no run, only the policy before training */
  readonly experiment: ExperimentSettings | null;
  readonly finished: boolean;
  /** `start` first, where it is known, then the arms in the order of the experiment */
  readonly policies: readonly HeldPolicy[];
}

/** How far one arm of an interrupted run has come. */
export interface ArmSoFar {
  /** null: it begins at update 0 */
  readonly state: SavedState | null;
  /** every point up to the state, in the order they came */
  readonly points: readonly MetricPoint[];
  /** it stopped by itself and stays out */
  readonly failed: boolean;
}
export type RunSoFar = Readonly<Partial<Record<ArmId, ArmSoFar>>>;

export type ToWorker =
  /** prepares every arm of an experiment and waits, paused at update 0, or starts at once */
  | {
      readonly type: 'start';
      readonly experiment: ExperimentSettings;
      readonly paused: boolean;
      readonly backend: BackendChoice;
      /** names the run; comes back with the state `preparing` */
      readonly run: string;
      /** goes on where an interrupted run was kept last: the series end with the same digest */
      readonly resume?: RunSoFar;
      /** what the interrupted run was computed by: it goes on with that or not at all */
      readonly began?: EngineInfo | null;
    }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** one update of every arm, then pause */
  | { readonly type: 'step' }
  /** frees the experiment */
  | { readonly type: 'stop' }
  /** cross-play of the policies as they are now, once the update on hand is done; answered by `crossPlay`. At the end of a run it comes unasked */
  | { readonly type: 'crossPlay' }
  /** the networks of a run that rests, taken from storage; `responses` and `policies` that name this run are answered with them */
  | { readonly type: 'hold'; readonly run: string; readonly policies: HeldPolicies; readonly trained: readonly TrainedSimulator[] }
  /** response distributions at a history, with or without a run (null: of whatever is on hand); answered by `responses` with the same id */
  | { readonly type: 'responses'; readonly id: number; readonly history: History; readonly experiment: ExperimentSettings; readonly run: string | null }
  /** one update on one group, step by step, with the shipped networks; answered by `slowMotion` with the same id */
  | { readonly type: 'slowMotion'; readonly id: number; readonly seed: number; readonly experiment: ExperimentSettings }
  /**
   * the policies of this run as they are now, or as they are held; without a run (null) of the one on hand or the last one held; where there are none, the one that `experiment` would start from.
   * Answered by `policies` with the same id
   */
  | { readonly type: 'policies'; readonly id: number; readonly experiment: ExperimentSettings; readonly run: string | null };

export type FromWorker =
  /** what the machine offers; with `forRun` what the run on hand is computed by, because it was asked for */
  | { readonly type: 'engine'; readonly engine: EngineInfo; readonly forRun?: true }
  /** of the whole experiment: `update` is what every arm has done */
  | { readonly type: 'state'; readonly state: RunState; readonly update: number; readonly run?: string }
  /** slow preparation: what is being done, part done in [0, 1], seconds left when known */
  | { readonly type: 'progress'; readonly what: string; readonly fraction: number; readonly secondsLeft: number | null }
  /** at most 4 messages a second; training points every update, evaluation points (success.heldout, success.real ...) every `evalEvery` */
  | { readonly type: 'metrics'; readonly arm: ArmId; readonly points: readonly MetricPoint[]; readonly updatesPerSecond: number; readonly secondsLeft: number | null }
  /** an arm's state, right after all of its points up to there; `points` counts them from the run's beginning. Soon after the start, every ten seconds, at pauses and at the end */
  | { readonly type: 'checkpoint'; readonly arm: ArmId; readonly state: SavedState; readonly points: number }
  | { readonly type: 'transcripts'; readonly arm: ArmId; readonly transcripts: readonly Transcript[] }
  /** one arm stopped by itself (its training diverged); the others go on, its series up to `update` and the weights of update `kept` stay */
  | { readonly type: 'armFailed'; readonly arm: ArmId; readonly update: number; readonly kept: number; readonly message: string }
  | { readonly type: 'crossPlay'; readonly crossPlay: CrossPlay }
  | { readonly type: 'responses'; readonly id: number; readonly responses: readonly Response[]; readonly error?: string }
  | { readonly type: 'slowMotion'; readonly id: number; readonly result: SlowMotion | null; readonly error?: string }
  | { readonly type: 'policies'; readonly id: number; readonly held: HeldPolicies | null; readonly error?: string }
  /** digest of each arm's series */
  | { readonly type: 'finished'; readonly digests: Readonly<Partial<Record<ArmId, string>>> }
  /** `recoverable`: the run so far is kept and Run starts again from Reset */
  | { readonly type: 'error'; readonly message: string; readonly hint: string };
