import { describe, expect, it } from 'vitest';
import { dot, expectGradient, referee } from '../../testing/finite-difference.ts';
import { Draw, parity } from '../../testing/parity.ts';
import { gelu, geluBwd } from './kernel.ts';

// values where a naive tanh overflows, where GELU bends, and exact zeros
const edges = [0, -0, 1e-20, 1, -1, 3, -3, 9, -9, 60, -60, 1000, -1000, 1e5, -1e5];

describe('gelu', () => {
  it.each([1, 64, 333])('%i elements and the edges', async (n) => {
    const draw = new Draw(n);
    const x = Float32Array.from([...edges, ...draw.floats(n, -6, 6)]);
    const dy = draw.floats(x.length);
    const scalars = { n: x.length };
    const close = { rtol: 1e-5, atol: 2e-6 };
    const { y } = await parity(gelu, { x, y: x.length }, scalars, close);
    expect(y[edges.indexOf(1000)]).toBe(1000);
    expect(Math.abs(y[edges.indexOf(-1000)]!)).toBe(0);
    await parity(geluBwd, { x, dy, dx: x.length }, scalars, close);
  });

  it('gelu-bwd is the gradient of gelu', async () => {
    const draw = new Draw(5);
    const x = draw.floats(40, -4, 4);
    const dy = draw.floats(40);
    const forward = await referee(gelu, { x, y: 40 }, { n: 40 });
    const dx = (await (await referee(geluBwd, { x, dy, dx: 40 }, { n: 40 })).run()).dx!;
    await expectGradient('x', x, async (at) => dot(dy, (await forward.run({ x: at })).y!), dx);
  });
});
