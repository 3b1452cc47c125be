import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { Runner } from '../runner.ts';
import type { Series } from '../series.ts';
import { addPoints, digestOf } from '../series.ts';
import type { ArmId } from '../settings.ts';
import { tinyModels, tinyScenario, tinySettings } from '../testing/tiny.ts';
import { Experiment } from './experiment.ts';
import type { SavedState } from './saved.ts';

const make = (arm: ArmId) => Experiment.create(createCpuBackend(), tinyScenario, tinySettings({ arm, updates: 7, evalEvery: 3, theoryEvery: 2, cadence: 2, population: 2 }), tinyModels());

/** the first `updates` updates by hand, then the state */
async function begin(arm: ArmId, updates: number, series: Series): Promise<SavedState> {
  const e = await make(arm);
  for (;;) {
    if (e.evaluationDue()) e.evaluate();
    if (e.measurementDue()) e.measure();
    if (e.update === updates) break;
    e.step();
  }
  addPoints(series, await e.drain());
  return e.save();
}

describe('a saved state', () => {
  test.each(['single', 'verbalized', 'population', 'selfplay'] as const)('%s goes on to the digest of a run that was never interrupted', { timeout: 60_000 }, async (arm) => {
    const straight: Series = {};
    await new Runner([await make(arm)], { onPoints: (p) => addPoints(straight, p) }).run();
    for (const at of [0, 3, 5]) {
      const series: Series = {};
      const saved = await begin(arm, at, series);
      const e = await make(arm);
      e.restore(saved);
      await new Runner([e], { onPoints: (p) => addPoints(series, p) }).run();
      expect(digestOf(series), `from update ${at}`).toBe(digestOf(straight));
    }
  });

  test('of another experiment, or damaged, is refused by name and changes nothing', async () => {
    const saved = await begin('single', 1, {});
    const e = await make('single');
    const before = await e.backend.read(e.policy.params);
    const broken =
      (change: Partial<SavedState>, buffers: Record<string, Float32Array<ArrayBuffer>> = {}) =>
      () =>
        e.restore({ ...saved, ...change, buffers: { ...saved.buffers, ...buffers } });
    expect(broken({ update: 99 })).toThrow(/update 99 is not one of 0 to 7/);
    expect(broken({}, { policy: saved.buffers.policy!.slice(1) })).toThrow(/policy has \d+ numbers/);
    expect(broken({}, { 'policy.m': Float32Array.from(saved.buffers['policy.m']!).fill(NaN, 0, 1) })).toThrow(/policy.m holds a number/);
    expect(broken({}, { population: new Float32Array(1) })).toThrow(/population is not part/);
    expect(() => e.restore({ ...saved, buffers: { policy: saved.buffers.policy! } })).toThrow(/policy.m is missing/);
    expect(await e.backend.read(e.policy.params)).toEqual(before);
  });
});
