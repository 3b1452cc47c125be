/** The whole boundary between the page and the training worker. Every message is plain data. */
import type { Settings } from './settings.ts';

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

export type ToWorker =
  /** prepares an experiment and waits, paused at update 0, or starts at once */
  | { readonly type: 'start'; readonly settings: Settings; readonly paused: boolean }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** one update, then pause */
  | { readonly type: 'step' }
  /** frees the experiment */
  | { readonly type: 'stop' };

export type FromWorker =
  | { readonly type: 'engine'; readonly engine: EngineInfo }
  | { readonly type: 'state'; readonly state: RunState; readonly update: number }
  /** slow preparation: what is being done, part done in [0, 1], seconds left when known */
  | { readonly type: 'progress'; readonly what: string; readonly fraction: number; readonly secondsLeft: number | null }
  /** at most 4 messages a second; training points every update, evaluation points (success.heldout, success.real ...) every `evalEvery` */
  | { readonly type: 'metrics'; readonly points: readonly MetricPoint[]; readonly updatesPerSecond: number; readonly secondsLeft: number | null }
  | { readonly type: 'transcripts'; readonly transcripts: readonly Transcript[] }
  | { readonly type: 'finished'; readonly digest: string }
  /** `recoverable`: the run so far is kept and Run starts again from Reset */
  | { readonly type: 'error'; readonly message: string; readonly hint: string };
