import { expect, test } from 'vitest';
import { Series } from '../store/series.ts';
import { endRows } from '../lab/ends.ts';
import { TRAIN_END, TRAIN_POINTS, trackEnds } from './ends.ts';

test('the list of runs and the lab’s table say the same number', () => {
  const points = Array.from({ length: 20 }, (_, update) => ({
    update,
    values: { 'success.train': [update / 20, update / 40], 'success.heldout': update % 4 === 0 ? [0.2 + update / 100, 0.4] : [NaN, NaN], 'policy.entropy': [2 - update / 20, 1] },
  }));
  const ends = trackEnds();
  ends.add(points.slice(0, 3));
  const last = ends.add(points.slice(3));
  const series = new Series();
  series.add(points.map(({ update, values }) => ({ update, values: Object.fromEntries(Object.entries(values).filter(([, v]) => v.every(Number.isFinite))) })));
  const row = endRows(series).at(-1);
  expect(last[TRAIN_END]).toBeCloseTo(row.cells[0]!.mean, 12);
  expect(last[TRAIN_POINTS]).toBe(8);
  expect(last['success.heldout']).toBeCloseTo(row.cells[1]!.mean, 12);
  expect(last['policy.entropy']).toBeCloseTo(row.cells[3]!.mean, 12);
});
