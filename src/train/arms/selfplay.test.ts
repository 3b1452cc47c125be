/** The arm from its shipped start: a network that is the cloned policy in one role and a mildly aligned simulator in the other; and the numbers its first updates must give, bit for bit. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { Experiment } from '../experiment/experiment.ts';
import { loadStartingModels } from '../models/load.ts';
import { parseManifest } from '../models/manifest.ts';
import { RECIPE } from '../pretrain/recipe.ts';
import { Runner } from '../runner.ts';
import { scenarioOf } from '../scenarios.ts';
import type { Series } from '../series.ts';
import { addPoints } from '../series.ts';
import type { Settings } from '../settings.ts';
import { defaultSettings } from '../settings.ts';

const read = (file: string): Promise<Uint8Array> => readFile(new URL(`../../../public/models/${file}`, import.meta.url));

/** written down from a run; a change of these is a change of the method or the engine, and of ENGINE_VERSION */
const LOSSES = { policy: [0.10129605233669281, 0.06978603452444077], user: [0.013297255150973797, -0.044583410024642944] };

test('selfplay, from the shipped networks: the first updates', { timeout: 120_000 }, async () => {
  const settings: Settings = { ...defaultSettings, arm: 'selfplay', seeds: '1', updates: 2, evalEvery: 2, evalDialogues: 8 };
  const scenario = scenarioOf(settings);
  const models = await loadStartingModels({ read }, scenario, settings, { makeBackend: () => createCpuBackend(), onProgress: () => {} });
  const e = await Experiment.create(createCpuBackend(), scenario, settings, models);
  const series: Series = {};
  await new Runner([e], { onPoints: (p) => addPoints(series, p) }).run();
  const at = (metric: string): number[] => series[metric]!.values.map((v) => v[0]!);
  expect(at('policy.entropy')[0]).toBeGreaterThan(1.7);
  expect(at('sim.eps')[0]).toBeGreaterThan(0.25);
  expect(at('sim.eps')[0]).toBeLessThan(0.4);
  expect(at('loss')).toEqual(LOSSES.policy.map(Math.fround));
  expect(at('sim.loss')).toEqual(LOSSES.user.map(Math.fround));
});

test('the manifest says that each shipped network is nearly the policy of its size and the simulator that co-training starts from', async () => {
  const { models } = parseManifest(new TextDecoder().decode(await read('manifest.json')));
  const metric = (id: string, name: string): number => models.find((m) => m.id === id)!.metrics[name] as number;
  const simulator = `aligned-${RECIPE.selfPlayGamma}`;
  for (const size of ['S', 'M', 'L']) {
    const id = `selfplay-${size}`;
    expect(Math.abs(metric(id, 'success.real') - metric(`policy-${size}`, 'success.real')), id).toBeLessThan(0.02);
    expect(Math.abs(metric(id, 'policy.entropy') - metric(`policy-${size}`, 'policy.entropy')), id).toBeLessThan(0.02);
    expect(Math.abs(metric(id, 'sim.modeMass') - metric(simulator, 'sim.modeMass')), id).toBeLessThan(0.02);
    expect(Math.abs(metric(id, 'sim.eps') - metric(simulator, 'sim.eps')), id).toBeLessThan(0.02);
  }
});
