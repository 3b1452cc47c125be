/** The training worker and the lab bound to it. The worker is made after the first paint; requests made before that wait. */
import type { FromWorker, HeldPolicies, ToWorker } from '../../train/protocol.ts';
import { recorder, runsDb } from '../runs/client.ts';
import { createLab } from './lab.ts';
import { createPolicyRequests } from './policies.ts';
import { isLive } from './run.ts';

let worker: Worker | null = null;
let waiting: ToWorker[] = [];
/** the run the worker speaks of, and the one at rest whose networks it has */
let spoken: string | null = null;
let held: string | null = null;

function post(message: ToWorker): void {
  if (worker) worker.postMessage(message);
  else {
    waiting.push(message);
    connect();
  }
}

/** A run that was opened from storage, or that rests since another one began, is not in the worker: its networks are given to it from the run's last state. */
async function hold(key: string): Promise<void> {
  await recorder.settled();
  const { storedNetworks } = await import('../runs/networks.ts');
  const networks = await storedNetworks(await runsDb(), key);
  if (!networks) return;
  post(networks);
  held = key;
}

function send(message: ToWorker): void {
  recorder.sent(message);
  const { run } = lab.store.getState();
  const asksFor = message.type === 'responses' || message.type === 'policies' ? message.run : null;
  if (asksFor === null || asksFor === held || run?.key !== asksFor || isLive(run)) return post(message);
  // without its networks the answer says what there is
  void hold(asksFor)
    .catch(() => undefined)
    .then(() => post(message));
}

export const lab = createLab(send);

const policies = createPolicyRequests(send);
/** The policies a person can talk to: of the run on screen, or what a run with the settings on screen would start from. */
export const requestPolicies = (): Promise<HeldPolicies> => {
  const { run, draft } = lab.store.getState();
  return policies.request(run?.experiment ?? draft, run?.key ?? null);
};

export function connect(): void {
  if (worker) return;
  const fresh = new Worker(new URL('../../train/worker.ts', import.meta.url), { type: 'module' });
  worker = fresh;
  fresh.onmessage = (e: MessageEvent<FromWorker>) => {
    const m = e.data;
    if (m.type === 'state' && m.run !== undefined) spoken = m.run;
    if (m.type === 'finished') held = spoken;
    recorder.receive(m);
    if (m.type === 'policies') policies.receive(m);
    else lab.receive(m);
  };
  fresh.onerror = (e) => {
    e.preventDefault();
    fresh.terminate();
    // the next request makes a new worker
    if (worker === fresh) worker = null;
    held = null;
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
