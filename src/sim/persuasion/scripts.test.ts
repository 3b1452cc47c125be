import { expect, test } from 'vitest';
import { POLICY_ACTS } from './data.ts';
import { buildPersuasion } from './scenario.ts';
import { bestScripts, crossTable, exploitTrie, goodScripts, playScript } from './scripts.ts';

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

test('the trie of exploits holds exactly the prefixes of the scripts that are good enough', () => {
  const short = { ...scenario, maxTurns: 5 };
  const N = POLICY_ACTS.length;
  const good = goodScripts(short, 2, 0.9);
  expect(good.length).toBeGreaterThan(bestScripts(short, 2).length);
  const prefixes = new Set(good.flatMap((g) => g.map((_, i) => g.slice(0, i + 1).join())));
  const trie = exploitTrie(short, 2, 0.9);
  const walk = (node: number, script: readonly number[], over: boolean): void => {
    for (let act = 0; act < N; act++) {
      const next = trie[node * N + act]!;
      const longer = [...script, act];
      // behind a finished script everything is inside
      expect(next > 0, longer.join()).toBe(over || prefixes.has(longer.join()));
      if (next > 0 && !over && longer.length < 5)
        walk(
          next,
          longer,
          good.some((g) => g.join() === longer.join()),
        );
    }
  };
  walk(1, [], false);
});
