import { expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { newRun } from '../store/run.ts';
import { announcement, counted, duration, seedsName, speed, statusWords } from './words.ts';

test('durations and speeds in round words', () => {
  expect([0.3, 12.4, 89, 90, 4000, 7200].map(duration)).toEqual(['under a second', '12 s', '89 s', '2 min', '67 min', '2.0 h']);
  expect([41.4, 2.34, 0.25, 0, NaN].map(speed)).toEqual(['41 updates/s', '2.3 updates/s', '4.0 s an update', '', '']);
});
test('one update, several updates; one seed, several seeds', () => {
  expect([1, 0, 250].map(counted)).toEqual(['1 update', '0 updates', '250 updates']);
  expect(['3', '4-4', '1-5', '1,7'].map(seedsName)).toEqual(['seed 3', 'seed 4-4', 'seeds 1-5', 'seeds 1,7']);
});
test('state in words, and the finding at the end for those who listen', () => {
  const run = newRun(1, defaultExperiment);
  expect(statusWords(null)).toBe('Ready');
  expect(statusWords({ ...run, progress: { what: 'cloning the policy', fraction: 0.1, secondsLeft: null, done: 0.05, from: 0 } })).toBe('Preparing: cloning the policy');
  expect(statusWords({ ...run, state: 'running' })).toBe('Running, first update of 250');
  expect(statusWords({ ...run, state: 'paused', update: 12 })).toBe('Paused at update 12 of 250');
  run.arms[0]?.series.add([{ update: 250, values: { 'success.train': [0.95], 'success.real': [0.4] } }]);
  expect(announcement({ ...run, state: 'finished', update: 250 })).toBe('Finished. Success rate: training simulator 0.95, real users 0.40.');
});
test('several arms are counted, and heard one by one at the end', () => {
  const run = newRun(1, { ...defaultExperiment, arms: ['single', 'verbalized'] });
  run.arms[0]?.series.add([{ update: 250, values: { 'success.heldout': [0.2] } }]);
  run.arms[1]?.series.add([{ update: 250, values: { 'success.heldout': [0.6] } }]);
  expect(statusWords({ ...run, state: 'running', update: 12 })).toBe('Running, update 12 of 250, 2 arms');
  const arms = run.arms.map((a, i) => (i === 1 ? { ...a, failure: { update: 9, kept: 8, message: '' } } : a));
  expect(statusWords({ ...run, arms, state: 'finished', update: 250 })).toBe('Finished, 250 updates, 2 arms, 1 of them stopped');
  expect(announcement({ ...run, state: 'finished', update: 250 })).toBe('Finished. Success rate with held-out simulators: Collapse 0.20, Verbalized 0.60.');
});
