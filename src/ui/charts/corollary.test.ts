import { expect, test } from 'vitest';
import { exploitLowerBound } from '../../train/bounds.ts';
import type { BandPoint } from './bands.ts';
import { logisticLine } from './corollary.ts';

const points = (f: (k: number) => number, n = 60): BandPoint[] => Array.from({ length: n }, (_, k) => ({ update: k, mean: f(k), lo: 0, hi: 1, seeds: 3 }));

test('a logistic rise is continued exactly', () => {
  const rise = (k: number): number => exploitLowerBound(0.05, 0.2, k);
  logisticLine(points(rise))!.forEach((p) => expect(p.mean).toBeCloseTo(rise(p.update), 6));
});

test('a rise that stalls falls below its own beginning', () => {
  const stalled = points((k) => Math.min(0.6, exploitLowerBound(0.05, 0.2, k)));
  expect(logisticLine(stalled)!.at(-1).mean).toBeGreaterThan(0.9);
});

test('nothing is drawn where nothing grew, or the start says nothing', () => {
  expect(logisticLine(points(() => 0.3))).toBeNull();
  expect(logisticLine(points((k) => 0.4 - k / 1000))).toBeNull();
  expect(logisticLine(points((k) => k / 100))).toBeNull();
  expect(logisticLine([])).toBeNull();
});
