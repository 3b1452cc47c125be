/** The arm from its shipped start: the same simulator as `single`, whose lists say what the base simulator would; and the numbers its first updates must give, bit for bit, on every machine. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { Experiment } from '../experiment/experiment.ts';
import { loadStartingModels } from '../models/load.ts';
import { parseManifest } from '../models/manifest.ts';
import { Runner } from '../runner.ts';
import { scenarioOf } from '../scenarios.ts';
import type { Series } from '../series.ts';
import { addPoints } from '../series.ts';
import type { Settings } from '../settings.ts';
import { defaultSettings } from '../settings.ts';

const read = (file: string): Promise<Uint8Array> => readFile(new URL(`../../../public/models/${file}`, import.meta.url));
const base: Settings = { ...defaultSettings, arm: 'verbalized', seeds: '1', updates: 2, evalEvery: 2, evalDialogues: 8 };

async function run(change: Partial<Settings> = {}): Promise<(metric: string, i: number) => number> {
  const settings = { ...base, ...change };
  const scenario = scenarioOf(settings);
  const models = await loadStartingModels({ read }, scenario, settings, { makeBackend: () => createCpuBackend(), onProgress: () => {} });
  const e = await Experiment.create(createCpuBackend(), scenario, settings, models);
  const series: Series = {};
  await new Runner([e], { onPoints: (p) => addPoints(series, p) }).run();
  return (metric, i) => series[metric]!.values[i]![0]!;
}

/** written down from a run; a change of these is a change of the method or the engine, and of ENGINE_VERSION */
const LOSSES = [0.0698653981089592, 0.09376449137926102];

describe('verbalized, from the shipped networks', () => {
  test('the first updates; lists that are right, and a simulator that is many people again', { timeout: 120_000 }, async () => {
    const at = await run();
    expect(at('sim.eta', 0)).toBeLessThan(0.08);
    expect(at('sim.malformed', 0)).toBeLessThan(0.01);
    // directly, the same network leaves its mode in 3 % of its decisions (single.test.ts)
    expect(at('sim.eps', 0)).toBeGreaterThan(0.4);
    expect([0, 1].map((i) => at('loss', i))).toEqual(LOSSES.map(Math.fround));
  });

  test('longer lists are nearer to the base simulator, uniform draws further from it', { timeout: 120_000 }, async () => {
    const [five, seven, two, uniform] = [await run({ updates: 1 }), await run({ updates: 1, vsK: 7 }), await run({ updates: 1, vsK: 2 }), await run({ updates: 1, vsDraw: 'random' })];
    expect(seven('sim.eta', 0)).toBeLessThan(five('sim.eta', 0));
    expect(two('sim.eta', 0)).toBeGreaterThan(2 * five('sim.eta', 0));
    expect(uniform('sim.eta', 0)).toBeGreaterThan(2 * five('sim.eta', 0));
  });

  test('the manifest reports eta and malformed lists for every gamma: sharpening does not touch what is verbalized', async () => {
    const manifest = parseManifest(new TextDecoder().decode(await read('manifest.json')));
    const aligned = manifest.models.filter((m) => m.role === 'aligned');
    for (const m of aligned) {
      expect(m.metrics['sim.eta'], m.id).toBeLessThan(0.08);
      expect(m.metrics['sim.malformed'], m.id).toBeLessThan(0.01);
    }
  });
});
