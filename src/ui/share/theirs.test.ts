import { expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { summaryWords } from './theirs.ts';

test('what a link asks for in one line', () => {
  const several = { ...defaultExperiment, seeds: '1-5', updates: 250 };
  expect(summaryWords({ experiment: several, backend: 'auto' })).toMatch(/ · seeds 1-5 · 250 updates$/);
  expect(summaryWords({ experiment: { ...several, seeds: '3', updates: 1 }, backend: 'auto' })).toMatch(/ · seed 3 · 1 update$/);
  expect(summaryWords({ experiment: several, backend: 'cpu' })).toMatch(/ · 250 updates · CPU twin/);
});
