import { describe, expect, it } from 'vitest';
import { Draw, expectClose, parity } from '../../testing/parity.ts';
import { groupAdvantage } from './kernel.ts';

/** groups of all kinds: mixed, all failed, all succeeded alike, all succeeded at different turns */
function outcomes(groups: number, size: number): Float32Array {
  const draw = new Draw(groups * size);
  return Float32Array.from(
    Array.from({ length: groups * size }, (_, r) => {
      const kind = Math.floor(r / size) % 4;
      const success = kind === 0 ? draw.ints(1, 2)[0]! : kind === 1 ? 0 : 1;
      const turns = kind === 0 || kind === 3 ? 1 + draw.ints(1, 8)[0]! : 5;
      return [success * Math.fround(0.97 ** turns), success, turns];
    }).flat(),
  );
}

describe('group-advantage', () => {
  it.each([
    [1, 1, 0],
    [7, 8, 0],
    [70, 5, 0],
    [8, 8, 1],
    [8, 8, 2],
  ])('%i groups of %i, kind %i', async (groups, size, kind) => {
    const outcome = outcomes(groups, size);
    await parity(groupAdvantage, { outcome, advantage: groups * size, groupStats: groups * 6 }, { groups, size, kind }, { rtol: 1e-4, atol: 1e-5 });
  });

  it('normalises, and flags groups that teach nothing', async () => {
    const outcome = [0, 0, 10, 1, 1, 4, ...[0.7, 1, 3, 0.7, 1, 3], ...[0, 0, 9, 0, 0, 9]];
    const { advantage, groupStats } = await parity(groupAdvantage, { outcome, advantage: 6, groupStats: 18 }, { groups: 3, size: 2, kind: 0 });
    expectClose(advantage, [-1, 1, 0, 0, 0, 0], 'advantage');
    expectClose(groupStats, [0.5, 0.5, 0, 0, 0, 7, 0.7, 1, 1, 1, 0, 3, 0, 0, 1, 0, 1, 9], 'stats');
    expect([...advantage.slice(2)]).toEqual([0, 0, 0, 0]);
  });
});
