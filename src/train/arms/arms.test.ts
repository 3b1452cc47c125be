/** What each arm changes, and that it changes nothing else. */
import { describe, expect, test } from 'vitest';
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../../gpu-kernels/webgpu/backend.ts';
import { openNodeGpu } from '../../gpu-kernels/webgpu/node.ts';
import { Experiment } from '../experiment/experiment.ts';
import { Runner } from '../runner.ts';
import type { Series } from '../series.ts';
import { addPoints, digestOf, joinSeeds } from '../series.ts';
import type { ArmId, Settings } from '../settings.ts';
import { ARMS } from '../settings.ts';
import { tinyModels, tinyScenario, tinySettings } from '../testing/tiny.ts';
import { ARM_TABLE } from './index.ts';

async function run(arm: ArmId, change: Partial<Settings> = {}, backend: Backend = createCpuBackend()): Promise<Series> {
  const e = await Experiment.create(backend, tinyScenario, tinySettings({ ...change, arm }), tinyModels());
  const series: Series = {};
  await new Runner([e], { onPoints: (p) => addPoints(series, p) }).run();
  return series;
}
const first = (s: Series, metric: string): number[] => s[metric]!.values[0]!;
const profiles = tinyScenario.profiles.map((p) => `sim.profile.${p.id}`);

