import { describe, expect, test } from 'vitest';
import { clause, fallOf, fallWords, smooth, thirdOf } from './annotate.ts';
import { bandOf } from './bands.ts';

const curve = (...values: readonly (readonly [number, number])[]) => values.map(([u, v]) => bandOf(u, [v]));

describe('a curve that peaked and fell', () => {
  const fell = curve([0, 0.36], [64, 0.41], [250, 0.22]);
  test('is found and put in words', () => {
    const fall = fallOf(fell);
    expect(fall).toEqual({ peak: 0.41, peakUpdate: 64, now: 0.22, nowUpdate: 250, belowStart: true });
    expect(fall && fallWords(fall)).toBe('peaked 0.41 at 64, now 0.22: below where it started');
    expect(clause(fell, fall)).toBe('peaked at 0.41 after 64 updates and is now 0.22, below where it started (0.36)');
  });
  test('is not claimed for noise, for a rise, or without points', () => {
    expect(fallOf(curve([0, 0.36], [16, 0.41], [32, 0.38]))).toBeNull();
    expect(fallOf(curve([0, 0.36], [16, 0.5]))).toBeNull();
    expect(fallOf(curve([0, 0.5]))).toBeNull();
    expect(fallOf([])).toBeNull();
  });
  test('without a value from before training nothing is said about it', () => {
    const fall = fallOf(curve([16, 0.6], [32, 0.2]));
    expect(fall?.belowStart).toBeNull();
    expect(fall && fallWords(fall)).toBe('peaked 0.60 at 16, now 0.20');
  });
  test('a fall from the start has no peak to speak of', () => {
    const points = curve([0, 0.5], [16, 0.2]);
    const fall = fallOf(points);
    expect(fall && fallWords(fall)).toBe('now 0.20: below where it started');
    expect(clause(points, fall)).toBe('fell from 0.50 to 0.20');
  });
});

test('clauses for curves without a fall', () => {
  expect(clause([], null)).toBe('has no value yet');
  expect(clause(curve([0, 0.4]), null)).toBe('is 0.40 before training');
  expect(clause(curve([0, 0.4], [8, 0.95]), null)).toBe('rose from 0.40 to 0.95');
  expect(clause(curve([0, 0.4], [8, 0.41]), null)).toBe('is 0.41, about where it started (0.40)');
});

describe('a third of the entropy', () => {
  test('first update below it', () => {
    expect(thirdOf(curve([0, 2.1], [10, 0.8], [20, 0.6], [30, 0.9]))?.update).toBe(20);
  });
  test('never, or without a start', () => {
    expect(thirdOf(curve([0, 2.1], [10, 0.8]))).toBeNull();
    expect(thirdOf(curve([5, 2.1], [10, 0.1]))).toBeNull();
    expect(thirdOf(curve([0, NaN], [10, 0.1]))).toBeNull();
  });
});

test('the running mean looks back only, and gaps stay gaps', () => {
  const points = smooth(curve([0, 0], [1, 1], [2, NaN], [3, 0.5]), 3);
  expect(points.map((p) => p.mean)).toEqual([0, 0.5, NaN, 0.75]);
  expect(smooth(curve([0, 1]), 1)).toHaveLength(1);
});
