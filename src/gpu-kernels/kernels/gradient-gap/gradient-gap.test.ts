import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { biasBound, GAP_CHUNK, gradientGap } from './kernel.ts';

describe('gradient-gap', () => {
  it.each([7, GAP_CHUNK, 2 * GAP_CHUNK + 5])('sums the product of the halves’ differences over %i parameters', async (size) => {
    const seeds = 3;
    const chunks = Math.ceil(size / GAP_CHUNK);
    const draw = new Draw(size);
    const [a, b] = [draw.floats(2 * seeds * size), draw.floats(2 * seeds * size)];
    const { partial } = await parity(gradientGap, { a, b, partial: seeds * chunks }, { seeds, size, chunks }, { atol: 1e-3 });
    for (let m = 0; m < seeds; m++) {
      let wanted = 0;
      for (let i = 0; i < size; i++) {
        const [f, g] = [2 * m * size + i, (2 * m + 1) * size + i];
        wanted += (a[f]! - b[f]!) * (a[g]! - b[g]!);
      }
      expect(Array.from(partial.subarray(m * chunks, (m + 1) * chunks)).reduce((x, y) => x + y, 0)).toBeCloseTo(wanted, 2);
    }
  });

  it('bias, bound and the largest score norm', async () => {
    const { out } = await parity(biasBound, { gap: [4, -1], scores: [1, 9, 4, 0, 16, 2, 25, 1], error: [0, 0.5, 0, 0.1], out: 6 }, { seeds: 2, passes: 2, cols: 2, col: 1, scale: 2.25, rMax: 1 });
    // seed 0: scores 1, 9, 16, 2; seed 1: 4, 0, 25, 1
    [3, 2 * 4 * 0.5, 4, 0, 2 * 5 * 0.1, 5].forEach((v, i) => expect(out[i]).toBeCloseTo(v, 5));
  });
});
