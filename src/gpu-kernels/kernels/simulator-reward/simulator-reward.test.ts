import { describe, expect, it } from 'vitest';
import { parity } from '../../testing/parity.ts';
import { simulatorReward } from './kernel.ts';

/** groups of four: none, one, two and all succeed; rewards below 1 for the successes */
const outcome = [0, 1, 2, 4].flatMap((wins) => [0, 1, 2, 3].flatMap((i) => (i < wins ? [0.75, 1, 3] : [0, 0, 8])));

describe('simulator-reward', () => {
  it.each([
    [0, 'adversarial', (r: number) => 1 - r],
    [2, 'shared', (r: number) => r],
  ] as const)('kind %i, %s', async (kind, _, paid) => {
    const { simOutcome } = await parity(simulatorReward, { outcome, simOutcome: outcome.length }, { groups: 4, size: 4, kind });
    expect(Array.from(simOutcome)).toEqual(outcome.map((v, i) => (i % 3 === 0 ? paid(v) : v)));
  });

  it('curriculum pays most where half of the group succeeds, and the whole group alike', async () => {
    const { simOutcome } = await parity(simulatorReward, { outcome, simOutcome: outcome.length }, { groups: 4, size: 4, kind: 1 });
    const paid = [0, 1, 2, 3].map((g) => simOutcome[g * 12]!);
    expect(paid[2]).toBe(1);
    expect(paid[0]).toBeCloseTo(Math.exp(-(0.25 ** 2) / 0.02), 6);
    expect(paid[1]).toBeCloseTo(Math.exp(-(0.0625 ** 2) / 0.02), 6);
    expect(paid[3]).toBe(paid[0]);
    for (let r = 0; r < 16; r++) expect(simOutcome[r * 3]).toBe(paid[Math.floor(r / 4)]);
  });

  it('odd sizes', async () => {
    await parity(simulatorReward, { outcome: outcome.slice(0, 45), simOutcome: 45 }, { groups: 5, size: 3, kind: 1 });
    await parity(simulatorReward, { outcome: outcome.slice(0, 3), simOutcome: 3 }, { groups: 1, size: 1, kind: 1 });
  });
});
