import { expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { parseRecorded } from '../../train/recorded.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { loadRecorded } from './load.ts';
import { asRun, differs, recordedWords } from './view.ts';

const hash = 'b'.repeat(64);
const series = {
  'success.heldout': {
    update: [0, 16],
    values: [
      [0.1, 0.2],
      [0.3, null],
    ],
  },
};
const raw = {
  format: 1,
  engine: ENGINE_VERSION,
  date: '2026-01-31',
  backend: 'cpu',
  models: hash,
  settings: { ...defaultExperiment, arms: ['single', 'verbalized'] },
  arms: { single: { digest: hash, series }, verbalized: { digest: hash, series } },
};
const file = parseRecorded(raw);

test('only the arms that were recorded are drawn, with gaps where there is no value', () => {
  const run = asRun(file, ['single', 'cotrain']);
  expect(run?.experiment.arms).toEqual(['single']);
  expect(run?.arms[0]?.series.get('success.heldout')).toEqual({
    updates: [0, 16],
    values: [
      [0.1, 0.2],
      [0.3, NaN],
    ],
  });
  expect(asRun(file, ['cotrain'])).toBeNull();
});

test('the label says what it is, and that other settings were chosen meanwhile', () => {
  expect(recordedWords(file, defaultExperiment)).toBe('2026-01-31, CPU twin, seeds 1-5');
  expect(differs(file, { ...defaultExperiment, arms: ['oracle'] })).toBe(false);
  expect(recordedWords(file, { ...defaultExperiment, gamma: 2 })).toBe('2026-01-31, CPU twin, seeds 1-5, default settings');
});

test('a page without a recording, or with one of another engine, has none', async () => {
  expect(await loadRecorded(() => Promise.resolve(raw))).toMatchObject({ date: '2026-01-31' });
  expect(await loadRecorded(() => Promise.resolve({ ...raw, engine: ENGINE_VERSION + 1 }))).toBeNull();
  expect(await loadRecorded(() => Promise.resolve('nonsense'))).toBeNull();
  expect(await loadRecorded(() => Promise.reject(new Error('offline')))).toBeNull();
});