describe('arms', () => {
  test('the table holds every arm under its own id', () => {
    expect(Object.keys(ARM_TABLE).sort()).toEqual([...ARMS].sort());
    for (const id of ARMS) expect(ARM_TABLE[id].id).toBe(id);
  });

  test('all but self-play start from the same policy, evaluated on the same users; each is its own reference', { timeout: 60_000 }, async () => {
    const single = await run('single', { updates: 1 });
    for (const arm of ARMS) {
      const s = await run(arm, { updates: 1 });
      if (arm !== 'selfplay') for (const metric of ['success.heldout', 'success.real', 'reward.real']) expect(first(s, metric), `${arm} ${metric}`).toEqual(first(single, metric));
      expect(Math.abs(first(s, 'policy.kl')[0]!), arm).toBeLessThan(1e-5);
    }
  });

  test.each(ARMS)('%s: the same twice', { timeout: 60_000 }, async (arm) => {
    expect(digestOf(await run(arm, { updates: 2 }))).toBe(digestOf(await run(arm, { updates: 2 })));
  });

  test('base measures and never learns', async () => {
    const s = await run('base', { updates: 4 });
    expect(s['policy.kl']!.values.flat().every((v) => Math.abs(v) < 1e-5)).toBe(true);
    expect(s['grad.norm']).toBeUndefined();
    expect(first(s, 'success.train')).toEqual(first(await run('single', { updates: 1 }), 'success.train'));
  });

  test('persona: prompts change who the simulator is, not how the policy starts', async () => {
    const [a, b] = [await run('single', { updates: 1, prompts: 8, group: 8 }), await run('persona', { updates: 1, prompts: 8, group: 8 })];
    expect(profiles.map((p) => first(b, p))).not.toEqual(profiles.map((p) => first(a, p)));
  });

  test('temperature: a hotter simulator has more collapse error; at temperature 1 the arm is single', async () => {
    const single = await run('single', { updates: 1 });
    expect(first(await run('temperature', { updates: 1, simTemperature: 20 }), 'sim.eps')[0]).toBeGreaterThan(first(single, 'sim.eps')[0]!);
    expect(digestOf(await run('temperature', { updates: 1, simTemperature: 1 }))).toBe(digestOf(single));
  });

  test('uniform: every type of user equally often', async () => {
    const s = await run('uniform', { updates: 1, prompts: 16, group: 16, seeds: '1' });
    for (const p of profiles) expect(Math.abs(first(s, p)[0]! - 1 / profiles.length)).toBeLessThan(0.1);
  });

  test('oracle: real users in their real shares, and no simulator to measure', async () => {
    const s = await run('oracle', { updates: 1, prompts: 16, group: 16, seeds: '1' });
    profiles.forEach((p, z) => expect(Math.abs(first(s, p)[0]! - tinyScenario.realUsers.prior[z]!)).toBeLessThan(0.1));
    expect(s['sim.eps']).toBeUndefined();
  });

  test('cotrain: the simulator leaves its start, the anchor holds it back', async () => {
    const change = { updates: 6, prompts: 4, simLearningRate: 0.005 };
    const [free, held] = [await run('cotrain', { ...change, simKl: 0 }), await run('cotrain', { ...change, simKl: 5 })];
    expect(Math.abs(first(free, 'sim.kl')[0]!)).toBeLessThan(1e-5);
    expect(free['sim.kl']!.values[5]![0]).toBeGreaterThan(1e-3);
    expect(held['sim.kl']!.values[5]![0]).toBeLessThan(free['sim.kl']!.values[5]![0]!);
  });

  test('the three simulator rewards pay differently', async () => {
    const [adversarial, shared] = [await run('cotrain', { updates: 1, simReward: 'adversarial' }), await run('cotrain', { updates: 1, simReward: 'shared' })];
    first(shared, 'reward.train').forEach((r, i) => {
      expect(first(shared, 'sim.reward')[i]).toBeCloseTo(r, 5);
      expect(first(adversarial, 'sim.reward')[i]).toBeCloseTo(1 - r, 5);
    });
  });

  test('population: until the first checkpoint every opponent is the start; with K = 1 and a checkpoint each update the arm is cotrain', async () => {
    const [cotrain, population] = [await run('cotrain', { updates: 5 }), await run('population', { updates: 5, cadence: 4 })];
    expect(first(population, 'success.train')).toEqual(first(cotrain, 'success.train'));
    expect(digestOf(await run('population', { updates: 5, population: 1, cadence: 1 }))).toBe(digestOf(cotrain));
  });

  test("selfplay: one bank serves both roles; each side alone moves the other side's predictions too", async () => {
    // the policy's side held still: only the user's gradient is left, and the policy moves all the same; and the other way round
    const change = { updates: 4, prompts: 4, weightDecay: 0 };
    const still = 1e-5;
    const user = await run('selfplay', { ...change, learningRate: still, simLearningRate: 0.005 });
    const policy = await run('selfplay', { ...change, learningRate: 0.005, simLearningRate: still });
    const neither = await run('selfplay', { ...change, learningRate: still, simLearningRate: still });
    for (const metric of ['policy.kl', 'sim.kl']) {
      const at = (s: Series, i: number): number => Math.abs(s[metric]!.values[i]![0]!);
      for (const moved of [user, policy]) expect(at(moved, 3), metric).toBeGreaterThan(20 * at(neither, 3));
    }
    // before the first update both are the start, but for the policy's step, which the user's side already sees
    expect(Math.abs(first(user, 'policy.kl')[0]!)).toBeLessThan(1e-6);
    expect(Math.abs(first(user, 'sim.kl')[0]!)).toBeLessThan(1e-5);
    for (const metric of ['sim.reward', 'sim.loss', 'sim.kl', 'sim.entropy', 'sim.clipFraction', 'sim.gradNorm', 'sim.eps', 'sim.epsBar', ...profiles])
      expect(user[metric]!.values, metric).toHaveLength(4);
  });

  test('selfplay: its own start, whatever the other networks are; the anchor holds the user back; seeds are independent', async () => {
    const models = tinyModels();
    const other = { ...models, policy: models.policy.map((x) => -x), aligned: new Map<number, Float32Array>() };
    const settings = tinySettings({ arm: 'selfplay', updates: 2 });
    const digest = async (m: typeof models): Promise<string> => {
      const series: Series = {};
      await new Runner([await Experiment.create(createCpuBackend(), tinyScenario, settings, m)], { onPoints: (p) => addPoints(series, p) }).run();
      return digestOf(series);
    };
    expect(await digest(other)).toBe(await digest(models));
    await expect(Experiment.create(createCpuBackend(), tinyScenario, settings, { ...models, selfplay: undefined })).rejects.toThrow(/self-play/);
    const change = { updates: 6, prompts: 4, simLearningRate: 0.005 };
    const [free, held] = [await run('selfplay', { ...change, simKl: 0 }), await run('selfplay', { ...change, simKl: 5 })];
    expect(held['sim.kl']!.values[5]![0]).toBeLessThan(free['sim.kl']!.values[5]![0]!);
    const apart = joinSeeds([await run('selfplay', { seeds: '1' }), await run('selfplay', { seeds: '2' })]);
    expect(digestOf(apart)).toBe(digestOf(await run('selfplay', { seeds: '1-2' })));
  });

  test('nothing is created after the first update on WebGPU, checkpoints included', { timeout: 180_000 }, async () => {
    const gpu = await openNodeGpu();
    for (const arm of ['population', 'ensemble', 'uniform', 'selfplay'] as const) {
      const backend = createWebGpuBackend(gpu);
      const e = await Experiment.create(backend, tinyScenario, tinySettings({ arm, updates: 9, cadence: 2, population: 2 }), tinyModels());
      e.evaluate();
      e.step();
      await e.drain();
      const before = { ...backend.counters };
      for (let i = 0; i < 4; i++) e.step();
      e.evaluate();
      await e.drain();
      for (const key of ['buffers', 'bindGroups', 'pipelines', 'bytes'] as const) expect(backend.counters[key], `${arm} ${key}`).toBe(before[key]);
      // two submits an update, one more where a checkpoint is taken, one for the evaluation and one for the readback
      expect(backend.counters.submits - before.submits).toBe(8 + (arm === 'population' ? 2 : 0) + 2);
      backend.destroy();
    }
  });
});
