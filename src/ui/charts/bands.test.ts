import { describe, expect, test } from 'vitest';
import { bandOf, bandsOf, baseOf, bestOf, lastOf } from './bands.ts';

describe('seed bands', () => {
  test('mean, lowest and highest of the seeds', () => {
    expect(bandOf(3, [0.25, 0.5, 0.75])).toEqual({ update: 3, mean: 0.5, lo: 0.25, hi: 0.75, seeds: 3 });
  });
  test('a seed without a value is left out', () => {
    expect(bandOf(0, [NaN, 0.5])).toEqual({ update: 0, mean: 0.5, lo: 0.5, hi: 0.5, seeds: 1 });
  });
  test('no value at all is a gap, not a zero', () => {
    const p = bandOf(0, [NaN, NaN]);
    expect(p.mean).toBeNaN();
    expect(p.seeds).toBe(0);
    expect(bandOf(0, []).mean).toBeNaN();
  });
  test('base, best and last pass over gaps', () => {
    const points = bandsOf({ updates: [0, 1, 2, 3], values: [[0.25], [0.75], [0.75], [NaN]] });
    expect(baseOf(points)?.mean).toBe(0.25);
    expect(bestOf(points)?.update).toBe(1);
    expect(lastOf(points)?.update).toBe(2);
    expect(baseOf(points.slice(1))).toBeNull();
    expect(lastOf([])).toBeNull();
    expect(bandsOf(undefined)).toEqual([]);
  });
});
