import { expect, test } from 'vitest';
import { Series } from '../store/series.ts';
import { endRows, panelRows } from './ends.ts';

test('before training, best held-out and last', () => {
  const s = new Series();
  expect(endRows(s)).toEqual([]);
  s.add([{ update: 0, values: { 'success.train': [0.4], 'success.heldout': [0.3], 'success.real': [0.35], 'policy.entropy': [2], 'success.heldout.h1': [0.2] } }]);
  expect(endRows(s).map((r) => r.kind)).toEqual(['start']);
  s.add([
    { update: 8, values: { 'success.train': [0.8], 'success.heldout': [0.5], 'success.real': [0.45], 'policy.entropy': [1], 'success.heldout.h1': [0.1] } },
    { update: 16, values: { 'success.train': [0.9], 'success.heldout': [0.2], 'success.real': [0.4], 'policy.entropy': [0.5] } },
    { update: 17, values: { 'success.train': [0.95], 'policy.entropy': [0.4] } },
  ]);
  const rows = endRows(s);
  expect(rows.map((r) => [r.kind, r.update])).toEqual([
    ['start', 0],
    ['best', 8],
    ['last', 17],
  ]);
  // training success: the mean of the last updates, here of all four
  expect(rows[1]?.cells[0]?.mean).toBeCloseTo((0.4 + 0.8) / 2);
  expect(rows[2]?.cells.map((c) => c?.mean)).toEqual([(0.4 + 0.8 + 0.9 + 0.95) / 4, 0.2, 0.4, 0.4]);
  expect(panelRows(s).map((p) => [p.name, p.base?.mean, p.now?.mean])).toEqual([['h1', 0.2, 0.1]]);
});
