import { expect, test } from 'vitest';
import type { Transcript } from '../../train/protocol.ts';
import { addTranscripts, MAX_TRANSCRIPTS } from './run.ts';
import { Series } from './series.ts';

test('points are kept in order, a repeated one replaces, a late one finds its place', () => {
  const s = new Series();
  expect(s.empty).toBe(true);
  s.add([
    { update: 0, values: { a: [1] } },
    { update: 2, values: { a: [3] } },
  ]);
  s.add([
    { update: 2, values: { a: [4], b: [9] } },
    { update: 1, values: { a: [2] } },
  ]);
  expect(s.get('a')).toEqual({ updates: [0, 1, 2], values: [[1], [2], [4]] });
  expect(s.get('b')?.updates).toEqual([2]);
  expect(s.get('c')).toBeUndefined();
});

test('dialogues that come again are kept once', () => {
  const kept: Transcript[] = [];
  const at = (update: number, against: string, profile: number): Transcript => ({ update, seed: 1, against, profile, turns: [], reward: 0 });
  addTranscripts(kept, [at(0, 'train', 0), at(0, 'train', 1)]);
  addTranscripts(kept, [at(0, 'train', 0), at(0, 'train', 1), at(1, 'real', 2)]);
  expect(kept.map((t) => t.profile)).toEqual([0, 1, 2]);
});

test('the dialogues of a long run are bounded; those from before training and the newest stay', () => {
  const kept: Transcript[] = [];
  const at = (update: number): Transcript => ({ update, seed: 1, against: 'train', profile: 0, turns: [], reward: 0 });
  for (let u = 0; u < 500; u++)
    addTranscripts(
      kept,
      Array.from({ length: 12 }, () => at(u)),
    );
  expect(kept.length).toBe(MAX_TRANSCRIPTS);
  expect(kept.filter((t) => t.update === 0)).toHaveLength(12);
  expect(kept[kept.length - 1]?.update).toBe(499);
});
