import { describe, expect, it } from 'vitest';
import { Draw, expectClose, parity } from '../../testing/parity.ts';
import { attention } from './kernel.ts';

const close = { rtol: 1e-5, atol: 3e-6 };

describe('attention', () => {
  it.each([
    { rows: 1, chunk: 1, pos0: 0, ctx: 1, d: 1, heads: 1 },
    { rows: 2, chunk: 5, pos0: 0, ctx: 5, d: 12, heads: 4 },
    { rows: 3, chunk: 2, pos0: 4, ctx: 9, d: 10, heads: 2 },
    { rows: 2, chunk: 1, pos0: 6, ctx: 7, d: 40, heads: 8 },
    { rows: 1, chunk: 20, pos0: 3, ctx: 23, d: 33, heads: 1 },
    { rows: 5, chunk: 3, pos0: 1, ctx: 4, d: 9, heads: 3 },
  ])('$rows rows, $chunk queries from $pos0 of $ctx, d $d, $heads heads', async (s) => {
    const draw = new Draw(s.d);
    const n = s.rows * s.chunk;
    const qkv = draw.floats(s.rows * s.ctx * 3 * s.d, -2, 2);
    await parity(attention, { qkv, out: n * s.d, lse: n * s.heads }, s, close);
  });

  it('gives the value itself when there is one key, the mean when all keys are equal, and survives large scores', async () => {
    const d = 4;
    const ctx = 3;
    const draw = new Draw(1);
    const qkv = draw.floats(ctx * 3 * d);
    for (let t = 0; t < ctx; t++) qkv.fill(200, t * 3 * d, t * 3 * d + 2 * d); // scores of 80,000: exp of any of them overflows
    const { out } = await parity(attention, { qkv, out: ctx * d, lse: ctx * 2 }, { rows: 1, chunk: ctx, pos0: 0, ctx, d, heads: 2 }, close);
    const v = (t: number, i: number) => qkv[t * 3 * d + 2 * d + i]!;
    expectClose(
      out.slice(0, d),
      [0, 1, 2, 3].map((i) => v(0, i)),
      'first row',
    );
    expectClose(
      out.slice(2 * d),
      [0, 1, 2, 3].map((i) => (v(0, i) + v(1, i) + v(2, i)) / 3),
      'third row',
    );
    expect(out.every(Number.isFinite)).toBe(true);
  });
});
