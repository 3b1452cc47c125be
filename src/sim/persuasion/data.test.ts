import { expect, test } from 'vitest';
import { ANSWER_COUNTS, DECLARED, DONATIONS, PERSUADER_COUNTS, POLICY_ACTS, TYPE_TABLES, USER_ACTS, USER_TYPES } from './data.ts';

test('columns of the JSON files are the acts we name', () => {
  for (const ids of DECLARED.policyActs) expect(ids).toEqual(POLICY_ACTS);
  for (const ids of DECLARED.userActs) expect(ids).toEqual(USER_ACTS);
});

test('tables have the shapes stated and add up', () => {
  expect(TYPE_TABLES).toHaveLength(USER_TYPES.length);
  expect(TYPE_TABLES.reduce((sum, t) => sum + t.share, 0)).toBeCloseTo(1, 3);
  for (const { response } of TYPE_TABLES) {
    expect(response).toHaveLength(POLICY_ACTS.length);
    for (const row of response) {
      expect(row).toHaveLength(USER_ACTS.length);
      expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 3);
    }
  }
  expect(ANSWER_COUNTS.map((row) => row.length)).toEqual(POLICY_ACTS.map(() => USER_ACTS.length));
  expect(PERSUADER_COUNTS.first.reduce((a, b) => a + b, 0)).toBe(300);
  expect(PERSUADER_COUNTS.afterAnswer.map((row) => row.length)).toEqual(USER_ACTS.map(() => POLICY_ACTS.length));
  expect(PERSUADER_COUNTS.afterAct.map((row) => row.length)).toEqual(POLICY_ACTS.map(() => POLICY_ACTS.length));
  expect(PERSUADER_COUNTS.byThird.map((row) => row.length)).toEqual([0, 1, 2].map(() => POLICY_ACTS.length));
  expect(DONATIONS.counts.reduce((a, b) => a + b, 0)).toBe(DONATIONS.n);
  expect(1 - DONATIONS.counts[0]! / DONATIONS.n).toBeCloseTo(DONATIONS.donatedShare, 3);
});
