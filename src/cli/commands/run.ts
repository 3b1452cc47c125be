/** thaw run: an experiment without a browser. */
import { availableParallelism } from 'node:os';
import type { Series } from '../../train/series.ts';
import { digestOf, joinSeeds } from '../../train/series.ts';
import { mean } from '../../train/stats.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { parse } from '../args.ts';
import { backendKind, backendMaker } from '../engine.node.ts';
import { commandHelp } from '../help.ts';
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { Job, JobResult, OnProgress } from '../jobs.ts';
import { runJob } from '../jobs.ts';
import { openOutput } from '../output.ts';
import { jobsProgress, runPool } from '../pool.node.ts';
import { progressLine } from '../progress.ts';
import { armsFrom, settingsFrom, shards, threadsFrom } from '../settings-from.ts';
import { stoppable } from '../stop.ts';

export const RUN_HELP = commandHelp(
  'thaw run [--arm single[,ID...]] [--seeds 1-5] [--updates 250] [--backend cpu|webgpu] [--threads N] [--set key=value]... [--json FILE]',
  'Trains one or more arms and prints their ends. --json writes config, engine, digest and every series (with several arms: under arms, by id). Seeds, prompts and random streams are the same for every arm.',
);

export async function run(args: string[]): Promise<number> {
  const { values } = parse(args, {
    arm: { type: 'string', default: 'single' },
    seeds: { type: 'string' },
    updates: { type: 'string' },
    backend: { type: 'string', default: 'cpu' },
    threads: { type: 'string', default: String(availableParallelism()) },
    set: { type: 'string', multiple: true },
    json: { type: 'string' },
  });
  const arms = armsFrom(values.arm);
  const runs = arms.map((arm) => settingsFrom({ ...values, arm }));
  const kind = backendKind(values.backend);
  const threads = threadsFrom('--threads', values.threads);
  const output = values.json === undefined ? null : openOutput('--json', values.json);
  const line = progressLine();
  const started = performance.now();
  const jobs: Job[] = runs.flatMap((settings) => (kind === 'cpu' ? shards(settings, threads) : [settings]).map((s) => ({ kind: 'run', settings: s })));
  const onProgress: OnProgress = line.update;
  const work = async () => (kind === 'cpu' ? runPool(jobs, threads, onProgress) : inTurn(jobs, onProgress, await backendMaker(kind)));
  const results = await stoppable('nothing was written', work).finally(line.end);
  const seconds = (performance.now() - started) / 1000;
  const done = results.flatMap((r, i) => (r.kind === 'run' ? [{ ...r, arm: (jobs[i] as Extract<Job, { kind: 'run' }>).settings.arm }] : []));
  const byArm = Object.fromEntries(
    runs.map(({ arm }) => {
      const series = joinSeeds(done.filter((d) => d.arm === arm).map((d) => d.series));
      return [arm, { digest: digestOf(series), series }];
    }),
  );
  console.log(arms.map((arm) => `${arms.length > 1 ? `${arm}\n` : ''}${summary(byArm[arm]!.series)}\ndigest ${byArm[arm]!.digest}`).join('\n\n'));
  console.log(`${seconds.toFixed(seconds < 10 ? 1 : 0)} s`);
  if (output) {
    const shared = Object.fromEntries(Object.entries(runs[0]!).filter(([key]) => key !== 'arm'));
    const engine = { backend: kind, name: done[0]!.engine, version: ENGINE_VERSION };
    const one = byArm[arms[0]!]!;
    output.write(
      `${JSON.stringify(arms.length === 1 ? { config: runs[0], engine, digest: one.digest, seconds, series: one.series } : { config: { ...shared, arms }, engine, seconds, arms: byArm })}\n`,
    );
  }
  return 0;
}

/** WebGPU's jobs share one device, so they run one after the other. */
async function inTurn(jobs: readonly Job[], onProgress: OnProgress, make: () => Backend): Promise<JobResult[]> {
  const results: JobResult[] = [];
  const report = jobsProgress(jobs, onProgress);
  for (const [i, job] of jobs.entries()) results.push(await runJob(job, (what, fraction) => report(i, what, fraction), make));
  return results;
}

function summary(series: Series): string {
  return ['success.train', 'success.heldout', 'success.real', 'policy.entropy']
    .flatMap((name) => {
      const s = series[name];
      if (!s) return [];
      const means = s.values.map(mean);
      const at = means.indexOf(Math.max(...means));
      return [`${name.padEnd(18)}start ${means[0]!.toFixed(3)}  highest ${means[at]!.toFixed(3)} at ${s.update[at]}  end ${means.at(-1).toFixed(3)}`];
    })
    .join('\n');
}
