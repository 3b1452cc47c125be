import { expect, test } from 'vitest';
import { metricWords, sortMetrics } from './measures.ts';

test('measures in words, the types of training users too', () => {
  expect(metricWords('sim.profile.questioner')?.[0]).toBe('Training users of type “questioner”');
  expect(metricWords('sim.epsBar')?.[0]).toBe('Collapse error per dialogue');
  expect(metricWords('new.one')).toBeNull();
});
test('listed like with like, unknown names last, equals as they came', () => {
  expect(sortMetrics(['new.one', 'sim.profile.warm', 'loss', 'sim.eps', 'sim.profile.busy', 'policy.kl'])).toEqual(['policy.kl', 'sim.eps', 'sim.profile.warm', 'sim.profile.busy', 'loss', 'new.one']);
});
