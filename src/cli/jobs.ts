/** What a worker thread can do: run some seeds of an experiment, or make some of the shipped networks. Plain data in and out. */
import type { Backend } from '../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { Experiment } from '../train/experiment/experiment.ts';
import { loadStartingModels } from '../train/models/load.ts';
import type { PretrainJob, PretrainResult } from '../train/pretrain/build.ts';
import { runPretrainJob } from '../train/pretrain/build.ts';
import { Runner } from '../train/runner.ts';
import { scenarioOf } from '../train/scenarios.ts';
import type { Series } from '../train/series.ts';
import { addPoints } from '../train/series.ts';
import type { Settings } from '../train/settings.ts';
import { shippedModels } from './models.node.ts';

export type Job = { readonly kind: 'run'; readonly settings: Settings } | { readonly kind: 'pretrain'; readonly job: PretrainJob };
export type JobResult = { readonly kind: 'run'; readonly series: Series; readonly engine: string } | { readonly kind: 'pretrain'; readonly result: PretrainResult };
export type OnProgress = (what: string, fraction: number) => void;

/** what a run's own work is called; all before it is preparation */
export const TRAINING = 'Training';

export async function runJob(job: Job, onProgress: OnProgress, makeBackend: () => Backend = () => createCpuBackend()): Promise<JobResult> {
  if (job.kind === 'pretrain') return { kind: 'pretrain', result: await runPretrainJob(makeBackend, job.job, onProgress) };
  const { settings } = job;
  const scenario = scenarioOf(settings);
  const models = await loadStartingModels(shippedModels, scenario, settings, { makeBackend, onProgress });
  const backend = makeBackend();
  const experiment = await Experiment.create(backend, scenario, settings, models);
  const series: Series = {};
  await new Runner([experiment], {
    onPoints: (points) => {
      addPoints(series, points);
      onProgress(TRAINING, experiment.update / settings.updates);
    },
  }).run();
  backend.destroy();
  return { kind: 'run', series, engine: backend.info.name };
}
