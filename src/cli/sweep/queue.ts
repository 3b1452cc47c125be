/**
 * One queue for all threads: every run is split over its seeds, and a thread that is done with one part takes the next, of whatever run, so that no core waits at the end of a run.
 * A part that fails takes its own run with it and no other.
 */
import type { Settings } from '../../train/settings.ts';
import type { Series } from '../../train/series.ts';
import { joinSeeds } from '../../train/series.ts';
import { parseSeeds } from '../../train/settings.ts';
import type { OnProgress } from '../jobs.ts';
import { TRAINING } from '../jobs.ts';
import { joinProgress } from '../progress.ts';

export interface Part {
  readonly series: Series;
  /** name of the executor */
  readonly engine: string;
}
/** Runs some seeds; rejects with the reason. */
export type Launch = (settings: Settings, onProgress: OnProgress, signal: AbortSignal) => Promise<Part>;

export type Outcome = { readonly ok: true; readonly series: Series; readonly engine: string; readonly seconds: number } | { readonly ok: false; readonly error: string; readonly seconds: number };

export interface QueueOptions {
  /** the parts of each run, seeds in order */
  readonly runs: readonly (readonly Settings[])[];
  readonly lanes: number;
  readonly launch: Launch;
  readonly signal: AbortSignal;
  /** share of all the work done, by updates and seeds */
  readonly onProgress: (fraction: number) => void;
  /** a run is complete; called in the order they end. What it throws ends the queue. */
  readonly onDone: (run: number, outcome: Outcome) => void;
}

/** a part that has trained to its end is done when its result is here, not before */
const ALMOST = 0.99;

/** what a run costs, in updates of one seed */
export const workOf = (s: Settings): number => s.updates * parseSeeds(s.seeds)!.length;

/** Resolves when every run is done, or after `signal`, when nothing runs any more. */
export async function runQueue({ runs, lanes, launch, signal, onProgress, onDone }: QueueOptions): Promise<void> {
  const tasks = runs.flatMap((parts, run) => parts.map((settings, part) => ({ run, part, settings })));
  const states = runs.map((parts) => ({ parts: new Array<Part | null>(parts.length).fill(null), left: parts.length, seconds: 0, errors: [] as string[] }));
  // aligning simulators before a run is not counted: it is work of another speed
  const report = joinProgress(
    tasks.map((t) => workOf(t.settings)),
    (what) => what === TRAINING,
    (what, fraction) => what === TRAINING && onProgress(fraction),
  );
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < tasks.length && !signal.aborted; i = next++) {
      const { run, part, settings } = tasks[i]!;
      const state = states[run]!;
      const started = performance.now();
      if (state.errors.length === 0) {
        try {
          state.parts[part] = await launch(settings, (what, fraction) => report(i, what, Math.min(fraction, ALMOST)), signal);
        } catch (e) {
          if (signal.aborted) return;
          state.errors.push(`seeds ${settings.seeds}: ${e instanceof Error ? e.message : String(e)}`);
        }
      }
      state.seconds += (performance.now() - started) / 1000;
      if (--state.left === 0) onDone(run, outcomeOf(state));
      report(i, TRAINING, 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, tasks.length) }, lane));
}

function outcomeOf({ parts, errors, seconds }: { parts: (Part | null)[]; errors: string[]; seconds: number }): Outcome {
  if (errors.length > 0) return { ok: false, error: errors.join('; '), seconds };
  try {
    const whole = parts.map((p) => p!);
    return { ok: true, series: joinSeeds(whole.map((p) => p.series)), engine: whole[0]!.engine, seconds };
  } catch (e) {
    return { ok: false, error: (e as Error).message, seconds };
  }
}
