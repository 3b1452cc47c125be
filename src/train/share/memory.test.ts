import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { listReadingOf } from '../../sim/lists.ts';
import { readingOf, slotCount } from '../../sim/reading.ts';
import { Experiment } from '../experiment/experiment.ts';
import { defaultExperiment, experimentOf } from '../experiment-settings.ts';
import { initialWeights } from '../../gpu-kernels/model/init.ts';
import { HELDOUT, POLICY_SIZES, policyShape, simulatorShape } from '../pretrain/recipe.ts';
import type { PolicySize } from '../pretrain/recipe.ts';
import type { Settings } from '../settings.ts';
import { ARMS, SETTINGS } from '../settings.ts';
import { tinyModels, tinyScenario, tinySettings } from '../testing/tiny.ts';
import { armBytes, DIMS, experimentBytes } from './memory.ts';

/** what the engine allocates */
async function allocated(settings: Settings): Promise<number> {
  const backend = createCpuBackend();
  const models = tinyModels();
  const [first] = models.heldout;
  const shape = policyShape(tinyScenario, settings.model as PolicySize);
  await Experiment.create(backend, tinyScenario, settings, { ...models, policy: initialWeights(shape, 1, 1), heldout: HELDOUT.map((f) => ({ ...first!, id: f.id })) });
  const { bytes } = backend.counters;
  backend.destroy();
  return bytes;
}

async function within(settings: Settings): Promise<void> {
  const real = await allocated(settings);
  const ratio = armBytes(experimentOf(settings), settings.arm) / real;
  expect(ratio, `${(real / 2 ** 20).toFixed(0)} MiB`).toBeGreaterThan(1 / 2);
  expect(ratio, `${(real / 2 ** 20).toFixed(0)} MiB`).toBeLessThan(2);
}

describe('an estimate is within a factor of two of what is allocated', () => {
  test.each(ARMS)('%s', (arm) => within(tinySettings({ arm })));
  test.each([
    tinySettings({ model: 'M', prompts: 4, group: 8, evalDialogues: 32 }),
    tinySettings({ model: 'L', seeds: '1-4' }),
    tinySettings({ prompts: 16, group: 8 }),
    tinySettings({ arm: 'selfplay', prompts: 16, group: 8 }),
    tinySettings({ evalDialogues: 96, theoryEvery: 0 }),
    tinySettings({ arm: 'verbalized', vsK: 7, prompts: 8 }),
    tinySettings({ arm: 'population', population: 10, prompts: 8 }),
  ])('%#', (settings) => within(settings));
});

test('the sizes of a scenario are those it has', () => {
  const dims = DIMS.persuasion!;
  const { vocab, ctx, heads } = policyShape(tinyScenario, 'S');
  expect(dims.policy).toEqual({ vocab, ctx, heads });
  expect(simulatorShape(tinyScenario)).toMatchObject(dims.simulator);
  expect(dims).toMatchObject({
    userCtx: readingOf(tinyScenario, 'user').ctx,
    directVocab: tinyScenario.tokens.buckets.lo,
    slots: slotCount(tinyScenario),
    decisions: listReadingOf(tinyScenario).decisions.length,
    families: HELDOUT.length,
  });
  expect(Object.keys(POLICY_SIZES)).toEqual(SETTINGS.model.options.map((o) => o.value));
  expect(Object.keys(DIMS)).toEqual(SETTINGS.scenario.options.map((o) => o.value));
});

test('arms add up, and the sizes of the policy are in order', () => {
  expect(experimentBytes({ ...defaultExperiment, arms: ['single', 'oracle'] })).toBe(armBytes(defaultExperiment, 'single') + armBytes(defaultExperiment, 'oracle'));
  const of = (model: string) => experimentBytes({ ...defaultExperiment, model });
  expect(of('S')).toBeLessThan(of('M'));
  expect(of('M')).toBeLessThan(of('L'));
});
