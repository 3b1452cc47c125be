import { expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { policyShape } from '../pretrain/recipe.ts';
import type { ArmId } from '../settings.ts';
import { tinyModels, tinyScenario, tinySettings } from '../testing/tiny.ts';
import { measureCrossPlay } from './cross-play.ts';
import { Experiment } from './experiment.ts';

const make = (arm: ArmId) => Experiment.create(createCpuBackend(), tinyScenario, tinySettings({ arm, prompts: 4, group: 8, evalDialogues: 32 }), tinyModels());

test('every policy meets every kind of user, and everybody is back in place afterwards', { timeout: 60_000 }, async () => {
  const experiments = [await make('single'), await make('uniform'), await make('base')];
  experiments.slice(0, 2).forEach((e) => {
    for (let i = 0; i < 3; i++) e.step();
  });
  const before = await Promise.all(experiments.map((e) => e.backend.read(e.policy.params)));
  const counters = experiments.map((e) => ({ ...e.backend.counters }));
  const start = { shape: policyShape(tinyScenario, 'S'), params: [tinyModels().policy] };
  const play = (await measureCrossPlay(tinyScenario, experiments, start, () => false))!;
  const after = await Promise.all(experiments.map((e) => e.backend.read(e.policy.params)));
  expect(after).toEqual(before);
  experiments.forEach((e, i) => expect([e.backend.counters.buffers, e.update]).toEqual([counters[i]!.buffers, i < 2 ? 3 : 0]));

  expect(play.rows.map((r) => r.id)).toEqual(['start', 'single', 'uniform', 'base']);
  expect(play.columns.map((c) => `${c.kind} ${c.id}`)).toEqual(['train single', 'train uniform', 'heldout family-3', 'heldout family-4', ...tinyScenario.profiles.map((p) => `real ${p.id}`)]);
  for (const row of play.success) for (const cell of row) for (const v of cell) expect(Number.isNaN(v) || (v >= 0 && v <= 1)).toBe(true);
  // the base arm's policies are those before training, so both rows are equal wherever they sit
  expect(play.success[3]).toEqual(play.success[0]);
  expect(play.success[1]).not.toEqual(play.success[0]);
  // the same once more: nothing was left behind
  expect(await measureCrossPlay(tinyScenario, experiments, start, () => false)).toEqual(play);
  expect(await measureCrossPlay(tinyScenario, experiments, start, () => true)).toBeNull();
});
