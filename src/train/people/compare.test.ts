import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normals } from '../../gpu-kernels/model/init.ts';
import { philoxStream } from '../../gpu-kernels/random/philox.ts';
import { bootstrapDifference, holm, neededPerGroup, twoSided, variance, welch } from './compare.ts';

describe('Student’s t', () => {
  test.each([
    // closed forms: df 1 is Cauchy, 1 - 2 atan(t) / pi; df 2 is 1 - t / sqrt(2 + t²)
    [1, 1, 0.5],
    [12.706204736, 1, 0.05],
    [2, 2, 1 - 2 / Math.sqrt(6)],
    [4.30265273, 2, 0.05],
    // the usual tables
    [2.570581836, 5, 0.05],
    [2.228138852, 10, 0.05],
    [3.169272673, 10, 0.01],
    [1.959963985, 1e7, 0.05],
    [2, 10, 2 * (1 - 0.9633059826)],
    [0, 7, 1],
    // SciPy
    [1.5, 3.7, 0.2135981692],
    [3, 24.5, 0.0061199756],
  ])('P(|T| >= %d) with %d degrees of freedom is %d', (t, df, p) => {
    expect(twoSided(t, df)).toBeCloseTo(p, 6);
    expect(twoSided(-t, df)).toBe(twoSided(t, df));
  });
  test('far tails stay positive, in between and without end', () => {
    expect(twoSided(40, 10)).toBeGreaterThan(0);
    expect(twoSided(40, 10)).toBeLessThan(1e-11);
    expect(twoSided(Infinity, 3)).toBe(0);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 1, max: 200, noNaN: true }), (t, df) => {
        const p = twoSided(t, df);
        expect(p >= 0 && p <= 1 + 1e-9).toBe(true);
        expect(twoSided(t + 0.5, df)).toBeLessThanOrEqual(p + 1e-9);
      }),
      { numRuns: 100 },
    );
  });
});

describe('Welch’s test', () => {
  test('of a worked example', () => {
    // means 15 and 21; variances 2.5 and 4 * 2.5 = 10; standard error sqrt(0.5 + 2); df = 2.5² / (0.5² / 4 + 2² / 4)
    const r = welch([13, 14, 15, 16, 17], [17, 19, 21, 23, 25]);
    expect(r.difference).toBe(-6);
    expect(r.t).toBeCloseTo(-6 / Math.sqrt(2.5), 12);
    expect(r.df).toBeCloseTo(6.25 / 1.0625, 12);
    expect(r.p).toBeCloseTo(twoSided(r.t, r.df), 12);
    expect(variance([1, 2, 3, 4])).toBeCloseTo(5 / 3, 12);
  });
  test('groups of different sizes', () => {
    // computed with SciPy 1's ttest_ind(equal_var=False)
    const a = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4];
    const b = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.4, 30, 31];
    const r = welch(a, b);
    expect(r.t).toBeCloseTo(-3.33991731, 7);
    expect(r.df).toBeCloseTo(29.926046945, 8);
    expect(r.p).toBeCloseTo(0.0022564852, 8);
  });
  test('says nothing where it is not defined', () => {
    expect(welch([1], [2, 3]).p).toBeNaN();
    expect(welch([], [2, 3]).difference).toBeNaN();
    expect(welch([1, 1], [2, 2])).toMatchObject({ difference: -1, p: NaN });
  });
  test('finds a difference that is not there about once in twenty', () => {
    const next = normals(philoxStream(3, 1));
    const group = (n: number, sd: number) => Array.from({ length: n }, () => sd * next());
    const trials = 600;
    let found = 0;
    for (let i = 0; i < trials; i++) if (welch(group(6, 1), group(12, 3)).p < 0.05) found++;
    // standard error 0.9 %
    expect(found / trials).toBeGreaterThan(0.02);
    expect(found / trials).toBeLessThan(0.08);
  });
});

test('Holm’s correction', () => {
  // the example of his paper's procedure: sorted 0.01, 0.03, 0.04 times 3, 2, 1, never falling
  expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
  expect(holm([0.5, 0.9])).toEqual([1, 1]);
  expect(holm([NaN, 0.02, 0.5])).toEqual([NaN, 0.04, 0.5]);
  expect(holm([])).toEqual([]);
});

describe('the interval of a difference', () => {
  test('holds its estimate, repeats itself, and needs two values a side', () => {
    const a = [1, 0, 1, 1, 0, 1];
    const b = [0, 0, 1, 0, 0, 0];
    const i = bootstrapDifference(a, b);
    expect(i.estimate).toBeCloseTo(0.5, 12);
    expect(i.lo).toBeLessThan(0.5);
    expect(i.hi).toBeGreaterThan(0.5);
    expect(bootstrapDifference(a, b)).toEqual(i);
    expect(bootstrapDifference([1], b).lo).toBeNaN();
  });
  test('covers the true difference about as often as it says', () => {
    const next = normals(philoxStream(4, 1));
    let covered = 0;
    for (let t = 0; t < 150; t++) {
      const { lo, hi } = bootstrapDifference(
        Array.from({ length: 15 }, () => 1 + next()),
        Array.from({ length: 15 }, () => 2 * next()),
        0.95,
        300,
      );
      if (lo <= 1 && 1 <= hi) covered++;
    }
    expect(covered / 150).toBeGreaterThan(0.85);
    expect(covered / 150).toBeLessThanOrEqual(1);
  });
});

test('how many a group are needed: the usual tables for d = 0.2, 0.5, 0.8', () => {
  // variance 1 on both sides
  const group = (m: number) => [m - Math.SQRT1_2, m + Math.SQRT1_2];
  expect([0.2, 0.5, 0.8].map((d) => neededPerGroup(group(0), group(d)))).toEqual([394, 64, 26]);
  expect(neededPerGroup([1, 1], [2, 2])).toBeNaN();
  expect(neededPerGroup([1, 2], [1, 2])).toBeNaN();
  expect(neededPerGroup([1], [2, 3])).toBeNaN();
});
