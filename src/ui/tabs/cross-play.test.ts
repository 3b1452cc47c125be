import { expect, test } from 'vitest';
import type { CrossPlay } from '../../train/protocol.ts';
import { gridOf } from './cross-play.ts';

const c: CrossPlay = {
  update: 16,
  dialogues: 640,
  rows: [
    { id: 'start', label: 'Before training' },
    { id: 'single', label: 'One frozen simulator' },
  ],
  columns: [
    { id: 'real', label: 'Real users', kind: 'real' },
    { id: 'single', label: 'One frozen simulator', kind: 'train' },
    { id: 'busy', label: 'Busy', kind: 'heldout' },
    { id: 'warm', label: 'Warm', kind: 'heldout' },
  ],
  success: [
    [[0.4, 0.6], [0.3], [NaN, NaN], [0.2]],
    [[0.5], [0.9, 0.7], [0.1], []],
  ],
};

test('columns stand by kind, cells are means with the range of seeds', () => {
  const g = gridOf(c);
  expect(g.groups).toEqual([
    { label: 'Training users', columns: 1, alone: false },
    { label: 'Held-out simulators', columns: 2, alone: false },
    { label: 'Real users', columns: 1, alone: true },
  ]);
  expect(g.columns.map((x) => [x.id, x.first])).toEqual([
    ['single', false],
    ['busy', true],
    ['warm', false],
    ['real', true],
  ]);
  expect(g.rows[1]?.cells[0]).toMatchObject({ own: true, value: { mean: 0.8, lo: 0.7, hi: 0.9, seeds: 2 } });
  expect(g.rows[0]?.cells[0]?.own).toBe(false);
  expect(g.rows[0]?.cells[3]?.value.mean).toBe(0.5);
  // no dialogue of that kind
  expect(g.rows[0]?.cells[1]?.value.mean).toBeNaN();
  expect(g.rows[1]?.cells[2]?.value.seeds).toBe(0);
});
