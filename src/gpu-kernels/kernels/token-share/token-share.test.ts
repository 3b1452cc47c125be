import { describe, expect, it } from 'vitest';
import { parity } from '../../testing/parity.ts';
import { tokenShare } from './kernel.ts';

describe('token-share', () => {
  it('counts each model by itself, and only the slot asked for', async () => {
    const tokens = [7, 20, 7, 21, 7, 20, 7, 22, 20, 21, 20, 21, 20, 9, 20, 21]; // 8 rows of 2 slots, 2 models
    const { y } = await parity(tokenShare, { tokens, y: 6 }, { models: 2, rowsPerModel: 4, slots: 2, slot: 1, lo: 20, n: 3 });
    expect(Array.from(y)).toEqual([0.5, 0.25, 0.25, 0, 0.75, 0]);
  });
});
