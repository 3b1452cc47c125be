import { describe, it } from 'vitest';
import { dot, expectGradient, referee } from '../../testing/finite-difference.ts';
import { Draw, parity } from '../../testing/parity.ts';
import { embed } from '../embed/kernel.ts';
import { embedBwdPosition, embedBwdToken } from './kernel.ts';

function setup(models: number, rowsPerModel: number, ctx: number, d: number, vocab: number) {
  const draw = new Draw(models * 100 + d);
  const slots = ctx + 2;
  const rows = models * rowsPerModel;
  const wte = 1;
  const wpe = wte + vocab * d + 1;
  const stride = wpe + ctx * d;
  const positions = Uint32Array.from({ length: ctx * 4 }, (_, i) => Math.floor(i / 4) + 2);
  const tokens = draw.ints(rows * slots, vocab - 1); // the last token never occurs: its gradient must be written as 0
  const dx = draw.floats(rows * ctx * d);
  const dirty = draw.floats(models * stride);
  const scalars = { models, rowsPerModel, ctx, slots, d, vocab, stride, wte, wpe };
  return { draw, scalars, tokens, positions, dx, dirty, rows };
}

describe('embed-bwd', () => {
  it.each([
    [1, 1, 1, 1, 2],
    [3, 2, 4, 5, 7],
    [2, 5, 3, 8, 3],
  ])('%i models, %i rows each, ctx %i, d %i, vocab %i', async (models, rowsPerModel, ctx, d, vocab) => {
    const { scalars, tokens, positions, dx, dirty } = setup(models, rowsPerModel, ctx, d, vocab);
    await parity(embedBwdToken, { tokens, positions, dx, grads: dirty }, scalars);
    await parity(embedBwdPosition, { dx, grads: dirty }, scalars);
  });

  it('is the gradient of embed', async () => {
    const { draw, scalars, tokens, positions, dx, rows } = setup(2, 3, 2, 3, 4);
    const { models, rowsPerModel, ctx, slots, d, stride, wte, wpe } = scalars;
    const params = draw.floats(models * stride);
    const forward = await referee(embed, { tokens, positions, params, modelOf: [0, 1], x: rows * ctx * d }, { rows, chunk: ctx, pos0: 0, slots, d, stride, wte, wpe, perModel: rowsPerModel });
    const token = await referee(embedBwdToken, { tokens, positions, dx, grads: models * stride }, scalars);
    const position = await referee(embedBwdPosition, { dx, grads: models * stride }, scalars);
    const grads = Float64Array.from((await token.run()).grads!);
    const other = (await position.run()).grads!;
    for (let i = 0; i < grads.length; i++) grads[i]! += other[i]!;
    await expectGradient('params', params, async (at) => dot(dx, (await forward.run({ params: at })).x!), grads);
  });
});
