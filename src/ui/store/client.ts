/** The training worker and the lab bound to it. The worker is made after the first paint; requests made before that wait. */
import type { FromWorker, ToWorker } from '../../train/protocol.ts';
import { recorder } from '../runs/client.ts';
import { createLab } from './lab.ts';
import { createPolicyRequests } from './policies.ts';

let worker: Worker | null = null;
let waiting: ToWorker[] = [];

function send(message: ToWorker): void {
  recorder.sent(message);
  if (worker) worker.postMessage(message);
  else {
    waiting.push(message);
    connect();
  }
}

export const lab = createLab(send);

const policies = createPolicyRequests(send);
/** The policies a person can talk to: of the run on hand, or what a run with the settings on screen would start from. */
export const requestPolicies = () => policies.request((lab.store.getState().run ?? { experiment: lab.store.getState().draft }).experiment);

export function connect(): void {
  if (worker) return;
  const fresh = new Worker(new URL('../../train/worker.ts', import.meta.url), { type: 'module' });
  worker = fresh;
  fresh.onmessage = (e: MessageEvent<FromWorker>) => {
    recorder.receive(e.data);
    if (e.data.type === 'policies') policies.receive(e.data);
    else lab.receive(e.data);
  };
  fresh.onerror = (e) => {
    e.preventDefault();
    fresh.terminate();
    // the next request makes a new worker
    if (worker === fresh) worker = null;
    policies.fail('the training worker stopped');
    recorder.stopped('The training worker stopped.');
    lab.actions.fail({
      message: e.message ? `The training worker stopped: ${e.message}` : 'The training worker could not be loaded.',
      hint: 'The curves so far are kept. Press Run to start again; if it happens again, reload the page.',
    });
  };
  for (const message of waiting) fresh.postMessage(message);
  waiting = [];
}
