/** A small experiment for tests: random networks of the scenario's shapes, so nothing needs to be pre-trained. */
import { initialWeights } from '../../gpu-kernels/model/init.ts';
import { buildPersuasion } from '../../sim/persuasion/scenario.ts';
import type { StartingModels } from '../models/catalog.ts';
import { policyShape, selfPlayShape, simulatorShape } from '../pretrain/recipe.ts';
import type { Settings } from '../settings.ts';
import { defaultSettings } from '../settings.ts';

export const tinyScenario = buildPersuasion();

export function tinyModels(): StartingModels {
  const simulator = (seed: number) => initialWeights(simulatorShape(tinyScenario), seed, 1);
  return {
    policy: initialWeights(policyShape(tinyScenario, 'S'), 1, 1),
    aligned: new Map([
      [16, simulator(2)],
      [2, simulator(5)],
    ]),
    base: simulator(6),
    selfplay: initialWeights(selfPlayShape(tinyScenario, 'S'), 9, 1),
    ensemble: [simulator(7), simulator(8)],
    heldout: [3, 4].map((seed) => ({ id: `family-${seed}`, label: `Family ${seed}`, weights: simulator(seed) })),
  };
}

export const tinySettings = (change: Partial<Settings> = {}): Settings => ({
  ...defaultSettings,
  model: 'S',
  seeds: '1-2',
  updates: 4,
  prompts: 2,
  group: 4,
  evalEvery: 2,
  evalDialogues: 8,
  ...change,
});
