import { expect, test } from 'vitest';
import type { Series } from '../../train/series.ts';
import { endsOf } from './ends.ts';

const curve = (values: number[][], update = values.map((_, i) => i)) => ({ update, values });
/** seed 0 rises 0, 1, ... 19; seed 1 falls from 19 */
const training = curve(Array.from({ length: 20 }, (_, i) => [i, 19 - i]));

test('a training curve is read as means of eight updates, an evaluation as it is', () => {
  const series: Series = {
    'success.train': training,
    'success.heldout': curve(
      [
        [0.1, 0.5],
        [0.9, 0.4],
        [0.3, 0.6],
      ],
      [0, 10, 20],
    ),
    'success.heldout.warm-1': curve([[1, 1]], [0]),
    loss: training,
    'sim.eta': training,
  };
  const { ends, course } = endsOf(series);
  expect(Object.keys(ends)).toEqual(['success.train', 'success.heldout', 'success.heldout.warm-1']);
  expect(ends['success.train']).toEqual({ start: [0, 19], best: [15.5, 15.5], bestAt: [19, 7], peakAt: 7, peak: [3.5, 15.5], end: [15.5, 3.5] });
  expect(ends['success.heldout']).toEqual({ start: [0.1, 0.5], best: [0.9, 0.6], bestAt: [10, 20], peakAt: 10, peak: [0.9, 0.4], end: [0.3, 0.6] });
  expect(course).toEqual({ 'sim.eta': { first: [0, 19], mean: [9.5, 9.5], last: [15.5, 3.5] } });
});

test('a run of fewer than eight updates has the mean of them all', () => {
  expect(endsOf({ 'policy.entropy': curve([[1], [2], [6]]) }).ends['policy.entropy']).toEqual({ start: [1], best: [3], bestAt: [2], peakAt: 2, peak: [3], end: [3] });
});

test('six digits are kept', () => {
  expect(endsOf({ 'success.real': curve([[1 / 3]], [0]) }).ends['success.real']!.end).toEqual([0.333333]);
});
