/**
 * One queue for all threads: every run is split over its seeds, and a thread that is done with one part takes the next, of whatever run, so that no core waits at the end of a run.
 * A part that fails takes its own run with it and no other.
 */
import type { Settings } from '../../train/settings.ts';
import type { Series } from '../../train/series.ts';
import { joinSeeds } from '../../train/series.ts';
import { parseSeeds } from '../../train/settings.ts';
import type { OnProgress } from '../jobs.ts';

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

const work = (s: Settings): number => s.updates * parseSeeds(s.seeds)!.length;

/** Resolves when every run is done, or after `signal`, when nothing runs any more. */
export async function runQueue({ runs, lanes, launch, signal, onProgress, onDone }: QueueOptions): Promise<void> {
  const tasks = runs.flatMap((parts, run) => parts.map((settings, part) => ({ run, part, settings })));
  const total = tasks.reduce((w, t) => w + work(t.settings), 0);
  const done = tasks.map(() => 0);
  const states = runs.map((parts) => ({ parts: new Array<Part | null>(parts.length).fill(null), left: parts.length, seconds: 0, errors: [] as string[] }));
  const report = (task: number, fraction: number) => {
    done[task] = work(tasks[task]!.settings) * fraction;
    onProgress(done.reduce((a, b) => a + b, 0) / total);
  };
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < tasks.length && !signal.aborted; i = next++) {
      const { run, part, settings } = tasks[i]!;
      const state = states[run]!;
      const started = performance.now();
      if (state.errors.length === 0) {
        try {
          // aligning simulators before a run is not counted: it is work of another speed
          state.parts[part] = await launch(settings, (what, fraction) => what === 'Training' && report(i, fraction), signal);
        } catch (e) {
          if (signal.aborted) return;
          state.errors.push(`seeds ${settings.seeds}: ${e instanceof Error ? e.message : String(e)}`);
        }
      }
      state.seconds += (performance.now() - started) / 1000;
      report(i, 1);
      if (--state.left === 0) onDone(run, outcomeOf(state));
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
