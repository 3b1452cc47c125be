/** Runs jobs in worker threads, at most `threads` at once, and keeps their results in order. */
import { Worker } from 'node:worker_threads';
import { parseSeeds } from '../train/settings.ts';
import type { Job, JobResult, OnProgress } from './jobs.ts';
import { TRAINING } from './jobs.ts';
import { joinProgress } from './progress.ts';

type FromThread = { type: 'progress'; what: string; fraction: number } | { type: 'result'; result: JobResult } | { type: 'error'; message: string };

/** One job in a thread of its own; `signal` ends the thread at once. */
export function runInThread(job: Job, onProgress: OnProgress, signal?: AbortSignal): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new Error('stopped'));
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: job });
    const onAbort = () => {
      reject(new Error('stopped'));
      void worker.terminate();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (m: FromThread) => {
      if (m.type === 'progress') onProgress(m.what, m.fraction);
      else if (m.type === 'result') resolve(m.result);
      else reject(new Error(m.message));
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      signal?.removeEventListener('abort', onAbort); // a sweep has one signal for hundreds of threads
      reject(new Error('a worker thread ended without a result'));
    });
  });
}

/** Progress of many jobs as one: runs count by their updates and seeds, other jobs alike. */
export const jobsProgress = (jobs: readonly Job[], onProgress: OnProgress) =>
  joinProgress(
    jobs.map((job) => (job.kind === 'run' ? job.settings.updates * parseSeeds(job.settings.seeds)!.length : 1)),
    (what) => what === TRAINING || jobs[0]!.kind !== 'run',
    onProgress,
  );

/** Runs all jobs; a job that fails fails all. */
export async function runPool(jobs: readonly Job[], threads: number, onProgress: OnProgress): Promise<JobResult[]> {
  const results: JobResult[] = [];
  const report = jobsProgress(jobs, onProgress);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < jobs.length; i = next++) {
      const at = i;
      results[at] = await runInThread(jobs[at]!, (what, fraction) => report(at, what, fraction));
      report(at, TRAINING, 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, lane));
  return results;
}
