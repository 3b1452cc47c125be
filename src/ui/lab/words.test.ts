import { expect, test } from 'vitest';
import { defaultSettings } from '../../train/settings.ts';
import { newRun } from '../store/run.ts';
import { announcement, duration, speed, statusWords } from './words.ts';

test('durations and speeds in round words', () => {
  expect([0.3, 12.4, 89, 90, 4000, 7200].map(duration)).toEqual(['under a second', '12 s', '89 s', '2 min', '67 min', '2.0 h']);
  expect([41.4, 2.34, 0.25, 0, NaN].map(speed)).toEqual(['41 updates/s', '2.3 updates/s', '4.0 s an update', '', '']);
});
test('state in words, and the finding at the end for those who listen', () => {
  const run = newRun(1, defaultSettings);
  expect(statusWords(null)).toBe('Ready');
  expect(statusWords({ ...run, progress: { what: 'cloning the policy', fraction: 0.1, secondsLeft: null } })).toBe('Preparing: cloning the policy');
  expect(statusWords({ ...run, state: 'paused', update: 12 })).toBe('Paused at update 12 of 250');
  run.series.add([{ update: 250, values: { 'success.train': [0.95], 'success.real': [0.4] } }]);
  expect(announcement({ ...run, state: 'finished', update: 250 })).toBe('Finished. Success rate: training simulator 0.95, real users 0.40.');
});
