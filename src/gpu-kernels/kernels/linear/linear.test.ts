import { describe, expect, it } from 'vitest';
import { Draw, expectClose, parity } from '../../testing/parity.ts';
import { linear } from './kernel.ts';

const modelOf = [2, 0, 1, 2];

describe('linear', () => {
  // the shapes meet every edge of the 4x4 tile: one row, one column, n and k not multiples of 4, a short last block, output placed inside a longer cache
  it.each([
    { rows: 1, chunk: 1, k: 1, n: 1, perModel: 1, yStride: 1, yOff: 0, residual: 0 },
    { rows: 1, chunk: 1, k: 3, n: 7, perModel: 1, yStride: 1, yOff: 0, residual: 1 },
    { rows: 8, chunk: 1, k: 16, n: 12, perModel: 2, yStride: 1, yOff: 0, residual: 1 },
    { rows: 7, chunk: 3, k: 10, n: 9, perModel: 2, yStride: 3, yOff: 0, residual: 0 },
    { rows: 6, chunk: 2, k: 6, n: 5, perModel: 3, yStride: 7, yOff: 4, residual: 1 },
    { rows: 5, chunk: 1, k: 33, n: 65, perModel: 5, yStride: 3, yOff: 2, residual: 0 },
  ])('$rows x $chunk rows, $k -> $n, $perModel rows a model, placed at $yOff of $yStride, residual $residual', async (s) => {
    const { rows, chunk, k, n, perModel, yStride, yOff } = s;
    const draw = new Draw(k * n);
    const w = 2;
    const b = w + k * n + 1;
    const stride = b + n;
    const params = draw.floats(3 * stride);
    const x = draw.floats(rows * chunk * k);
    const res = draw.floats(rows * yStride * n);
    const before = draw.floats(rows * yStride * n); // what lies outside the chunk must stay
    const { y } = await parity(linear, { x, params, modelOf, res, y: before }, { ...s, stride, w, b }, { rtol: 1e-5, atol: 1e-5 });
    const wanted = Float64Array.from(before);
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < chunk; c++)
        for (let j = 0; j < n; j++) {
          const base = modelOf[Math.floor(r / perModel)]! * stride;
          const o = (r * yStride + yOff + c) * n + j;
          let sum = params[base + b + j]! + (s.residual ? res[o]! : 0);
          for (let i = 0; i < k; i++) sum += x[(r * chunk + c) * k + i]! * params[base + w + i * n + j]!;
          wanted[o] = sum;
        }
    expectClose(y, wanted, 'y', { rtol: 1e-5, atol: 1e-5 });
    expect(y.length).toBe(wanted.length);
  });
});
