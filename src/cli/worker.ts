/** Entry of a worker thread: one job, then it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Job } from './jobs.ts';
import { runJob } from './jobs.ts';

const port = parentPort!;
runJob(workerData as Job, (what, fraction) => port.postMessage({ type: 'progress', what, fraction })).then(
  (result) => port.postMessage({ type: 'result', result }),
  (e: unknown) => port.postMessage({ type: 'error', message: e instanceof Error ? e.message : String(e) }),
);
