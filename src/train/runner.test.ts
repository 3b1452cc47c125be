import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../gpu-kernels/webgpu/backend.ts';
import { openNodeGpu } from '../gpu-kernels/webgpu/node.ts';
import { Experiment } from './experiment/experiment.ts';
import type { MetricPoint } from './protocol.ts';
import type { DivergedError } from './runner.ts';
import { Runner } from './runner.ts';
import type { Series } from './series.ts';
import { addPoints, digestOf } from './series.ts';
import type { Settings } from './settings.ts';
import { tinyModels, tinyScenario, tinySettings } from './testing/tiny.ts';

const experiment = (change: Partial<Settings> = {}) => Experiment.create(createCpuBackend(), tinyScenario, tinySettings(change), tinyModels());

async function straightSeries(change: Partial<Settings>): Promise<Series> {
  const series: Series = {};
  await new Runner([await experiment(change)], { onPoints: (p) => addPoints(series, p) }).run();
  return series;
}

/** resolves when `ready` is first true after an event */
function watcher() {
  let check: () => void = () => {};
  return { poke: () => check(), until: (ready: () => boolean) => new Promise<void>((resolve) => (check = () => ready() && resolve())) };
}

describe('the runner', () => {
  test('pauses, steps once, resumes, and ends with the digest of a run without pauses', { timeout: 60_000 }, async () => {
    const settings: Partial<Settings> = { updates: 6, seeds: '1' };
    const straight: Series = {};
    await new Runner([await experiment(settings)], { onPoints: (p) => addPoints(straight, p) }).run();

    const series: Series = {};
    const paused: number[] = [];
    const w = watcher();
    const e = await experiment(settings);
    const runner = new Runner([e], { onPoints: (p) => addPoints(series, p), onPaused: (u) => (paused.push(u), w.poke()) });
    const done = runner.run(true);
    await w.until(() => paused.length === 1);
    expect(e.update).toBe(0);
    // paused at the start, the untrained policy has been evaluated already
    expect(series['success.heldout']!.update).toEqual([0]);
    runner.stepOnce();
    await w.until(() => paused.length === 2);
    expect(series['success.train']!.update).toEqual([0]);
    runner.resume();
    expect(await done).toBe(true);
    expect(paused).toEqual([0, 1]);
    expect(digestOf(series)).toBe(digestOf(straight));
  });

  test('stepping to the last update finishes the run, its evaluation included', { timeout: 60_000 }, async () => {
    const series: Series = {};
    const w = watcher();
    let pauses = 0;
    const runner = new Runner([await experiment({ updates: 2, evalEvery: 2, seeds: '1' })], { onPoints: (p) => addPoints(series, p), onPaused: () => (pauses++, w.poke()) });
    const done = runner.run(true);
    await w.until(() => pauses === 1);
    runner.stepOnce();
    await w.until(() => pauses === 2);
    runner.stepOnce();
    expect(await done).toBe(true);
    expect(series['success.heldout']!.update).toEqual([0, 2]);
  });

  test('several optimiser steps on a batch move the ratio away from 1', { timeout: 60_000 }, async () => {
    const clipped = async (epochs: number): Promise<number> => {
      const series: Series = {};
      await new Runner([await experiment({ epochs, updates: 3, learningRate: 0.01, clipLow: 0.01, clipHigh: 0.01, prompts: 4 })], { onPoints: (p) => addPoints(series, p) }).run();
      return Math.max(...series['clip.fraction']!.values.flat());
    };
    expect(await clipped(1)).toBe(0);
    expect(await clipped(3)).toBeGreaterThan(0);
  });

  test('stops', { timeout: 60_000 }, async () => {
    const runner = new Runner([await experiment({ updates: 2000 })], { onPoints: () => runner.stop() });
    expect(await runner.run()).toBe(false);
  });

  test('reads at most four times a second', { timeout: 60_000 }, async () => {
    const e = await experiment({ updates: 300, seeds: '1', prompts: 1, group: 2, evalEvery: 10 });
    const started = performance.now();
    await new Runner([e], { onPoints: () => {}, onEvaluated: async (x) => void (await x.transcripts()) }).run();
    const seconds = (performance.now() - started) / 1000;
    expect(e.backend.counters.readbacks).toBeGreaterThan(2);
    // rings that fill up must be read sooner: 300 updates fill the ring of 128 twice
    expect(e.backend.counters.readbacks).toBeLessThanOrEqual(4 * seconds + 2 + 2);
  });

  test('an arm that diverges is left behind at a named update with its last good weights, and the others finish', { timeout: 60_000 }, async () => {
    const [good, bad] = [await experiment({ updates: 6, seeds: '1' }), await experiment({ updates: 6, seeds: '1', arm: 'oracle' })];
    const series: Record<string, Series> = { single: {}, oracle: {} };
    const failures: DivergedError[] = [];
    // before its fourth update a parameter of one arm is spoilt
    const step = bad.step.bind(bad);
    bad.step = (n) => {
      if (bad.update === 3) bad.backend.write(bad.policy.params, [NaN]);
      step(n);
    };
    const finished = await new Runner([good, bad], {
      onPoints: (p, _rate, _left, of) => addPoints(series[of.settings.arm]!, p),
      onDiverged: (of, error) => {
        expect(of).toBe(bad);
        failures.push(error);
      },
    }).run();
    expect(finished).toBe(true);
    expect(good.update).toBe(6);
    expect(failures).toHaveLength(1);
    expect(failures[0]!.message).toMatch(/^oracle: training diverged at update 3: loss/);
    expect(Math.max(...series.oracle!.loss!.update)).toBe(2);
    expect((await bad.backend.read(bad.policy.params)).every(Number.isFinite)).toBe(true);
    expect(failures[0]!.kept).toBeLessThanOrEqual(3);
    expect(digestOf(series.single!)).toBe(digestOf(await straightSeries({ updates: 6, seeds: '1' })));
  });

  test('without others a run that diverges is rejected with the update', { timeout: 60_000 }, async () => {
    const models = tinyModels();
    const bad = models.policy.slice();
    bad[0] = NaN;
    const e = await Experiment.create(createCpuBackend(), tinyScenario, tinySettings(), { ...models, policy: bad });
    await expect(new Runner([e], { onPoints: () => {} }).run()).rejects.toThrow(/diverged at update 0/);
  });

  test('arms side by side give what each gives alone, and take turns', { timeout: 60_000 }, async () => {
    const series: Record<string, Series> = { single: {}, uniform: {} };
    const order: string[] = [];
    const both = [await experiment({ updates: 3 }), await experiment({ updates: 3, arm: 'uniform' })];
    for (const e of both) {
      const step = e.step.bind(e);
      e.step = (n) => (order.push(e.settings.arm), step(n));
    }
    await new Runner(both, { onPoints: (p, _rate, _left, of) => addPoints(series[of.settings.arm]!, p) }).run();
    expect(order).toEqual(['single', 'uniform', 'single', 'uniform', 'single', 'uniform']);
    for (const arm of ['single', 'uniform'] as const) expect(digestOf(series[arm]!)).toBe(digestOf(await straightSeries({ updates: 3, arm })));
  });

  test('work between updates is done while running and while paused', { timeout: 60_000 }, async () => {
    const w = watcher();
    const done: number[] = [];
    let pauses = 0;
    const runner = new Runner([await experiment({ updates: 2, seeds: '1' })], { onPoints: () => {}, onPaused: () => (pauses++, w.poke()) });
    const running = runner.run(true);
    await w.until(() => pauses === 1);
    await new Promise<void>((resolve) => runner.betweenUpdates(() => Promise.resolve(void done.push(runner.update)).then(resolve)));
    runner.resume();
    expect(await running).toBe(true);
    expect(done).toEqual([0]);
  });

  test('a device that is lost ends the run with a reason instead of hanging', { timeout: 120_000 }, async () => {
    const gpu = await openNodeGpu();
    const e = await Experiment.create(createWebGpuBackend(gpu), tinyScenario, tinySettings({ updates: 2000, seeds: '1' }), tinyModels());
    const points: MetricPoint[] = [];
    const run = new Runner([e], { onPoints: (p) => (points.push(...p), gpu.device.destroy()) }).run();
    await expect(run).rejects.toThrow(/lost|destroyed/);
    expect(points.length).toBeGreaterThan(0);
  });

  test('a device lost while paused ends the run too', { timeout: 120_000 }, async () => {
    const gpu = await openNodeGpu();
    const e = await Experiment.create(createWebGpuBackend(gpu), tinyScenario, tinySettings({ seeds: '1' }), tinyModels());
    const run = new Runner([e], { onPoints: () => {}, onPaused: () => gpu.device.destroy() }).run(true);
    await expect(run).rejects.toThrow(/lost/);
  });
});
