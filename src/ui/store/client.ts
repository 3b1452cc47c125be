/** The training worker and the lab bound to it. The worker is made after the first paint; requests made before that wait. */
import type { FromWorker, ToWorker } from '../../train/protocol.ts';
import { recorder } from '../runs/client.ts';
import { createLab } from './lab.ts';

let worker: Worker | null = null;
let waiting: ToWorker[] = [];

export const lab = createLab((message) => {
  recorder.sent(message);
  if (worker) worker.postMessage(message);
  else {
    waiting.push(message);
    connect();
  }
});

export function connect(): void {
  if (worker) return;
  const fresh = new Worker(new URL('../../train/worker.ts', import.meta.url), { type: 'module' });
  worker = fresh;
  fresh.onmessage = (e: MessageEvent<FromWorker>) => {
    recorder.receive(e.data);
    lab.receive(e.data);
  };
  fresh.onerror = (e) => {
    e.preventDefault();
    fresh.terminate();
    // the next request makes a new worker
    if (worker === fresh) worker = null;
    recorder.stopped('The training worker stopped.');
    lab.actions.fail({
      message: e.message ? `The training worker stopped: ${e.message}` : 'The training worker could not be loaded.',
      hint: 'The curves so far are kept. Press Run to start again; if it happens again, reload the page.',
    });
  };
  for (const message of waiting) fresh.postMessage(message);
  waiting = [];
}
