import { expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { HeldPolicies, ToWorker } from '../../train/protocol.ts';
import { createPolicyRequests } from './policies.ts';

test('every request gets its own answer, its own reason, or the worker’s end', async () => {
  const sent: ToWorker[] = [];
  const requests = createPolicyRequests((m) => sent.push(m));
  const [a, b, c] = [0, 1, 2].map(() => requests.request(defaultExperiment, 'r'));
  expect(sent.map((m) => m.type === 'policies' && m.id)).toEqual([1, 2, 3]);
  const held: HeldPolicies = { experiment: null, finished: false, policies: [] };
  requests.receive({ type: 'policies', id: 2, held });
  requests.receive({ type: 'policies', id: 1, held: null, error: 'press Run' });
  requests.receive({ type: 'policies', id: 9, held });
  requests.fail('the worker stopped');
  await expect(a).rejects.toThrow('press Run');
  expect(await b).toBe(held);
  await expect(c).rejects.toThrow('the worker stopped');
});
