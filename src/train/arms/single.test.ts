/** The arm from its shipped start: what differs from other arms, and the numbers its first updates must give, bit for bit, on every machine. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { Experiment } from '../experiment/experiment.ts';
import { loadStartingModels } from '../models/load.ts';
import type { Manifest } from '../models/manifest.ts';
import { parseManifest } from '../models/manifest.ts';
import { Runner } from '../runner.ts';
import { scenarioOf } from '../scenarios.ts';
import type { Series } from '../series.ts';
import { addPoints, digestOf } from '../series.ts';
import type { Settings } from '../settings.ts';
import { defaultSettings } from '../settings.ts';

const read = (file: string): Promise<Uint8Array> => readFile(new URL(`../../../public/models/${file}`, import.meta.url));
const load = (settings: Settings, from = read) => loadStartingModels({ read: from }, scenarioOf(settings), settings, { makeBackend: () => createCpuBackend(), onProgress: () => {} });
const settings: Settings = { ...defaultSettings, seeds: '1', updates: 3, evalEvery: 3, evalDialogues: 64 };

/** written down from a run; a change of these is a change of the method or the engine, and of ENGINE_VERSION */
const LOSSES = [0.08987165987491608, 0.11206942051649094, 0.12353432923555374];
const DIGEST = '2868e4bffe12b877740ed84aef50d8ad55de015a82b89ffd4059a575eb7d347f';

describe('single, from the shipped networks', () => {
  test('the first updates', { timeout: 60_000 }, async () => {
    const e = await Experiment.create(createCpuBackend(), scenarioOf(settings), settings, await load(settings));
    const series: Series = {};
    await new Runner([e], { onPoints: (p) => addPoints(series, p) }).run();
    const at = (metric: string, i: number): number => series[metric]!.values[i]![0]!;
    // competent, not expert; varied; and the simulator is one person
    expect(at('success.real', 0)).toBeGreaterThan(0.25);
    expect(at('success.real', 0)).toBeLessThan(0.5);
    expect(at('policy.entropy', 0)).toBeGreaterThan(1.7);
    expect(at('sim.eps', 0)).toBeLessThan(0.05);
    expect([0, 1, 2].map((i) => at('loss', i))).toEqual(LOSSES.map(Math.fround));
    expect(digestOf(series)).toBe(DIGEST);
  });

  test('a file that is damaged, or missing, is named', async () => {
    const damaged = async (file: string): Promise<Uint8Array> => {
      const bytes = await read(file);
      return file.startsWith('policy') ? bytes.subarray(0, bytes.length - 4) : bytes;
    };
    await expect(load(settings, damaged)).rejects.toThrow(/policy-M.safetensors is damaged/);
    await expect(load(settings, () => Promise.resolve(new TextEncoder().encode('{"version": 1}')))).rejects.toThrow(/manifest.json/);
    const edited = async (change: (m: Manifest) => void): Promise<Uint8Array> => {
      const manifest = parseManifest(new TextDecoder().decode(await read('manifest.json')));
      change(manifest);
      return new TextEncoder().encode(JSON.stringify(manifest));
    };
    const twice = await edited((m) => m.models.push(m.models.find((x) => x.role === 'heldout')!));
    await expect(load(settings, () => Promise.resolve(twice))).rejects.toThrow(/names a network twice/);
    const wide = await edited((m) => (m.models.find((x) => x.id === 'policy-M')!.shape.d = 1e9));
    await expect(load(settings, () => Promise.resolve(wide))).rejects.toThrow(/gives policy-M d 1000000000/);
    const short = await edited((m) => m.models.pop());
    await expect(load(settings, () => Promise.resolve(short))).rejects.toThrow(/digest/);
  });

  test('the manifest reports mode mass and eps for every gamma, falling and rising as they must', async () => {
    const manifest = parseManifest(new TextDecoder().decode(await read('manifest.json')));
    const aligned = manifest.models.filter((m) => m.role === 'aligned').sort((a, b) => a.gamma! - b.gamma!);
    expect(aligned.length).toBeGreaterThanOrEqual(5);
    expect(aligned.some((m) => m.gamma === defaultSettings.gamma)).toBe(true);
    for (const [i, m] of aligned.entries()) {
      if (i === 0) continue;
      expect(m.metrics['sim.modeMass']).toBeGreaterThan(aligned[i - 1]!.metrics['sim.modeMass'] as number);
      expect(m.metrics['sim.eps']).toBeLessThan(aligned[i - 1]!.metrics['sim.eps'] as number);
    }
    const policies = manifest.models.filter((m) => m.role === 'policy');
    for (const p of policies) {
      expect(p.metrics['success.real'], p.id).toBeGreaterThan(0.3);
      expect(p.metrics['success.real'], p.id).toBeLessThan(0.5);
    }
    for (const m of manifest.models.filter((x) => x.role === 'heldout')) {
      expect(m.metrics['sim.modeMass'], m.id).toBeGreaterThan(0.6);
      expect(m.metrics['sim.modeMass'], m.id).toBeLessThan(0.8);
    }
  });

  test('a gamma that is not shipped is aligned before the run', { timeout: 300_000 }, async () => {
    const shipped = await load(settings);
    const made = await load({ ...settings, gamma: 15 });
    expect(made.aligned.get(15)!).toHaveLength(shipped.aligned.get(16)!.length);
    expect(made.aligned.get(15)!).not.toEqual(shipped.aligned.get(16)!);
    expect(made.policy).toEqual(shipped.policy);
  });
});
