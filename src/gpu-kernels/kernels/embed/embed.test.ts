import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { embed } from './kernel.ts';

describe('embed', () => {
  // rows, chunk, pos0, d, perModel; the last block of the third case is short
  it.each([
    [1, 1, 0, 1, 1],
    [6, 3, 2, 5, 2],
    [7, 2, 3, 8, 3],
  ])('rows %i, chunk %i from %i, d %i, %i rows a model', async (rows, chunk, pos0, d, perModel) => {
    const draw = new Draw(rows);
    const ctx = pos0 + chunk;
    const slots = ctx + 1;
    const vocab = 6;
    const wte = 3;
    const wpe = wte + vocab * d;
    const stride = wpe + ctx * d + 2;
    const tokens = draw.ints(rows * slots, vocab);
    const positions = Uint32Array.from({ length: ctx * 4 }, (_, i) => (i % 4 === 0 ? (i / 4) * 1 + 1 : 99)); // input slot = position + 1
    const params = draw.floats(3 * stride);
    const modelOf = [2, 0, 1];
    const { x } = await parity(embed, { tokens, positions, params, modelOf, x: rows * chunk * d }, { rows, chunk, pos0, slots, d, stride, wte, wpe, perModel }, { rtol: 0, atol: 0 });
    const r = rows - 1;
    const c = chunk - 1;
    const model = modelOf[Math.floor(r / perModel)]! * stride;
    const token = tokens[r * slots + pos0 + c + 1]!;
    expect(x[(r * chunk + c) * d + d - 1]).toBe(Math.fround(params[model + wte + token * d + d - 1]! + params[model + wpe + (pos0 + c) * d + d - 1]!));
  });
});
