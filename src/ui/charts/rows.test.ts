import { describe, expect, test } from 'vitest';
import { bandOf } from './bands.ts';
import { pointAt, rowsOf, ticksTo } from './rows.ts';

const line = (key: string, points: readonly (readonly [number, number])[]) => ({ key, points: points.map(([u, v]) => bandOf(u, [v])) });

describe('rows', () => {
  test('only update 0: one row, drawn as a dot', () => {
    const rows = rowsOf([line('train', [[0, 0.5]])]);
    expect(rows).toEqual([{ update: 0, cells: { train: { mean: 0.5, band: [0.5, 0.5], own: true, alone: true } } }]);
    expect(rowsOf([])).toEqual([]);
  });
  test('a sparse line is joined through the rows of a dense one, and says which points are its own', () => {
    const dense = line(
      'train',
      [0, 1, 2, 3, 4].map((u) => [u, 0.5] as const),
    );
    const rows = rowsOf([
      dense,
      line('real', [
        [0, 0],
        [4, 1],
      ]),
    ]);
    expect(rows.map((r) => r.cells.real?.mean)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(rows.map((r) => r.cells.real?.own)).toEqual([true, false, false, false, true]);
  });
  test('nothing is drawn across a gap or after the last point', () => {
    const rows = rowsOf([
      line(
        'train',
        [0, 1, 2, 3, 4, 5, 6].map((u) => [u, 0.5] as const),
      ),
      line('real', [
        [0, 0.5],
        [2, NaN],
        [4, 0.5],
        [5, 0.5],
      ]),
    ]);
    expect(rows.map((r) => r.cells.real?.mean)).toEqual([0.5, undefined, undefined, undefined, 0.5, 0.5, undefined]);
    expect(rows[0]?.cells.real?.alone).toBe(true);
    expect(rows[4]?.cells.real?.alone).toBe(false);
  });
  test('2000 updates of three lines stay within the budget', () => {
    const long = (key: string) =>
      line(
        key,
        Array.from({ length: 2001 }, (_, u) => [u, Math.sin(u / 100)] as const),
      );
    expect(rowsOf([long('train'), long('heldout'), long('real')]).length).toBeLessThanOrEqual(300);
  });
  test('a read-out is the latest real point at or before the place', () => {
    const points = line('real', [
      [0, 0.1],
      [16, 0.2],
    ]).points;
    expect(pointAt(points, 15)?.mean).toBe(0.1);
    expect(pointAt(points, 16)?.mean).toBe(0.2);
    expect(pointAt(points, -1)).toBeNull();
  });
});

test('ticks are round and end at the last update', () => {
  expect(ticksTo(250)).toEqual([0, 50, 100, 150, 200, 250]);
  expect(ticksTo(6)).toEqual([0, 2, 4, 6]);
  expect(ticksTo(1)).toEqual([0, 1]);
  expect(ticksTo(2000)).toEqual([0, 500, 1000, 1500, 2000]);
  expect(ticksTo(0)).toEqual([0]);
  for (let max = 1; max <= 2000; max++) {
    const t = ticksTo(max);
    expect(t[0]).toBe(0);
    expect(t[t.length - 1]).toBe(max);
    expect(t.length).toBeLessThanOrEqual(8);
  }
});
