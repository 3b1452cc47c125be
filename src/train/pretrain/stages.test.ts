import { describe, expect, test } from 'vitest';
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../../gpu-kernels/webgpu/backend.ts';
import { openNodeGpu } from '../../gpu-kernels/webgpu/node.ts';
import { tinyScenario as scenario } from '../testing/tiny.ts';
import { measure } from './measure.ts';
import { HELDOUT, policyShape, RECIPE, selfPlayShape, simulatorShape } from './recipe.ts';
import { trainSelfPlay } from './selfplay.ts';
import { alignSimulators, clonePolicy, tiltOf, trainBaseSimulator } from './stages.ts';
import { initialWeights } from '../../gpu-kernels/model/init.ts';

const gpu = openNodeGpu();
const short = { seed: 5, steps: 30, batch: 16, learningRate: 3e-3 };
const losses = async (backend: Backend): Promise<number[]> => {
  const seen: number[] = [];
  await clonePolicy(backend, scenario, 'S', { onProgress: (_, loss) => seen.push(loss) }, short);
  return seen;
};

describe('pre-training', () => {
  test('cloning lowers the loss, alike on both backends, bit for bit on the CPU twin', { timeout: 120_000 }, async () => {
    const cpu = await losses(createCpuBackend());
    expect(await losses(createCpuBackend())).toEqual(cpu);
    const webgpu = await losses(createWebGpuBackend(await gpu));
    expect(cpu[0]).toBeCloseTo(Math.log(10), 1);
    expect(cpu.at(-1)).toBeLessThan(cpu[0]! - 0.05);
    webgpu.forEach((l, i) => expect(Math.abs(l - cpu[i]!)).toBeLessThan(1e-3));
  });

  test('alignment sharpens: eps falls with gamma, and a rater moves the mode to its own type', { timeout: 120_000 }, async () => {
    const base = await trainBaseSimulator(createCpuBackend(), scenario, {}, { seed: 6, steps: 250, batch: 64, learningRate: 4e-3 });
    const skeptic = HELDOUT.find((f) => f.id === 'skeptic-1')!;
    const students = [{ gamma: 1 }, { gamma: 16 }, { gamma: RECIPE.heldoutGamma, family: skeptic }];
    const schedule = { seed: 7, steps: 150, batch: 32, learningRate: 2e-3 };
    const made = await alignSimulators(createCpuBackend(), scenario, base.weights, students, {}, { aligned: schedule, heldout: schedule });
    const asker = { shape: policyShape(scenario, 'S'), weights: initialWeights(policyShape(scenario, 'S'), 1, 1) };
    const [plain, mild, sharp, family] = await Promise.all([base, ...made].map((m) => measure(createCpuBackend(), scenario, asker, { shape: simulatorShape(scenario), weights: m.weights })));
    // at gamma 1 only the nucleus cut is left
    expect(mild!.eps!).toBeLessThan(plain!.eps!);
    expect(sharp!.eps!).toBeLessThan(0.35 * mild!.eps!);
    const mode = (p: number[]): number => p.indexOf(Math.max(...p));
    expect(mode(family!.profiles)).toBe(3);
    // the base simulator knows the real shares
    plain!.profiles.forEach((p, z) => expect(Math.abs(p - scenario.realUsers.prior[z]!)).toBeLessThan(0.08));
  });

  test('self-play: one network learns both roles in turn, keeps the policy it starts as, and becomes the sharpened user; bit for bit', { timeout: 120_000 }, async () => {
    const policy = await clonePolicy(createCpuBackend(), scenario, 'S', {}, { ...short, steps: 60 });
    const base = await trainBaseSimulator(createCpuBackend(), scenario, {}, { seed: 6, steps: 100, batch: 64, learningRate: 4e-3 });
    const make = (steps = 80) => trainSelfPlay(createCpuBackend(), scenario, 'S', policy.weights, base.weights, {}, { seed: 8, steps, batch: 32, learningRate: 4e-3 });
    const made = await make();
    expect((await make(10)).weights).toEqual((await make(10)).weights);
    expect(made.loss).toBeLessThan(0.02);
    expect(made.userLoss).toBeLessThan(0.05);
    const asker = { shape: policyShape(scenario, 'S'), weights: policy.weights };
    const both = { shape: selfPlayShape(scenario, 'S'), weights: made.weights };
    const [own, cloned, user, plain] = [
      await measure(createCpuBackend(), scenario, both, null),
      await measure(createCpuBackend(), scenario, asker, null),
      await measure(createCpuBackend(), scenario, asker, both),
      await measure(createCpuBackend(), scenario, asker, { shape: simulatorShape(scenario), weights: base.weights }),
    ];
    expect(Math.abs(own.policyEntropy - cloned.policyEntropy)).toBeLessThan(0.05);
    expect(Math.abs(own.success - cloned.success)).toBeLessThan(0.05);
    expect(user.eps!).toBeLessThan(plain.eps! - 0.1);
  });

  test('a rater tilts the real prior to its own profiles at its gamma', () => {
    const family = HELDOUT[0]!;
    const tilt = tiltOf(scenario, { gamma: RECIPE.heldoutGamma, family });
    const { personas, profiles } = scenario.tokens;
    const q = family.profiles.map((_, z) => (scenario.realUsers.prior[z]! * Math.exp(tilt[personas.lo * scenario.vocab + profiles.lo + z]!)) ** RECIPE.heldoutGamma);
    const sum = q.reduce((a, b) => a + b, 0);
    q.forEach((x, z) => expect(x / sum).toBeCloseTo(family.profiles[z]!, 5));
  });

  test('the panel covers every type, one family shares the training mode, and all raters differ', () => {
    const modes = HELDOUT.map((f) => f.profiles.indexOf(Math.max(...f.profiles)));
    expect(new Set(modes).size).toBe(scenario.profiles.length);
    const trainingMode = scenario.realUsers.prior.indexOf(Math.max(...scenario.realUsers.prior));
    expect(modes.filter((m) => m === trainingMode)).toHaveLength(1);
    for (const f of HELDOUT) expect(f.profiles.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    expect(new Set(HELDOUT.map((f) => f.seed)).size).toBe(HELDOUT.length);
  });
});
