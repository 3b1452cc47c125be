/** thaw sweep: every combination of settings and arms, one JSON line each, resumable. */
import { availableParallelism } from 'node:os';
import { parse } from '../args.ts';
import { UsageError } from '../errors.ts';
import { commandHelp } from '../help.ts';
import { progressLine } from '../progress.ts';
import { armsFrom, threadsFrom } from '../settings-from.ts';
import type { RunSpec } from '../sweep/grid.ts';
import { gridFrom, MAX_RUNS, nameOf } from '../sweep/grid.ts';
import { SMOOTH } from '../sweep/ends.ts';
import { isFinished } from '../sweep/record.ts';
import type { SweepResult } from '../sweep/sweep.ts';
import { runSweep } from '../sweep/sweep.ts';
import { tableOf } from '../sweep/table.ts';

export const SWEEP_HELP = commandHelp(
  'thaw sweep --out FILE.jsonl [--over key=v1,v2,...]... [--arm single[,ID...]] [--seeds 1-5] [--updates 250] [--set key=value]... [--jobs N] [--series]',
  `Trains every combination (at most ${MAX_RUNS}) on the CPU twin, N threads in all, and appends one JSON line for each when it is done: key, arm, settings, engine, models, digest, seconds, ends, course.`,
  `ends: start, best and end per seed; of success.train and policy.entropy best and end are means of ${SMOOTH} updates in a row. course: first, mean over training, and last (mean of ${SMOOTH} updates).`,
  'The same command goes on where it was stopped; runs that failed are tried again. --series keeps every series too.',
);

export async function sweep(args: string[]): Promise<number> {
  const { values } = parse(args, {
    over: { type: 'string', multiple: true, default: [] },
    arm: { type: 'string', default: 'single' },
    seeds: { type: 'string' },
    updates: { type: 'string' },
    set: { type: 'string', multiple: true },
    jobs: { type: 'string', default: String(availableParallelism()) },
    series: { type: 'boolean', default: false },
    out: { type: 'string' },
  });
  if (!values.out) throw new UsageError('sweep: --out FILE.jsonl is missing');
  const specs = gridFrom({ over: values.over, arms: armsFrom(values.arm), seeds: values.seeds, updates: values.updates, set: values.set });
  const jobs = threadsFrom('--jobs', values.jobs);
  const result = await watched('Sweep', specs, values.out, jobs, values.series);
  console.log(tableOf(specs, result.records));
  return verdict(specs, result, values.out);
}

/** Runs a sweep with progress on stderr, until it is done or a person stops it. */
export async function watched(what: string, specs: readonly RunSpec[], file: string, jobs: number, keepSeries: boolean): Promise<SweepResult> {
  const line = progressLine();
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const s of ['SIGINT', 'SIGTERM'] as const) process.once(s, onSignal);
  try {
    return await runSweep(specs, {
      file,
      jobs,
      keepSeries,
      signal: stop.signal,
      onProgress: (fraction, done, runs) => line.update(what, fraction, `, ${done} of ${runs} runs`),
      say: line.say,
    });
  } finally {
    line.end();
    for (const s of ['SIGINT', 'SIGTERM'] as const) process.off(s, onSignal);
  }
}

/** Exit code, and a last word on stderr when not all is well. */
export function verdict(specs: readonly RunSpec[], { records, stopped }: SweepResult, file: string): number {
  const finished = records.filter(isFinished).length;
  if (stopped) {
    process.stderr.write(`thaw: stopped; ${finished} of ${specs.length} runs are in ${file}, and the same command does the rest\n`);
    return 130;
  }
  const failed = specs.flatMap((spec, i) => {
    const r = records[i];
    return r && !isFinished(r) ? [`${nameOf(spec)}: ${r.error}`] : [];
  });
  if (failed.length > 0) process.stderr.write(`thaw: ${failed.length} of ${specs.length} runs failed: ${failed.join('; ')}\n`);
  return failed.length > 0 ? 1 : 0;
}
