import { expect, test } from 'vitest';
import { buildPersuasion } from '../../../sim/persuasion/scenario.ts';
import type { Play } from './persuade.ts';
import { meet, say } from './persuade.ts';

const scenario = buildPersuasion();
const acts = (n: number): number[] => Array.from({ length: scenario.maxTurns }, (_, t) => (n + 3 * t) % scenario.policyActs.length);
const played = (stranger: number, script: readonly number[], profile?: number): Play => script.reduce((play, act) => say(scenario, play, act), meet(scenario, stranger, profile));

test('whoever meets a stranger meets the same one, who answers the same acts alike', () => {
  for (let n = 1; n <= 20; n++) expect(played(n, acts(n))).toEqual(played(n, acts(n)));
});

test('all types come among the first five strangers', () => {
  expect(new Set([1, 2, 3, 4, 5].map((n) => meet(scenario, n).profile)).size).toBe(scenario.profiles.length);
});

test('strangers differ: all types come, about as often as among real users', () => {
  const N = 2000;
  const count = scenario.profiles.map(() => 0);
  for (let n = 1; n <= N; n++) count[meet(scenario, n).profile]!++;
  count.forEach((c, p) => expect(Math.abs(c / N - scenario.realUsers.prior[p]!)).toBeLessThan(0.05));
  expect(new Set(Array.from({ length: 20 }, (_, i) => JSON.stringify(played(i + 1, acts(0), 0).said.map((s) => s.answer)))).size).toBeGreaterThan(10);
});

test('a fixed profile stays, and every dialogue ends', () => {
  for (let n = 1; n <= 50; n++) {
    const play = played(n, acts(n), 2);
    expect(play.profile).toBe(2);
    expect(play.end).not.toBeNull();
    expect(play.end!.reward).toBeGreaterThanOrEqual(0);
  }
});
