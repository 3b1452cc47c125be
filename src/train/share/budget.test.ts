import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExperimentSettings } from '../experiment-settings.ts';
import { checkExperiment, defaultExperiment } from '../experiment-settings.ts';
import { ARMS, SETTINGS } from '../settings.ts';
import { ARM_BUDGET, BUDGET, withinBudget } from './budget.ts';
import { armBytes, experimentBytes } from './memory.ts';

const big: ExperimentSettings = { ...defaultExperiment, arms: ARMS, model: 'L', seeds: '1-10', prompts: 64, group: 32, evalDialogues: 512, vsK: 7, population: 10, theoryEvery: 1 };

test('whatever is asked for, what is used is within the budget and valid', () => {
  const between = (key: 'prompts' | 'group' | 'evalDialogues' | 'population' | 'vsK') => fc.integer({ min: SETTINGS[key].min, max: SETTINGS[key].max });
  const asked = fc.record({
    arms: fc.subarray([...ARMS], { minLength: 1 }),
    model: fc.constantFrom('S', 'M', 'L'),
    seeds: fc.integer({ min: 1, max: 10 }).map((n) => `1-${n}`),
    prompts: between('prompts'),
    group: between('group'),
    evalDialogues: between('evalDialogues'),
    population: between('population'),
    vsK: between('vsK'),
  });
  fc.assert(
    fc.property(asked, (change) => {
      const e = { ...defaultExperiment, ...change };
      const { experiment, notices } = withinBudget(e);
      expect(experimentBytes(experiment)).toBeLessThanOrEqual(BUDGET);
      for (const arm of experiment.arms) expect(armBytes(experiment, arm)).toBeLessThanOrEqual(ARM_BUDGET);
      expect(checkExperiment(experiment).ok).toBe(true);
      expect(experiment.arms).toEqual(e.arms);
      expect(notices.length === 0).toBe(JSON.stringify(experiment) === JSON.stringify(e));
    }),
  );
});

test('the largest of all comes down to what fits; the defaults with every arm are left alone', () => {
  expect(experimentBytes(big)).toBeGreaterThan(10 * BUDGET);
  expect(experimentBytes(withinBudget(big).experiment)).toBeLessThanOrEqual(BUDGET);
  const all = { ...defaultExperiment, arms: ARMS };
  expect(withinBudget(all)).toEqual({ experiment: all, notices: [] });
});

test('only as much as needed is taken away, and it is said', () => {
  const asked: ExperimentSettings = { ...defaultExperiment, model: 'L', prompts: 64 };
  const { experiment, notices } = withinBudget(asked);
  expect(experiment.prompts).toBeGreaterThan(16);
  expect(experiment.prompts).toBeLessThan(64);
  expect(experimentBytes({ ...experiment, prompts: experiment.prompts + 1 })).toBeGreaterThan(ARM_BUDGET);
  expect(notices).toMatchObject([{ kind: 'budget', field: 'Groups per update', asked: '64', used: String(experiment.prompts) }]);
});
