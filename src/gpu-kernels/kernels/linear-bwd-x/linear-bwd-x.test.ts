import { describe, it } from 'vitest';
import { dot, expectGradient, referee } from '../../testing/finite-difference.ts';
import { Draw, parity } from '../../testing/parity.ts';
import { linear } from '../linear/kernel.ts';
import { linearBwdX } from './kernel.ts';

const modelOf = [2, 0, 1, 2];

function setup(rows: number, k: number, n: number, perModel: number) {
  const draw = new Draw(rows * k * n);
  const w = 3;
  const stride = w + k * n + 1;
  return { draw, dy: draw.floats(rows * n), params: draw.floats(3 * stride), scalars: { rows, k, n, stride, w, perModel } };
}

describe('linear-bwd-x', () => {
  it.each([
    [1, 1, 1, 1],
    [1, 5, 3, 1],
    [8, 16, 12, 2],
    [7, 9, 10, 2],
    [11, 66, 7, 5],
  ])('%i rows, k %i, n %i, %i rows a model', async (rows, k, n, perModel) => {
    const { dy, params, scalars } = setup(rows, k, n, perModel);
    await parity(linearBwdX, { dy, params, modelOf, dx: rows * k }, scalars, { rtol: 1e-5, atol: 1e-5 });
  });

  it('is the gradient of linear', async () => {
    const { draw, dy, params, scalars } = setup(5, 3, 4, 2);
    const { rows, k, n } = scalars;
    const x = draw.floats(rows * k);
    const forward = await referee(linear, { x, params, modelOf, res: 1, y: rows * n }, { ...scalars, b: 0, chunk: 1, yStride: 1, yOff: 0, residual: 0 });
    const dx = (await (await referee(linearBwdX, { dy, params, modelOf, dx: rows * k }, scalars)).run()).dx!;
    await expectGradient('x', x, async (at) => dot(dy, (await forward.run({ x: at })).y!), dx);
  });
});
