import { describe, expect, it } from 'vitest';
import { dot, expectGradient, referee } from '../../testing/finite-difference.ts';
import { Draw, parity } from '../../testing/parity.ts';
import { linear } from '../linear/kernel.ts';
import { linearBwdW } from './kernel.ts';

function setup(models: number, rowsPerModel: number, k: number, n: number, zeroFrom: number, zeroTo: number) {
  const draw = new Draw(models + k * n);
  const w = 1;
  const b = w + k * n + 2;
  const stride = b + n + 1;
  const rows = models * rowsPerModel;
  return { draw, rows, x: draw.floats(rows * k), dy: draw.floats(rows * n), dirty: draw.floats(models * stride), scalars: { models, rowsPerModel, k, n, stride, w, b, zeroFrom, zeroTo } };
}

describe('linear-bwd-w', () => {
  it.each([
    [1, 1, 1, 1, 0, 0],
    [3, 2, 5, 7, 0, 0],
    [2, 9, 8, 12, 4, 8],
    [1, 150, 6, 66, 22, 44],
  ])('%i models, %i rows each, k %i, n %i, zero bias %i..%i', async (models, rowsPerModel, k, n, zeroFrom, zeroTo) => {
    const { x, dy, dirty, scalars } = setup(models, rowsPerModel, k, n, zeroFrom, zeroTo);
    const { grads } = await parity(linearBwdW, { x, dy, grads: dirty }, scalars, { rtol: 1e-5, atol: 2e-5 });
    for (let j = zeroFrom; j < zeroTo; j++) expect(grads[scalars.b + j]).toBe(0);
    expect(grads[0]).toBe(dirty[0]); // outside the two tensors nothing is touched
  });

  it('is the gradient of linear', async () => {
    const { draw, rows, x, dy, scalars } = setup(2, 3, 3, 5, 0, 0);
    const { models, rowsPerModel, k, n, stride } = scalars;
    const params = draw.floats(models * stride);
    const shape = { rows, chunk: 1, k, n, stride, w: scalars.w, b: scalars.b, perModel: rowsPerModel, yStride: 1, yOff: 0, residual: 0 };
    const forward = await referee(linear, { x, params, modelOf: [0, 1], res: 1, y: rows * n }, shape);
    const grads = (await (await referee(linearBwdW, { x, dy, grads: models * stride }, scalars)).run()).grads!;
    await expectGradient('params', params, async (at) => dot(dy, (await forward.run({ params: at })).y!), grads);
  });
});
