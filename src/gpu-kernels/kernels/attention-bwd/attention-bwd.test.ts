import { describe, it } from 'vitest';
import { dot, expectGradient, referee } from '../../testing/finite-difference.ts';
import { Draw, parity } from '../../testing/parity.ts';
import { attention } from '../attention/kernel.ts';
import { attentionBwdKV, attentionBwdQ } from './kernel.ts';

interface Shape {
  rows: number;
  ctx: number;
  d: number;
  heads: number;
}

async function setup(s: Shape) {
  const draw = new Draw(s.d + s.ctx);
  const n = s.rows * s.ctx;
  const qkv = draw.floats(n * 3 * s.d, -1.5, 1.5);
  const dout = draw.floats(n * s.d);
  const dirty = draw.floats(n * 3 * s.d);
  const forward = await referee(attention, { qkv, out: n * s.d, lse: n * s.heads }, { ...s, chunk: s.ctx, pos0: 0 });
  const { out, lse } = (await forward.run()) as { out: ArrayLike<number>; lse: ArrayLike<number> };
  return { n, qkv, dout, dirty, forward, out, lse };
}

describe('attention-bwd', () => {
  it.each([
    { rows: 1, ctx: 1, d: 1, heads: 1 },
    { rows: 2, ctx: 6, d: 12, heads: 4 },
    { rows: 3, ctx: 5, d: 10, heads: 2 },
    { rows: 1, ctx: 18, d: 24, heads: 8 },
    { rows: 2, ctx: 3, d: 33, heads: 1 },
  ])('$rows rows, ctx $ctx, d $d, $heads heads', async (s) => {
    const { n, qkv, dout, dirty, out, lse } = await setup(s);
    const close = { rtol: 1e-4, atol: 5e-6 };
    const { delta } = await parity(attentionBwdQ, { qkv, out, dout, lse, delta: n * s.heads, dqkv: dirty }, s, close);
    await parity(attentionBwdKV, { qkv, dout, lse, delta, dqkv: dirty }, s, close);
  });

  it('is the gradient of attention', async () => {
    const s = { rows: 2, ctx: 4, d: 6, heads: 2 };
    const { n, qkv, dout, forward, out, lse } = await setup(s);
    const first = await (await referee(attentionBwdQ, { qkv, out, dout, lse, delta: n * s.heads, dqkv: n * 3 * s.d }, s)).run();
    // the second half writes beside what the first wrote
    const { dqkv } = await (await referee(attentionBwdKV, { qkv, dout, lse, delta: first.delta!, dqkv: first.dqkv! }, s)).run();
    await expectGradient('qkv', qkv, async (at) => dot(dout, (await forward.run({ qkv: at })).out!), dqkv!);
  });
});
