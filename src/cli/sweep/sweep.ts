/** Runs what a file does not hold yet, and appends each run as it ends. */
import { digestOf } from '../../train/series.ts';
import { parseManifest } from '../../train/models/manifest.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { shippedModels } from '../models.node.ts';
import { runInThread } from '../pool.node.ts';
import { shards } from '../settings-from.ts';
import { endsOf } from './ends.ts';
import type { RunSpec } from './grid.ts';
import { nameOf } from './grid.ts';
import { takeLock } from './lock.ts';
import type { Launch, Outcome } from './queue.ts';
import { runQueue, workOf } from './queue.ts';
import type { Origin, RunRecord } from './record.ts';
import { isFinished, keyOf } from './record.ts';
import { openStore } from './store.ts';

export interface SweepOptions {
  readonly file: string;
  readonly jobs: number;
  /** keep whole series in the lines */
  readonly keepSeries: boolean;
  readonly signal: AbortSignal;
  /** share of all that was asked for, with what the file held before; called once before anything runs */
  readonly onProgress: (fraction: number, done: number, runs: number) => void;
  readonly say: (line: string) => void;
  readonly launch?: Launch;
  readonly origin?: () => Promise<Origin>;
}

export interface SweepResult {
  /** what the file holds of each run asked for, in their order */
  readonly records: (RunRecord | undefined)[];
  readonly stopped: boolean;
}

/** Engine and networks of this checkout. */
export async function originHere(): Promise<Origin> {
  const manifest = parseManifest(new TextDecoder().decode(await shippedModels.read('manifest.json')));
  return { engine: { backend: 'cpu', version: ENGINE_VERSION }, models: manifest.digest };
}

const inThread: Launch = async (settings, onProgress, signal) => {
  const r = await runInThread({ kind: 'run', settings }, onProgress, signal);
  if (r.kind !== 'run') throw new Error(`a thread made a ${r.kind}`);
  return r;
};

const sum = (specs: readonly RunSpec[]): number => specs.reduce((n, { settings }) => n + workOf(settings), 0);

export async function runSweep(specs: readonly RunSpec[], o: SweepOptions): Promise<SweepResult> {
  const origin = await (o.origin ?? originHere)();
  const release = takeLock(o.file);
  try {
    const store = openStore(o.file);
    try {
      const { records, damaged } = store.contents;
      if (damaged.length > 0) o.say(`${o.file}: ${damaged.length === 1 ? 'line' : 'lines'} ${damaged.join(', ')} cannot be read; kept as they are, and whatever is wanted of them is run again`);
      const keys = specs.map((s) => keyOf(s.settings, origin));
      const isThere = (key: string): boolean => {
        const r = records.get(key);
        return isFinished(r) && (!o.keepSeries || r.series !== undefined);
      };
      const todo = specs.flatMap((spec, i) => (isThere(keys[i]!) ? [] : [{ spec, key: keys[i]! }]));
      if (todo.length < specs.length) o.say(`${specs.length - todo.length} of ${specs.length} runs are in ${o.file} already`);
      let done = specs.length - todo.length;
      const total = sum(specs);
      const left = sum(todo.map(({ spec }) => spec));
      const onProgress = (fraction: number) => o.onProgress((total - left + left * fraction) / total, done, specs.length);
      if (todo.length > 0) onProgress(0);
      await runQueue({
        runs: todo.map(({ spec }) => shards(spec.settings, o.jobs)),
        lanes: o.jobs,
        launch: o.launch ?? inThread,
        signal: o.signal,
        onProgress,
        onDone(i, outcome) {
          const { spec, key } = todo[i]!;
          const record = recordOf(spec, key, origin, outcome, o.keepSeries);
          store.append(record);
          records.set(key, record);
          done++;
          if (!isFinished(record)) o.say(`failed: ${nameOf(spec)}: ${record.error}`);
        },
      });
      return { records: keys.map((key) => records.get(key)), stopped: o.signal.aborted };
    } finally {
      store.close();
    }
  } finally {
    release();
  }
}

function recordOf({ settings }: RunSpec, key: string, { engine, models }: Origin, outcome: Outcome, keepSeries: boolean): RunRecord {
  const seconds = Number(outcome.seconds.toFixed(1));
  const { backend, version } = engine;
  if (!outcome.ok) return { key, arm: settings.arm, settings, engine, models, seconds, error: outcome.error };
  const { series } = outcome;
  return { key, arm: settings.arm, settings, engine: { backend, name: outcome.engine, version }, models, digest: digestOf(series), seconds, ...endsOf(series), ...(keepSeries ? { series } : {}) };
}
