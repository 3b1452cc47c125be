import { describe, it } from 'vitest';
import { expectGradient, referee } from '../../testing/finite-difference.ts';
import { positionTable } from '../../testing/positions.ts';
import { Draw, parity } from '../../testing/parity.ts';
import { softLoss } from './kernel.ts';

function setup(rows: number, ctx: number, vocab: number) {
  const draw = new Draw(vocab);
  const { positions } = positionTable(draw, rows, ctx, vocab);
  const n = rows * ctx;
  const target = new Float32Array(n * vocab);
  const weight = new Float32Array(n);
  for (let at = 0; at < n; at++) {
    const lo = positions[(at % ctx) * 4 + 2]!;
    const hi = positions[(at % ctx) * 4 + 3]!;
    if (lo === hi) continue;
    weight[at] = at % 4 === 3 ? 0 : 0.1 + 0.05 * (at % 3);
    const mass = Array.from(draw.floats(hi - lo, 0, 1), (v) => (v < 0.3 ? 0 : v)); // some tokens are cut off
    const total = mass.reduce((a, b) => a + b, 0);
    for (let i = lo; i < hi; i++) target[at * vocab + i] = total > 0 ? mass[i - lo]! / total : 1 / (hi - lo);
  }
  return { inputs: { logits: draw.floats(n * vocab, -3, 3), target, positions, weight, dlogits: draw.floats(n * vocab), terms: draw.floats(n * 2) }, scalars: { rows, ctx, vocab } };
}

describe('soft-loss', () => {
  it.each([
    [1, 2, 2],
    [4, 9, 13],
    [3, 25, 40],
  ])('%i rows, ctx %i, vocab %i', async (rows, ctx, vocab) => {
    const { inputs, scalars } = setup(rows, ctx, vocab);
    await parity(softLoss, inputs, scalars, { rtol: 2e-5, atol: 1e-6 });
  });

  it('dlogits is the gradient of both terms, the cross-entropy and the KL', async () => {
    const { inputs, scalars } = setup(2, 5, 5);
    const kernel = await referee(softLoss, inputs, scalars);
    const { dlogits } = await kernel.run();
    for (const term of [0, 1]) {
      const loss = async (logits: Float64Array): Promise<number> => {
        const { terms } = await kernel.run({ logits });
        let sum = 0;
        for (let i = term; i < terms!.length; i += 2) sum += terms![i]!;
        return sum;
      };
      await expectGradient(`term ${term}`, inputs.logits, loss, dlogits!);
    }
  });
});
