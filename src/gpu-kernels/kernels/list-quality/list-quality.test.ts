import { describe, expect, it } from 'vitest';
import { positionTable } from '../../testing/positions.ts';
import { Draw, expectClose, parity } from '../../testing/parity.ts';
import { listQuality } from './kernel.ts';

describe('list-quality', () => {
  it('is the total variation distance, computed here by hand', async () => {
    // P = (.5, .3, .2) over tokens 1..3. A list that says (.6, .4, 0): TV = (.1 + .1 + .2) / 2 = .2. One that says P itself: 0. One dialogue is over.
    const P = [0.5, 0.3, 0.2].map(Math.log);
    const logits = [9, ...P, 9].flatMap(() => [9, ...P, 9]).slice(0, 15);
    const induced = [
      [0, 0.6, 0.4, 0, 0, 0],
      [0, 0.5, 0.3, 0.2, 0, 1],
      [0, 1, 0, 0, 0, 0],
    ].flat();
    const { quality } = await parity(listQuality, { induced, logits, positions: [0, 1, 1, 4], active: [1, 1, 0], quality: new Float32Array(9).fill(7) }, { rows: 3, ctx: 1, vocab: 5 });
    expectClose(quality, [0.2, 0, 0.4, 0, 1, 0.5, 0, 0, 0], 'quality');
  });

  it.each([
    [1, 2, 2],
    [5, 9, 13],
    [3, 25, 40],
  ])('%i rows, ctx %i, vocab %i', async (rows, ctx, vocab) => {
    const draw = new Draw(vocab);
    const { positions } = positionTable(draw, rows, ctx, vocab);
    const n = rows * ctx;
    const active = Float32Array.from({ length: n }, (_, i) => (positions[(i % ctx) * 4 + 2] === positions[(i % ctx) * 4 + 3] || i % 4 === 3 ? 0 : 1));
    const inputs = { induced: draw.floats(n * (vocab + 1), 0, 1), logits: draw.floats(n * vocab, -3, 3), positions, active, quality: draw.floats(n * 3) };
    const { quality } = await parity(listQuality, inputs, { rows, ctx, vocab });
    for (let i = 0; i < n; i++) if (active[i] === 0) expect([...quality.slice(i * 3, i * 3 + 3)]).toEqual([0, 0, 0]);
  });
});
