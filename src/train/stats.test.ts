import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normals } from '../gpu-kernels/model/init.ts';
import { philoxStream } from '../gpu-kernels/random/philox.ts';
import { bootstrap, iqm, mean, pairedDifference, quantile } from './stats.ts';

test('mean, interquartile mean and quantiles of known values', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(iqm([100, 1, 2, 3, -50])).toBe(2);
  expect(iqm([1, 2, 3, 4, 5, 6, 7, 80])).toBe(4.5);
  expect(iqm([3])).toBe(3);
  expect(quantile([0, 10, 20], 0.25)).toBe(5);
  expect(quantile([4], 0.9)).toBe(4);
});

describe('the bootstrap', () => {
  test('contains its estimate, repeats itself, and shrinks to a point for equal values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 10 }), (x) => {
        const a = bootstrap(x, mean, 0.95, 200);
        expect(a.lo <= a.estimate + 1e-12 && a.estimate - 1e-12 <= a.hi).toBe(true);
        expect(a.lo >= Math.min(...x) - 1e-12 && a.hi <= Math.max(...x) + 1e-12).toBe(true);
        expect(bootstrap(x, mean, 0.95, 200)).toEqual(a);
      }),
      { numRuns: 50 },
    );
    expect(bootstrap([0.5, 0.5, 0.5])).toEqual({ estimate: 0.5, lo: 0.5, hi: 0.5 });
  });

  test('covers the true mean of twenty normal values about as often as it says', () => {
    const next = normals(philoxStream(7, 1));
    const trials = 200;
    let covered = 0;
    for (let t = 0; t < trials; t++) {
      const { lo, hi } = bootstrap(
        Array.from({ length: 20 }, () => next()),
        mean,
        0.95,
        400,
      );
      if (lo <= 0 && 0 <= hi) covered++;
    }
    // percentile intervals are a little short at n = 20: 92 to 93 % are expected, with a standard error of 2 %
    expect(covered / trials).toBeGreaterThan(0.86);
    expect(covered / trials).toBeLessThan(0.99);
  });

  test('one value or none has no interval', () => {
    expect(bootstrap([0.3])).toEqual({ estimate: 0.3, lo: NaN, hi: NaN });
    expect(bootstrap([NaN]).estimate).toBeNaN();
  });
});

test('paired differences cancel what the seeds share', () => {
  const shared = [0.1, 0.5, 0.9];
  expect(
    pairedDifference(
      shared.map((x) => x + 0.2),
      shared,
    ).lo,
  ).toBeCloseTo(0.2, 12);
  expect(pairedDifference([1, NaN, 3], [0, 0, 1]).estimate).toBe(1.5);
});
