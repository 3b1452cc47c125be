import { describe, expect, it } from 'vitest';
import { parity } from '../../testing/parity.ts';
import { ring } from './kernel.ts';

describe('ring', () => {
  it.each([
    [0, 0],
    [6, 2],
    [4000000003, 3],
  ])('update %i goes to row %i of 4', async (clock, row) => {
    const { ring: out } = await parity(ring, { values: [1, 2, 3], clock: [clock], ring: new Float32Array(2 + 4 * 5).fill(9) }, { n: 3, base: 2, offset: 1, width: 5, size: 4 });
    const wanted = new Float32Array(22).fill(9);
    wanted.set([1, 2, 3], 2 + row * 5 + 1);
    expect(out).toEqual(wanted);
  });
});
