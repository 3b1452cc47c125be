import { describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { Run } from '../store/run.ts';
import { newRun } from '../store/run.ts';
import { Series } from '../store/series.ts';
import { comparedRows, differenceRows, momentOf, seedWords } from './ends-several.ts';
import { TRAIN_WINDOW } from './train-window.ts';
import { valuesAt } from './values.ts';

/** two arms over three seeds; the second is behind by one evaluation unless `level` */
function run(level = true): Run {
  const r = newRun(1, { ...defaultExperiment, seeds: '1-3', arms: ['single', 'verbalized'] });
  r.arms.forEach((a, i) => {
    const at = (held: number) => ({ 'success.heldout': [held, held + 0.1, held + 0.2], 'success.real': [0.4, 0.4, 0.4] });
    const train = (u: number) => ({ 'success.train': [u / 100, u / 100, u / 100], 'policy.entropy': [1, 1, 1 + i] });
    a.series.add([{ update: 0, values: { ...at(0.3), ...train(0) } }]);
    for (let u = 1; u < 16; u++) a.series.add([{ update: u, values: train(u) }]);
    a.series.add([{ update: 8, values: at(0.5 + 0.1 * i) }]);
    if (level || i === 0) a.series.add([{ update: 16, values: at(0.2 + 0.3 * i) }]);
  });
  return r;
}

describe('the moment arms are compared at', () => {
  test('is the latest evaluation that every arm has; training ends one update before', () => {
    expect(momentOf(run())).toEqual({ update: 16, trained: 15 });
    expect(momentOf(run(false))).toEqual({ update: 8, trained: 8 });
    expect(momentOf(newRun(1, defaultExperiment))).toBeNull();
  });
  test('does not wait for an arm that stopped', () => {
    const r = run(false);
    const stopped = { ...r, arms: r.arms.map((a) => (a.arm === 'verbalized' ? { ...a, failure: { update: 15, kept: 14, message: '' } } : a)) };
    expect(momentOf(stopped)?.update).toBe(16);
    expect(comparedRows(stopped, { update: 16, trained: 15 }).map((x) => x.failedAt)).toEqual([null, 15]);
  });
});

test('training success is the mean over the last updates, seed by seed; others are the latest', () => {
  const s = new Series();
  for (let u = 0; u < 20; u++) s.add([{ update: u, values: { 'success.train': [u, u === 19 ? NaN : 1], 'success.real': [u] } }]);
  expect(TRAIN_WINDOW).toBe(8);
  expect(valuesAt(s, 'success.train', 19)).toEqual([15.5, 1]);
  expect(valuesAt(s, 'success.train', 1)).toEqual([0.5, 1]);
  expect(valuesAt(s, 'success.real', 7)).toEqual([7]);
  expect(valuesAt(s, 'success.heldout', 7)).toEqual([]);
});

test('each arm with its intervals and its best evaluation', () => {
  const rows = comparedRows(run(), { update: 16, trained: 15 });
  expect(rows.map((r) => r.arm)).toEqual(['single', 'verbalized']);
  const [train, heldout, real] = rows[0]?.cells ?? [];
  expect(train?.estimate).toBeCloseTo(0.115, 10);
  expect(heldout?.estimate).toBeCloseTo(0.3, 10);
  expect(heldout?.lo).toBeGreaterThanOrEqual(0.2);
  expect(heldout?.hi).toBeLessThanOrEqual(0.4 + 1e-12);
  expect(real).toEqual({ estimate: expect.closeTo(0.4, 10) as number, lo: expect.closeTo(0.4, 10) as number, hi: expect.closeTo(0.4, 10) as number });
  expect(rows.map((r) => r.best?.update)).toEqual([8, 8]);
  expect(rows[0]?.best?.value.estimate).toBeCloseTo(0.6, 10);
});

test('differences are taken seed by seed', () => {
  const rows = differenceRows(run(), { update: 16, trained: 15 }, 'single');
  expect(rows.map((r) => r.arm)).toEqual(['verbalized']);
  // what differs between seeds is the same in both arms, so the interval shrinks to a point
  expect(rows[0]?.cells[1]?.lo).toBeCloseTo(0.3, 10);
  expect(rows[0]?.cells[1]?.hi).toBeCloseTo(0.3, 10);
  expect(differenceRows(run(), { update: 16, trained: 15 }, 'oracle')).toEqual([]);
});

test('what intervals are worth is said', () => {
  expect(seedWords(1)).toMatch(/^One seed: no intervals/);
  expect(seedWords(5)).toContain('Five seeds give coarse intervals');
  expect(seedWords(10)).not.toContain('coarse');
});
