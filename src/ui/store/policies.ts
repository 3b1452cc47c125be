/** Asking the worker for the policies a person can talk to: every request gets its own answer, or the reason why there is none. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { FromWorker, HeldPolicies, ToWorker } from '../../train/protocol.ts';

interface Waiting {
  resolve(held: HeldPolicies): void;
  reject(e: Error): void;
}

export function createPolicyRequests(send: (message: ToWorker) => void) {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  return {
    request: (experiment: ExperimentSettings, run: string | null): Promise<HeldPolicies> =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        send({ type: 'policies', id, experiment, run });
      }),
    receive(m: Extract<FromWorker, { type: 'policies' }>): void {
      const w = waiting.get(m.id);
      waiting.delete(m.id);
      if (m.held) w?.resolve(m.held);
      else w?.reject(new Error(m.error ?? 'there are no policies'));
    },
    /** the worker is gone */
    fail(why: string): void {
      for (const w of waiting.values()) w.reject(new Error(why));
      waiting.clear();
    },
  };
}
