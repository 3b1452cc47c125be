import { expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import type { ArmId } from '../settings.ts';
import { openPolicy } from '../people/policy-turn.ts';
import { holdPolicies } from '../people/held.ts';
import { defaultExperiment } from '../experiment-settings.ts';
import { policyShape } from '../pretrain/recipe.ts';
import { tinyModels, tinyScenario, tinySettings } from '../testing/tiny.ts';
import { Experiment } from './experiment.ts';
import { networksOf } from './from-state.ts';

test.each<ArmId>(['single', 'population', 'selfplay'])('%s: a saved state has the networks that a run hands out, and its policy talks', { timeout: 60_000 }, async (arm) => {
  const settings = tinySettings({ arm, population: 2, cadence: 1 });
  const experiment = await Experiment.create(createCpuBackend(), tinyScenario, settings, tinyModels());
  experiment.step();
  const saved = await experiment.save();
  const networks = networksOf(tinyScenario, arm, settings.model, 2, saved);
  const start = { shape: policyShape(tinyScenario, 'S'), params: [tinyModels().policy] };
  const [, held] = (await holdPolicies(defaultExperiment, [experiment], start, new Map())).policies;
  expect(networks.policy).toEqual({ shape: held!.shape, weights: held!.weights });
  expect(networks.trained).toEqual(await experiment.trainedSimulator());
  const policy = openPolicy(tinyScenario, networks.policy.shape, networks.policy.weights);
  expect((await policy.distribution([])).reduce((a, b) => a + b)).toBeCloseTo(1);
  policy.close();
  expect(() => networksOf(tinyScenario, arm, 'M', 2, saved)).toThrow(/policy has/);
  experiment.backend.destroy();
});
