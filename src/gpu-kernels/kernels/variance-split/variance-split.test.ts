import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { varianceSplit } from './kernel.ts';

describe('variance-split', () => {
  it('by hand: only the user varies, only the policy varies, nothing varies', async () => {
    // two policy draws i, two user draws j, rows (j, i), two columns of which the first counts
    const cells = [0, 0, 1, 1, /**/ 0, 1, 0, 1, /**/ 0.5, 0.5, 0.5, 0.5];
    const { split } = await parity(varianceSplit, { x: cells.flatMap((v) => [v, 9]), split: 9 }, { seeds: 3, draws: 2, repeats: 2, cols: 2 });
    // user: sample variance of {0, 1} = 1/2; the means are equal, so the policy's estimate is -1/4 before it is called nothing in the share
    [0.5, -0.25, 1, 0, 0.5, 0, 0, 0, 0].forEach((v, i) => expect(split[i]).toBeCloseTo(v, 6));
  });

  it('is unbiased: R = a policy part + a user part of known variances', async () => {
    const draws = 40;
    const repeats = 25;
    const seeds = 60;
    const draw = new Draw(5);
    const x = new Float32Array(seeds * repeats * draws);
    for (let m = 0; m < seeds; m++) {
      const policy = draw.floats(draws, 0, 1);
      for (let j = 0; j < repeats; j++) for (let i = 0; i < draws; i++) x[(m * repeats + j) * draws + i] = policy[i]! + 2 * draw.floats(1, 0, 1)[0]!;
    }
    const { split } = await parity(varianceSplit, { x, split: seeds * 3 }, { seeds, draws, repeats, cols: 1 }, { atol: 1e-5 });
    const mean = (c: number): number => Array.from({ length: seeds }, (_, m) => split[m * 3 + c]!).reduce((a, b) => a + b, 0) / seeds;
    // uniform on [0, 1) has variance 1/12; standard errors are about .002 for both parts
    expect(Math.abs(mean(0) - 4 / 12)).toBeLessThan(0.008);
    expect(Math.abs(mean(1) - 1 / 12)).toBeLessThan(0.008);
  });
});
