import { describe, expect, it } from 'vitest';
import { positionTable } from '../../testing/positions.ts';
import { Draw, expectClose, parity } from '../../testing/parity.ts';
import { maskedLogprob } from './kernel.ts';

describe('masked-logprob', () => {
  it.each([
    [1, 1, 2, 0],
    [1, 2, 3, 5],
    [5, 7, 13, 0],
    [3, 30, 40, 90],
  ])('%i rows, ctx %i, vocab %i, written from %i', async (rows, ctx, vocab, outOff) => {
    const draw = new Draw(vocab);
    const { positions, tokens, slots } = positionTable(draw, rows, ctx, vocab);
    const logits = draw.floats(rows * ctx * vocab, -8, 8);
    const n = rows * ctx;
    const { logprob, entropy } = await parity(maskedLogprob, { logits, tokens, positions, logprob: outOff + n, entropy: n }, { rows, ctx, slots, vocab, outOff }, { rtol: 1e-5, atol: 5e-6 });
    for (let at = 0; at < n; at++) {
      const [, target, lo, hi] = positions.slice((at % ctx) * 4, (at % ctx) * 4 + 4) as unknown as [number, number, number, number];
      if (lo === hi) {
        expect([logprob[outOff + at], entropy[at]]).toEqual([0, 0]);
        continue;
      }
      const range = [...logits.slice(at * vocab + lo, at * vocab + hi)].map(Math.exp);
      const total = range.reduce((a, b) => a + b, 0);
      const token = tokens[Math.floor(at / ctx) * slots + target]!;
      expectClose([logprob[outOff + at]!, entropy[at]!], [Math.log(range[token - lo]! / total), -range.reduce((h, e) => h + (e / total) * Math.log(e / total), 0)], `position ${at}`, {
        rtol: 1e-5,
        atol: 5e-6,
      });
    }
  });

  it('stays finite at logits of 1e4', async () => {
    const logits = [1e4, -1e4, 0, 1e4];
    const { logprob, entropy } = await parity(maskedLogprob, { logits, tokens: [0, 2], positions: [0, 1, 0, 4], logprob: 1, entropy: 1 }, { rows: 1, ctx: 1, slots: 2, vocab: 4, outOff: 0 });
    expectClose([logprob[0]!, entropy[0]!], [-1e4 - Math.log(2), Math.log(2)], 'values');
  });
});
