import { expect, test } from 'vitest';
import { POLICY_ACTS } from './data.ts';
import { buildPersuasion } from './scenario.ts';
import { bestScripts, crossTable, playScript } from './scripts.ts';

const scenario = buildPersuasion();

test('each type has an exploit of several steps that always works with it and hardly with others', () => {
  const table = crossTable(scenario);
  table.forEach((row, i) =>
    row.forEach((success, j) => {
      if (i === j) expect(success).toBeGreaterThan(0.95);
      else expect(success).toBeLessThan(0.35);
    }),
  );
});

test('no script of fewer than three turns succeeds with anybody', () => {
  const acts = POLICY_ACTS.map((_, a) => a);
  for (const a of acts)
    for (const b of acts)
      for (let z = 0; z < 4; z++) {
        const short = { ...scenario, maxTurns: 2 };
        expect(playScript(short, [a, b], z).success).toBe(0);
      }
});

test('the dynamic program finds what brute force finds', () => {
  const short = { ...scenario, maxTurns: 4 };
  const N = POLICY_ACTS.length;
  for (let z = 0; z < 4; z++) {
    let best = 0;
    for (let code = 0; code < N ** 4; code++) best = Math.max(best, playScript(short, [code % N, Math.floor(code / N) % N, Math.floor(code / N ** 2) % N, Math.floor(code / N ** 3)], z).reward);
    const found = bestScripts(short, z);
    expect(found.length).toBeGreaterThan(0);
    for (const script of found) expect(playScript(short, script, z).reward).toBeCloseTo(best, 9);
  }
});
