import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { layerNorm } from './kernel.ts';

const eps = 1e-5;

describe('layer-norm', () => {
  it.each([
    [1, 1, 1],
    [1, 7, 1],
    [70, 6, 32],
    [9, 33, 4],
  ])('%i rows of %i, %i rows a model', async (rows, d, perModel) => {
    const draw = new Draw(rows);
    const stride = 2 * d + 3;
    const params = draw.floats(4 * stride);
    const x = draw.floats(rows * d, -3, 5);
    await parity(layerNorm, { x, params, modelOf: [3, 0, 2], y: rows * d, stats: rows * 2 }, { rows, d, eps, stride, gamma: 1, beta: d + 2, perModel }, { rtol: 1e-5, atol: 2e-6 });
  });

  it('keeps its precision far from zero, and gives beta for a constant row', async () => {
    const d = 16;
    const x = Float32Array.from({ length: 2 * d }, (_, i) => (i < d ? 1000 + Math.sin(i) : 5));
    const params = Float32Array.from({ length: 2 * d }, (_, i) => (i < d ? 1 : i));
    const { y } = await parity(layerNorm, { x, params, modelOf: [0], y: 2 * d, stats: 4 }, { rows: 2, d, eps, stride: 2 * d, gamma: 0, beta: d, perModel: 2 }, { rtol: 1e-4, atol: 1e-4 });
    expect([...y.slice(d)]).toEqual([...params.slice(d)]);
  });
});
