import { describe, it } from 'vitest';
import { dot, expectGradient, referee } from '../../testing/finite-difference.ts';
import { Draw, parity } from '../../testing/parity.ts';
import { layerNorm } from '../layer-norm/kernel.ts';
import { layerNormBwdW, layerNormBwdX } from './kernel.ts';

const eps = 1e-5;

async function setup(models: number, rowsPerModel: number, d: number) {
  const draw = new Draw(d);
  const rows = models * rowsPerModel;
  const stride = 2 * d + 2;
  const x = draw.floats(rows * d);
  const dy = draw.floats(rows * d);
  const before = draw.floats(rows * d);
  const params = draw.floats(models * stride);
  const modelOf = Array.from({ length: models }, (_, i) => i);
  const scalars = { rows, models, rowsPerModel, perModel: rowsPerModel, d, eps, stride, gamma: 1, beta: d + 1, add: 1 };
  const forward = await referee(layerNorm, { x, params, modelOf, y: rows * d, stats: rows * 2 }, scalars);
  const stats = (await forward.run()).stats!;
  return { x, dy, before, params, modelOf, scalars, forward, stats };
}

describe('layer-norm-bwd', () => {
  it.each([
    [1, 1, 1],
    [3, 1, 7],
    [2, 9, 12],
    [1, 70, 5],
  ])('%i models, %i rows each, d %i', async (models, rowsPerModel, d) => {
    const { x, dy, before, params, modelOf, scalars, stats } = await setup(models, rowsPerModel, d);
    const close = { rtol: 1e-4, atol: 1e-5 };
    await parity(layerNormBwdX, { x, stats, params, modelOf: modelOf.reverse(), dy, dx: before }, scalars, close);
    await parity(layerNormBwdW, { x, stats, dy, grads: params }, scalars, close);
  });

  it('is the gradient of layer-norm, added to what dx holds', async () => {
    const { x, dy, before, params, modelOf, scalars, forward, stats } = await setup(2, 3, 5);
    const dx = Float64Array.from((await (await referee(layerNormBwdX, { x, stats, params, modelOf, dy, dx: before }, scalars)).run()).dx!, (v, i) => v - before[i]!);
    const grads = (await (await referee(layerNormBwdW, { x, stats, dy, grads: params.length }, scalars)).run()).grads!;
    await expectGradient('x', x, async (at) => dot(dy, (await forward.run({ x: at })).y!), dx);
    await expectGradient('params', params, async (at) => dot(dy, (await forward.run({ params: at })).y!), grads);
  });
});
