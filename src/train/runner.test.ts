import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../gpu-kernels/webgpu/backend.ts';
import { openNodeGpu } from '../gpu-kernels/webgpu/node.ts';
import { Experiment } from './experiment/experiment.ts';
import type { MetricPoint } from './protocol.ts';
import { Runner } from './runner.ts';
import type { Series } from './series.ts';
import { addPoints, digestOf } from './series.ts';
import type { Settings } from './settings.ts';
import { tinyModels, tinyScenario, tinySettings } from './testing/tiny.ts';

const experiment = (change: Partial<Settings> = {}) => Experiment.create(createCpuBackend(), tinyScenario, tinySettings(change), tinyModels());

/** resolves when `ready` is first true after an event */
function watcher() {
  let check: () => void = () => {};
  return { poke: () => check(), until: (ready: () => boolean) => new Promise<void>((resolve) => (check = () => ready() && resolve())) };
}

describe('the runner', () => {
  test('pauses, steps once, resumes, and ends with the digest of a run without pauses', { timeout: 60_000 }, async () => {
    const settings: Partial<Settings> = { updates: 6, seeds: '1' };
    const straight: Series = {};
    await new Runner(await experiment(settings), { onPoints: (p) => addPoints(straight, p) }).run();

    const series: Series = {};
    const paused: number[] = [];
    const w = watcher();
    const e = await experiment(settings);
    const runner = new Runner(e, { onPoints: (p) => addPoints(series, p), onPaused: (u) => (paused.push(u), w.poke()) });
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
    const runner = new Runner(await experiment({ updates: 2, evalEvery: 2, seeds: '1' }), { onPoints: (p) => addPoints(series, p), onPaused: () => (pauses++, w.poke()) });
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
      await new Runner(await experiment({ epochs, updates: 3, learningRate: 0.01, clipLow: 0.01, clipHigh: 0.01, prompts: 4 }), { onPoints: (p) => addPoints(series, p) }).run();
      return Math.max(...series['clip.fraction']!.values.flat());
    };
    expect(await clipped(1)).toBe(0);
    expect(await clipped(3)).toBeGreaterThan(0);
  });

  test('stops', { timeout: 60_000 }, async () => {
    const runner = new Runner(await experiment({ updates: 2000 }), { onPoints: () => runner.stop() });
    expect(await runner.run()).toBe(false);
  });

  test('reads at most four times a second', { timeout: 60_000 }, async () => {
    const e = await experiment({ updates: 300, seeds: '1', prompts: 1, group: 2, evalEvery: 10 });
    const started = performance.now();
    await new Runner(e, { onPoints: () => {}, onEvaluated: async (x) => void (await x.transcripts()) }).run();
    const seconds = (performance.now() - started) / 1000;
    expect(e.backend.counters.readbacks).toBeGreaterThan(2);
    // rings that fill up must be read sooner: 300 updates fill the ring of 128 twice
    expect(e.backend.counters.readbacks).toBeLessThanOrEqual(4 * seconds + 2 + 2);
  });

  test('a run that diverges says at which update, after giving out the points before', { timeout: 60_000 }, async () => {
    const models = tinyModels();
    const bad = models.policy.slice();
    bad[0] = NaN;
    const e = await Experiment.create(createCpuBackend(), tinyScenario, tinySettings(), { ...models, policy: bad });
    await expect(new Runner(e, { onPoints: () => {} }).run()).rejects.toThrow(/diverged at update 0/);
  });

  test('a device that is lost ends the run with a reason instead of hanging', { timeout: 120_000 }, async () => {
    const gpu = await openNodeGpu();
    const e = await Experiment.create(createWebGpuBackend(gpu), tinyScenario, tinySettings({ updates: 2000, seeds: '1' }), tinyModels());
    const points: MetricPoint[] = [];
    const run = new Runner(e, { onPoints: (p) => (points.push(...p), gpu.device.destroy()) }).run();
    await expect(run).rejects.toThrow(/lost|destroyed/);
    expect(points.length).toBeGreaterThan(0);
  });

  test('a device lost while paused ends the run too', { timeout: 120_000 }, async () => {
    const gpu = await openNodeGpu();
    const e = await Experiment.create(createWebGpuBackend(gpu), tinyScenario, tinySettings({ seeds: '1' }), tinyModels());
    const run = new Runner(e, { onPoints: () => {}, onPaused: () => gpu.device.destroy() }).run(true);
    await expect(run).rejects.toThrow(/lost/);
  });
});
