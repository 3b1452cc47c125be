import { expect, test } from 'vitest';
import { Series } from '../store/series.ts';
import { layers, listed, sharesOf } from './users.ts';

function series(n: number): Series {
  const s = new Series();
  for (let update = 0; update < n; update++) s.add([{ update, values: { 'sim.profile.warm': [0.2, 0.4], 'sim.profile.busy': [0.8, 0.6] } }]);
  return s;
}

test('shares of types, mean over seeds', () => {
  const s = sharesOf(series(2), ['warm', 'busy']);
  expect(s.updates).toEqual([0, 1]);
  expect(s.shares.map((x) => Number(x[0]?.toFixed(6)))).toEqual([0.3, 0.7]);
  expect(sharesOf(new Series(), ['warm'])).toEqual({ updates: [], shares: [[]] });
});
test('a long run is thinned and keeps its last update', () => {
  const s = sharesOf(series(1001), ['warm', 'busy'], 100);
  expect(s.updates.length).toBeLessThanOrEqual(102);
  expect(s.updates.at(-1)).toBe(1000);
});
test('layers lie on each other', () => {
  expect(
    layers({
      updates: [0, 2],
      shares: [
        [0.25, 0.5],
        [0.75, 0.5],
      ],
    }),
  ).toEqual(['0,0.75 2,0.5 2,1 0,1', '0,0 2,0 2,0.5 0,0.75']);
});
test('a table lists some, first and last among them', () => {
  const s = sharesOf(series(100), ['warm', 'busy']);
  expect(listed(s, 3)).toEqual([0, 50, 99]);
  expect(listed(sharesOf(series(1), ['warm', 'busy']))).toEqual([0]);
});
