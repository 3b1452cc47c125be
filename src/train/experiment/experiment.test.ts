import { describe, expect, test } from 'vitest';
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../../gpu-kernels/webgpu/backend.ts';
import { openNodeGpu } from '../../gpu-kernels/webgpu/node.ts';
import { Runner } from '../runner.ts';
import type { Series } from '../series.ts';
import { addPoints, digestOf, joinSeeds } from '../series.ts';
import type { Settings } from '../settings.ts';
import { tinyModels, tinyScenario, tinySettings } from '../testing/tiny.ts';
import { Experiment } from './experiment.ts';

/** one device for all tests: its kernels are compiled once */
const gpu = openNodeGpu();
const backends: [string, () => Promise<Backend>][] = [
  ['cpu', () => Promise.resolve(createCpuBackend())],
  ['webgpu', async () => createWebGpuBackend(await gpu)],
];

async function seriesOf(make: () => Promise<Backend>, settings: Settings): Promise<Series> {
  const backend = await make();
  const e = await Experiment.create(backend, tinyScenario, settings, tinyModels());
  const series: Series = {};
  const finished = await new Runner([e], { onPoints: (p) => addPoints(series, p) }).run();
  expect(finished).toBe(true);
  backend.destroy();
  return series;
}

describe.each(backends)('an experiment on %s', (name, make) => {
  test('the same settings twice give the same digest, other seeds another', { timeout: 120_000 }, async () => {
    const [a, b, c] = [await seriesOf(make, tinySettings()), await seriesOf(make, tinySettings()), await seriesOf(make, tinySettings({ seeds: '3-4' }))];
    expect(digestOf(a)).toBe(digestOf(b));
    expect(digestOf(a)).not.toBe(digestOf(c));
  });

  test('metrics have one value per seed at the promised updates', { timeout: 120_000 }, async () => {
    const s = await seriesOf(make, tinySettings({ updates: 5, evalEvery: 3 }));
    expect(s['success.train']!.update).toEqual([0, 1, 2, 3, 4]);
    expect(s['success.heldout']!.update).toEqual([0, 3, 5]);
    for (const [metric, { values }] of Object.entries(s)) for (const v of values) expect(v, metric).toHaveLength(2);
    for (const share of ['success.train', 'success.heldout', 'success.real', 'group.zeroVariance', 'sim.eps']) for (const v of s[share]!.values.flat()) expect(v >= 0 && v <= 1, share).toBe(true);
    // a fresh head is nearly uniform over ten acts
    expect(s['policy.entropy']!.values[0]![0]).toBeGreaterThan(2.2);
    // the policy starts as its own reference
    expect(Math.abs(s['policy.kl']!.values[0]![0]!)).toBeLessThan(1e-5);
    expect(s['policy.kl']!.values[4]![0]).toBeGreaterThan(1e-5);
    // one step per batch: no ratio has left the clip range, which would mean that decoding and scoring disagree
    expect(s['clip.fraction']!.values.flat().every((x) => x === 0)).toBe(true);
    const mean = s['success.heldout']!.values[1]!;
    const families = ['family-3', 'family-4'].map((f) => s[`success.heldout.${f}`]!.values[1]!);
    mean.forEach((m, i) => expect(m).toBeCloseTo((families[0]![i]! + families[1]![i]!) / 2, 5));
  });

  test.each(['single', 'verbalized'] as const)('%s: after the first update nothing is created; two submits an update', { timeout: 120_000 }, async (arm) => {
    const backend = await make();
    const e = await Experiment.create(backend, tinyScenario, tinySettings({ arm, updates: 50 }), tinyModels());
    e.evaluate();
    e.step();
    await e.drain();
    await e.transcripts();
    const before = { ...backend.counters };
    for (let i = 0; i < 3; i++) e.step();
    await backend.sync();
    const between = { ...backend.counters };
    expect(between.submits - before.submits).toBe(6);
    e.evaluate();
    await e.drain();
    await e.transcripts();
    const after = backend.counters;
    for (const key of ['buffers', 'bindGroups', 'pipelines', 'bytes'] as const) expect(after[key], key).toBe(before[key]);
    expect(after.readbacks - between.readbacks).toBe(2);
    if (name === 'webgpu') expect(before.bindGroups).toBeGreaterThan(100);
    backend.destroy();
  });

  test('verbalized lists are shown and measured: shares, per decision and per dialogue, and the simulator they induce', { timeout: 120_000 }, async () => {
    const backend = await make();
    const e = await Experiment.create(backend, tinyScenario, tinySettings({ arm: 'verbalized', vsK: 2 }), tinyModels());
    e.step();
    e.evaluate();
    const all = await e.transcripts();
    for (const t of all) expect(t.lists?.length).toBe(t.against === 'train' ? 1 + t.turns.length : undefined);
    for (const t of all.filter((x) => x.against === 'train'))
      t.lists!.forEach((list, i) => {
        const token = i === 0 ? tinyScenario.tokens.profiles.lo + t.profile : t.turns[i - 1]!.tokens[1];
        expect(list.candidates).toHaveLength(2);
        if (!list.malformed) expect(list.candidates.some((c) => c.token === token && c.probability > 0)).toBe(true);
      });
    backend.destroy();
    const s = await seriesOf(make, tinySettings({ arm: 'verbalized', vsK: 2, updates: 2 }));
    for (const share of ['sim.eta', 'sim.malformed', 'sim.eps']) for (const v of s[share]!.values.flat()) expect(v >= 0 && v <= 1, share).toBe(true);
    // random networks: some lists repeat themselves, and the best of two equal candidates has at least half the mass
    const decisions = s['sim.epsBar']!.values[0]!.map((bar, i) => bar / s['sim.eps']!.values[0]![i]!);
    s['sim.etaBar']!.values[0]!.forEach((bar, i) => expect(bar / decisions[i]!).toBeCloseTo(s['sim.eta']!.values[0]![i]!, 4));
    expect(decisions.every((d) => d > 2 && d <= 9)).toBe(true);
    expect('sim.decisions' in s).toBe(false);
    expect('sim.eta' in (await seriesOf(make, tinySettings({ updates: 1 })))).toBe(false);
  });

  test('transcripts are dialogues of the current policy, cut at their end', { timeout: 120_000 }, async () => {
    const backend = await make();
    const e = await Experiment.create(backend, tinyScenario, tinySettings(), tinyModels());
    e.step();
    e.evaluate();
    const all = await e.transcripts();
    expect(new Set(all.map((t) => t.against))).toEqual(new Set(['train', 'real', 'family-3', 'family-4']));
    const end = tinyScenario.turn.findIndex((s) => s.writer === 'world');
    for (const t of all) {
      // the training dialogues on hand were held before the update, by the policy as it then was
      expect(t.update).toBe(t.against === 'train' ? 0 : 1);
      t.turns.forEach((turn, i) => {
        const over = turn.tokens[end] !== tinyScenario.tokens.world.lo;
        expect(over).toBe(over && i === t.turns.length - 1);
        expect(turn.text[0]!.length).toBeGreaterThan(0);
      });
      if (t.reward > 0) expect(tinyScenario.worldTokens[t.turns.at(-1)!.tokens[end]! - tinyScenario.tokens.world.lo]!.id).toMatch(/^\$/);
    }
    backend.destroy();
  });
});

describe('seeds', () => {
  test('do not depend on which others train beside them', async () => {
    const make = backends[0]![1];
    const together = await seriesOf(make, tinySettings({ seeds: '1-3' }));
    const apart = joinSeeds([await seriesOf(make, tinySettings({ seeds: '1,2' })), await seriesOf(make, tinySettings({ seeds: '3' }))]);
    expect(digestOf(apart)).toBe(digestOf(together));
  });
});

describe('both backends', () => {
  test('agree on a run of a few updates as far as rounding lets them', { timeout: 120_000 }, async () => {
    const settings = tinySettings({ updates: 2, evalEvery: 2 });
    const [cpu, webgpu] = [await seriesOf(backends[0]![1], settings), await seriesOf(backends[1]![1], settings)];
    for (const metric of ['success.train', 'policy.entropy', 'sim.eps', 'loss'])
      cpu[metric]!.values[0]!.forEach((v, i) => expect(Math.abs(v - webgpu[metric]!.values[0]![i]!), metric).toBeLessThan(2e-4));
  });
});
