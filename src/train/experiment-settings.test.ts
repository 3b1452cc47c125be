import { expect, test } from 'vitest';
import { checkExperiment, defaultExperiment, settingsOf } from './experiment-settings.ts';
import { defaultSettings } from './settings.ts';

test('an experiment is its arms and one set of shared settings', () => {
  const e = { ...defaultExperiment, arms: ['single', 'verbalized'] as const, gamma: 8 };
  expect(checkExperiment(e)).toEqual({ ok: true, experiment: e });
  expect(settingsOf(e, 'verbalized')).toEqual({ ...defaultSettings, arm: 'verbalized', gamma: 8 });
});

test.each([
  [{ arms: [] }, 'arms: at least one arm is needed'],
  [{ arms: ['single', 'single'] }, 'arms: an arm is named twice'],
  [{ arms: ['nobody'] }, /^arms: must be base, single.* or oracle, not nobody$/],
  [{ arms: undefined }, /^arms: /],
  [{ gamma: 99 }, 'gamma: must be a whole number from 1 to 20, not 99'],
  [{ arm: 'single' }, null],
])('%o is refused by name', (change, error) => {
  const checked = checkExperiment({ ...defaultExperiment, ...change });
  // a single `arm` beside `arms` is overruled by the list
  if (error === null) expect(checked.ok).toBe(true);
  else expect(checked.ok ? '' : checked.error).toMatch(error);
});
