import { defineKernel } from '../../core/kernel.ts';
import { logSumExp, maskedEntropy } from '../softmax/masked.ts';
import { maskedWgsl } from '../softmax/includes.ts';
import wgsl from './masked-logprob.wgsl?raw';

/**
 * Log-probability of each position's target under the softmax over the position's range, and that softmax's entropy in nats.
 * logits [rows*ctx, vocab]; positions [ctx, 4] = {input slot, target slot, lo, hi}; tokens [rows, slots]; logprob [rows*ctx] from element outOff of its buffer, entropy [rows*ctx].
 * Positions with lo = hi predict nothing and get 0.
 */
export const maskedLogprob = defineKernel({
  name: 'masked-logprob',
  bindings: { logits: 'f32', tokens: 'u32', positions: 'u32', logprob: 'rw f32', entropy: 'rw f32' },
  scalars: { rows: 'u32', ctx: 'u32', slots: 'u32', vocab: 'u32', outOff: 'u32' },
  threads: (s) => s.rows * s.ctx,
  wgsl,
  includes: [maskedWgsl],
  scratch: (s) => [s.vocab],
  cpu({ logits, tokens, positions, logprob, entropy }, s, cpu) {
    if (cpu.simd) {
      const out = logprob.byteOffset + s.outOff * 4;
      return cpu.simd.maskedLogprob(logits.byteOffset, tokens.byteOffset, positions.byteOffset, out, entropy.byteOffset, cpu.scratch(0).byteOffset, s.rows, s.ctx, s.slots, s.vocab);
    }
    for (let r = 0; r < s.rows; r++)
      for (let t = 0; t < s.ctx; t++) {
        const at = r * s.ctx + t;
        const lo = positions[t * 4 + 2]!;
        const hi = positions[t * 4 + 3]!;
        if (lo === hi) {
          logprob[s.outOff + at] = 0;
          entropy[at] = 0;
          continue;
        }
        const lse = logSumExp(logits, at * s.vocab, lo, hi);
        logprob[s.outOff + at] = logits[at * s.vocab + tokens[r * s.slots + positions[t * 4 + 1]!]!]! - lse;
        entropy[at] = maskedEntropy(logits, at * s.vocab, lo, hi, lse);
      }
  },
});
