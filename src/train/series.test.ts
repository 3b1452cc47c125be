import { describe, expect, test } from 'vitest';
import type { Series } from './series.ts';
import { addPoints, digestOf, joinSeeds } from './series.ts';

const series = (): Series => {
  const s: Series = {};
  addPoints(s, [{ update: 0, values: { a: [1, 2], b: [NaN, 0] } }]);
  addPoints(s, [{ update: 1, values: { a: [3, 4] } }]);
  return s;
};

describe('series', () => {
  test('points are gathered by metric', () => {
    expect(series()).toEqual({
      a: {
        update: [0, 1],
        values: [
          [1, 2],
          [3, 4],
        ],
      },
      b: { update: [0], values: [[NaN, 0]] },
    });
  });

  test('joining seeds puts their values side by side', () => {
    expect(joinSeeds([series(), series()]).a!.values).toEqual([
      [1, 2, 1, 2],
      [3, 4, 3, 4],
    ]);
  });

  test('shards that cover different updates do not join', () => {
    const short = series();
    short.a!.update.pop();
    expect(() => joinSeeds([series(), short])).toThrow(/a/);
  });

  test('the digest sees a last bit, an update and a name, and not the order in which metrics came', () => {
    const base = digestOf(series());
    expect(base).toMatch(/^[0-9a-f]{64}$/);
    const bit = series();
    bit.a!.values[1]![0] = 3 + 2 ** -22;
    const update = series();
    update.a!.update[1] = 2;
    const { a, b } = series();
    expect(digestOf(bit)).not.toBe(base);
    expect(digestOf(update)).not.toBe(base);
    expect(digestOf({ c: a!, b: b! })).not.toBe(base);
    expect(digestOf({ b: b!, a: a! })).toBe(base);
  });
});
