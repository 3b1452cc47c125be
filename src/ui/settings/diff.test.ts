import { expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { changedKeys, changeWords, concerns, shown } from './diff.ts';

test('names what differs, in the words of the table', () => {
  const before = { ...defaultExperiment, gamma: 12, model: 'M' };
  const now = { ...before, gamma: 4, model: 'S' };
  expect(changedKeys(defaultExperiment, defaultExperiment)).toEqual([]);
  expect(changedKeys(before, now)).toEqual(['gamma', 'model']);
  expect(changeWords('gamma', before, now)).toBe('Collapse strength γ: 12 → 4');
  expect(changeWords('model', before, now)).toBe('Policy size: M: width 64, 2 layers → S: width 32, 2 layers');
});
test('numbers are shown without float noise', () => {
  expect(shown('learningRate', 0.1 + 0.2)).toBe('0.3');
  expect(shown('learningRate', 1e-5)).toBe('0.00001');
  expect(shown('seeds', '1-5')).toBe('1-5');
});
test('a setting of other arms is no difference', () => {
  expect(concerns('gamma', ['single'])).toBe(true);
  expect(concerns('simTemperature', ['single'])).toBe(false);
  expect(concerns('simTemperature', ['single', 'temperature'])).toBe(true);
  expect(changedKeys({ ...defaultExperiment, simTemperature: 2, gamma: 3 }, defaultExperiment)).toEqual(['gamma']);
});
