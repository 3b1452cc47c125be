/** One run as the page knows it. The object is replaced when anything but the histories changes; the histories are shared and grow in place. */
import type { EngineInfo, RunState, Transcript } from '../../train/protocol.ts';
import type { Settings } from '../../train/settings.ts';
import { parseSeeds } from '../../train/settings.ts';
import { Series } from './series.ts';

export interface Progress {
  readonly what: string;
  readonly fraction: number;
  readonly secondsLeft: number | null;
}
export interface RunError {
  readonly message: string;
  readonly hint: string;
}

export interface Run {
  readonly id: number;
  readonly settings: Settings;
  /** what it is computed with; null until it has begun */
  readonly engine: EngineInfo | null;
  readonly series: Series;
  readonly transcripts: Transcript[];
  readonly state: RunState;
  readonly update: number;
  readonly progress: Progress | null;
  readonly updatesPerSecond: number | null;
  readonly secondsLeft: number | null;
  readonly digest: string | null;
  readonly error: RunError | null;
}

export function newRun(id: number, settings: Settings): Run {
  return {
    id,
    settings,
    engine: null,
    series: new Series(),
    transcripts: [],
    state: 'preparing',
    update: 0,
    progress: null,
    updatesPerSecond: null,
    secondsLeft: null,
    digest: null,
    error: null,
  };
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

export const seedsOf = (settings: Settings): number[] => parseSeeds(settings.seeds) ?? [];

/** the worker holds an experiment that can go on */
export const isLive = (run: Run | null): boolean => run !== null && (run.state === 'preparing' || run.state === 'running' || run.state === 'paused');
