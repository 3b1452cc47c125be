/** One run as the page knows it: an experiment with its arms. The object is replaced when anything but the histories changes; the histories are shared and grow in place. */
import type { BackendChoice } from '../../train/backend-choice.ts';
import type { ExperimentSettings, SharedSettings } from '../../train/experiment-settings.ts';
import type { CrossPlay, EngineInfo, RunState, Transcript } from '../../train/protocol.ts';
import type { ArmId } from '../../train/settings.ts';
import { parseSeeds } from '../../train/settings.ts';
import { Series } from './series.ts';

export interface Progress {
  readonly what: string;
  /** of the stage on hand */
  readonly fraction: number;
  readonly secondsLeft: number | null;
  /** of all that comes before the first update, and where the stage on hand began in it; never falls */
  readonly done: number;
  readonly from: number;
}
export interface RunError {
  readonly message: string;
  readonly hint: string;
}

/** An arm that stopped by itself: its series up to `update` and the weights of update `kept` stay. */
export interface ArmFailure {
  readonly message: string;
  readonly update: number;
  readonly kept: number;
}

export interface ArmRun {
  readonly arm: ArmId;
  readonly series: Series;
  readonly transcripts: Transcript[];
  readonly failure: ArmFailure | null;
  readonly digest: string | null;
}

export interface Run {
  readonly id: number;
  /** names it for good: in storage, and to the worker */
  readonly key: string;
  readonly experiment: ExperimentSettings;
  /** in the order of the experiment */
  readonly arms: readonly ArmRun[];
  /** what was asked for */
  readonly backend: BackendChoice;
  /** what it is computed with; null until it has begun */
  readonly engine: EngineInfo | null;
  readonly state: RunState;
  /** what every arm that goes on has done */
  readonly update: number;
  readonly progress: Progress | null;
  readonly updatesPerSecond: number | null;
  readonly secondsLeft: number | null;
  readonly crossPlay: CrossPlay | null;
  /** cross-play was asked for and has not come yet */
  readonly measuring: boolean;
  readonly error: RunError | null;
}

export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');
}

export function newRun(id: number, experiment: ExperimentSettings, backend: BackendChoice = 'auto'): Run {
  return {
    id,
    key: newKey(),
    experiment,
    backend,
    arms: experiment.arms.map((arm) => ({ arm, series: new Series(), transcripts: [], failure: null, digest: null })),
    engine: null,
    state: 'preparing',
    update: 0,
    progress: null,
    updatesPerSecond: null,
    secondsLeft: null,
    crossPlay: null,
    measuring: false,
    error: null,
  };
}

export const armRunOf = (run: Run | null, arm: ArmId): ArmRun | undefined => run?.arms.find((a) => a.arm === arm);

/** nothing measured yet, in no arm */
export const isEmpty = (run: Run): boolean => run.arms.every((a) => a.series.empty);

/** The update that every arm has reached which has not failed; of a run whose arms all failed, the furthest. */
export function reached(run: Run): number {
  const going = run.arms.filter((a) => !a.failure);
  const updates = (going.length > 0 ? going : run.arms).map((a) => a.series.last);
  return going.length > 0 ? Math.min(...updates) : Math.max(...updates);
}

/** A long run sends many dialogues; the oldest of the middle are let go, those from before training stay to compare with. */
export const MAX_TRANSCRIPTS = 3000;

/** where a dialogue comes from: all of one source come in one message */
const sourceOf = (t: Transcript): string => `${t.update} ${t.seed} ${t.against}`;

export function addTranscripts(kept: Transcript[], fresh: readonly Transcript[]): void {
  // an evaluation right after the first update brings that update's training dialogues again
  const known = new Set(kept.map(sourceOf));
  kept.push(...fresh.filter((t) => !known.has(sourceOf(t))));
  const excess = kept.length - MAX_TRANSCRIPTS;
  if (excess <= 0) return;
  const first = kept[0]?.update;
  let from = 0;
  while (from < kept.length / 2 && kept[from]?.update === first) from++;
  kept.splice(from, excess);
}

export const seedsOf = (settings: SharedSettings): number[] => parseSeeds(settings.seeds) ?? [];

/** the worker holds an experiment that can go on */
export const isLive = (run: Run | null): boolean => run !== null && (run.state === 'preparing' || run.state === 'running' || run.state === 'paused');
