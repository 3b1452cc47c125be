import { expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { barOf } from '../lab/bar.ts';
import { advance } from './preparation.ts';
import type { Progress, Run } from './run.ts';
import { newRun } from './run.ts';

test('from pressing Run to the end the bar never goes backwards', () => {
  const run = newRun(1, defaultExperiment);
  let progress: Progress | null = null;
  const bars = [barOf(run)];
  for (const [what, fractions] of [
    ['Loading the networks', [0, 0.5, 0.9]],
    ['Aligning the simulators', [0, 0.2, 0.1, 1]],
    ['Compiling the kernels', [0, 0.5]],
  ] as const)
    for (const fraction of fractions) {
      progress = advance(progress, { what, fraction, secondsLeft: null });
      bars.push(barOf({ ...run, progress }));
    }
  for (const update of [0, 1, 125, 250]) bars.push(barOf({ ...run, state: 'running', update }));
  expect(bars).toEqual(bars.toSorted((a, b) => a - b));
  expect(bars[0]).toBe(0);
  expect(new Set(bars).size).toBeGreaterThan(9);
  expect(bars.at(-1)).toBe(1);
});

test('a run that goes on keeps what it had', () => {
  const run: Run = { ...newRun(1, defaultExperiment), update: 125 };
  expect(barOf(run)).toBe(barOf({ ...run, state: 'running' }));
});
