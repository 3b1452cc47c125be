import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { strategyRows, strategyStats } from './kernel.ts';

// two acts (tokens 5 and 6), slots [other, act, other, act]; the trie of the one script 5, 6
const next = [0, 0, /* start */ 2, 0, /* after 5 */ 0, 3, /* done */ 3, 3];
const s = { rows: 8, slots: 4, perSeed: 4, firstSlot: 1, stride: 2, lo: 5, acts: 2 };
/** acts of a row with junk around them and behind the end */
const row = (a: number, b: number): number[] => [9, a, 7, b];
const tokens = [row(5, 6), row(5, 5), row(5, 6), row(6, 6), row(5, 5), row(5, 6), row(5, 6), row(5, 6)].flat();
const turns = [2, 2, 2, 2, 1, 1, 2, 2];
const outcome = turns.flatMap((t) => [0, 0, t]);

describe('strategies', () => {
  it('counts equal sequences up to their end, within a seed', async () => {
    const { perRow } = await parity(strategyRows, { tokens, outcome, next, perRow: 16 }, s);
    // in the second seed rows 0 and 1 end after their first act, which is the same; what stands behind does not count
    expect(Array.from(perRow).filter((_, i) => i % 2 === 0)).toEqual([0.5, 0.25, 0.5, 0.25, 0.5, 0.5, 0.5, 0.5]);
    // a dialogue cut short can still be on its way to the script
    expect(Array.from(perRow).filter((_, i) => i % 2 === 1)).toEqual([1, 0, 1, 0, 1, 1, 1, 1]);
  });

  it('entropy, mode mass and share, by hand', async () => {
    const { perRow } = await parity(strategyRows, { tokens, outcome, next, perRow: 16 }, s);
    const { stats } = await parity(strategyStats, { perRow, stats: 6 }, { seeds: 2, perSeed: 4 });
    const h = -(0.5 * Math.log(0.5) + 2 * 0.25 * Math.log(0.25));
    [h, 0.5, 0.5, Math.log(2), 0.5, 1].forEach((v, i) => expect(stats[i]).toBeCloseTo(v, 6));
  });

  it('many rows', async () => {
    const draw = new Draw(3);
    const big = { rows: 300, slots: 9, perSeed: 100, firstSlot: 2, stride: 3, lo: 0, acts: 2 };
    const t = draw.ints(300 * 9, 2);
    const o = Array.from({ length: 900 }, (_, i) => (i % 3 === 2 ? 1 + draw.ints(1, 2)[0]! : 0));
    const { perRow } = await parity(strategyRows, { tokens: t, outcome: o, next, perRow: 600 }, big);
    await parity(strategyStats, { perRow, stats: 9 }, { seeds: 3, perSeed: 100 });
  });
});
