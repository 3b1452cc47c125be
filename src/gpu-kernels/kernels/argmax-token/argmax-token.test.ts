import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { argmaxToken } from './kernel.ts';

describe('argmax-token', () => {
  it.each([
    { rows: 1, vocab: 1, lo: 0, hi: 1 },
    { rows: 70, vocab: 33, lo: 5, hi: 33 },
    { rows: 9, vocab: 7, lo: 3, hi: 4 },
  ])('%o', async (shape) => {
    const draw = new Draw(shape.rows);
    const s = { ...shape, slots: 3, slot: 1 };
    const logits = draw.floats(s.rows * s.vocab, -2, 2);
    const before = draw.ints(s.rows * s.slots, 99);
    const { tokens } = await parity(argmaxToken, { logits, tokens: before }, s);
    for (let r = 0; r < s.rows; r++) {
      const range = [...logits.slice(r * s.vocab + s.lo, r * s.vocab + s.hi)];
      expect(tokens[r * s.slots + 1]).toBe(s.lo + range.indexOf(Math.max(...range)));
      expect(tokens[r * s.slots]).toBe(before[r * s.slots]);
      expect(tokens[r * s.slots + 2]).toBe(before[r * s.slots + 2]);
    }
  });

  it('takes the lowest of equals and never looks outside the range', async () => {
    const { tokens } = await parity(argmaxToken, { logits: [9, 1, 3, 3, 9], tokens: 1 }, { rows: 1, vocab: 5, lo: 1, hi: 4, slots: 1, slot: 0 });
    expect(tokens[0]).toBe(2);
  });
});
