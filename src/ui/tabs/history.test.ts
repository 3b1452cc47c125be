import { expect, test } from 'vitest';
import { answered, firstDraft, historyOf, MAX_EXCHANGES, takeBack } from './history.ts';

test('without acts the profile itself is asked for', () => {
  expect(historyOf({ ...firstDraft, profile: 2, act: 5 })).toEqual({ profile: 2, acts: [], answers: [] });
});
test('built exchange by exchange, the last act is the one to be answered', () => {
  let d = { ...firstDraft, about: 'answer' as const, act: 9 };
  expect(historyOf(d)).toEqual({ profile: 0, acts: [9], answers: [] });
  d = { ...d, ...answered(d, 3), act: 0, about: 'answer' as const };
  expect(historyOf(d)).toEqual({ profile: 0, acts: [9, 0], answers: [3] });
  expect(historyOf({ ...d, ...takeBack(d), about: 'answer' })).toEqual({ profile: 0, acts: [9], answers: [] });
  expect(takeBack(firstDraft)).toBe(firstDraft);
});
test('at most three exchanges', () => {
  let d = answered(firstDraft, 0);
  for (let i = 0; i < 5; i++) d = answered(d, 1);
  expect(d.exchanges).toHaveLength(MAX_EXCHANGES);
});
