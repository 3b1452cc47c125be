import { describe, expect, it } from 'vitest';
import { expectGradient, referee } from '../../testing/finite-difference.ts';
import { positionTable } from '../../testing/positions.ts';
import { Draw, parity } from '../../testing/parity.ts';
import { maskedLogprob } from '../masked-logprob/kernel.ts';
import { LOSS_TERMS, policyLoss } from './kernel.ts';

const clip = { clipLow: 0.2, clipHigh: 0.28 };

/** Old and reference log-probabilities near the present ones, so that some ratios are clipped on either side, some not, and none stands at the very bound. */
async function setup(rows: number, ctx: number, vocab: number) {
  const draw = new Draw(rows + vocab);
  const { positions, tokens, slots } = positionTable(draw, rows, ctx, vocab);
  const n = rows * ctx;
  const logits = draw.floats(n * vocab, -3, 3);
  const shape = { rows, ctx, slots, vocab };
  const now = (await (await referee(maskedLogprob, { logits, tokens, positions, logprob: n, entropy: n }, { ...shape, outOff: 0 })).run()).logprob!;
  const ratios = [1.02, 0.9, 1.19, 1.5, 0.5, 1.3, 0.7];
  const oldRef = Float32Array.from({ length: 2 * n }, (_, i) => (i < n ? now[i]! - Math.log(ratios[i % 7]!) : now[i - n]! + (i % 3) * 0.4 - 0.35));
  const weight = Float32Array.from({ length: n }, (_, i) => (positions[(i % ctx) * 4 + 2] === positions[(i % ctx) * 4 + 3] || i % 5 === 4 ? 0 : 1 / n));
  const advantage = Float32Array.from({ length: rows }, (_, r) => [1.5, -0.7, 0][r % 3]!);
  return { inputs: { logits, tokens, positions, weight, advantage, oldRef, dlogits: draw.floats(n * vocab), terms: draw.floats(n * 6) }, shape };
}

describe('policy-loss', () => {
  it.each([
    { rows: 1, ctx: 2, vocab: 2, kind: 0, klBeta: 0, entropyCoef: 0 },
    { rows: 6, ctx: 7, vocab: 11, kind: 0, klBeta: 0.05, entropyCoef: 0.01 },
    { rows: 4, ctx: 20, vocab: 33, kind: 0, klBeta: 0, entropyCoef: 0.1 },
    { rows: 3, ctx: 5, vocab: 9, kind: 1, klBeta: 0, entropyCoef: 0 },
  ])('$rows rows, ctx $ctx, vocab $vocab, kind $kind, beta $klBeta, entropy $entropyCoef', async (s) => {
    const { inputs, shape } = await setup(s.rows, s.ctx, s.vocab);
    await parity(policyLoss, inputs, { ...shape, ...clip, kind: s.kind, klBeta: s.klBeta, entropyCoef: s.entropyCoef }, { rtol: 2e-5, atol: 1e-6 });
  });

  it.each([
    ['clipped surrogate', { kind: 0, klBeta: 0, entropyCoef: 0 }],
    ['with KL and entropy', { kind: 0, klBeta: 0.3, entropyCoef: 0.2 }],
    ['cross-entropy', { kind: 1, klBeta: 0, entropyCoef: 0 }],
  ])('%s: dlogits is the gradient of the summed loss', async (_, kind) => {
    const { inputs, shape } = await setup(6, 5, 4);
    const kernel = await referee(policyLoss, inputs, { ...shape, ...clip, ...kind });
    const loss = async (logits?: Float64Array): Promise<number> => {
      const { terms } = await kernel.run(logits ? { logits } : {});
      let sum = 0;
      for (let i = 0; i < terms!.length; i += LOSS_TERMS.length) sum += terms![i]!;
      return sum;
    };
    await expectGradient('logits', inputs.logits, loss, (await kernel.run()).dlogits!);
  });

  it('says what it clipped and never reports a negative KL', async () => {
    const { inputs, shape } = await setup(6, 7, 11);
    // reference = policy up to rounding: e^x - x - 1 would be noise around 0
    const n = shape.rows * shape.ctx;
    for (let i = 0; i < n; i++) inputs.oldRef[n + i] = inputs.oldRef[i]! + Math.log([1.02, 0.9, 1.19, 1.5, 0.5, 1.3, 0.7][i % 7]!) + 1e-4;
    const { terms } = await parity(policyLoss, inputs, { ...shape, ...clip, kind: 0, klBeta: 0.1, entropyCoef: 0 }, { rtol: 1e-3, atol: 1e-6 });
    for (let i = 0; i < n; i++) {
      const active = inputs.weight[i]! > 0;
      expect(terms[i * 6 + 4]! > 0).toBe(active && [3, 4, 5, 6].includes(i % 7));
      expect(terms[i * 6 + 2]!).toBeGreaterThanOrEqual(0);
    }
  });
});
