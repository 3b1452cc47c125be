import { exp, log } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import { logSumExp } from '../softmax/masked.ts';
import { maskedWgsl } from '../softmax/includes.ts';
import wgsl from './soft-loss.wgsl?raw';

/**
 * Cross-entropy to a whole target distribution: loss = -sum_i target_i log p_i over the position's range; dlogits = weight (p - target).
 * logits, target, dlogits [rows*ctx, vocab]; weight [rows*ctx]; terms [rows*ctx, 2] = weight * {loss, KL(target || p)}.
 */
export const softLoss = defineKernel({
  name: 'soft-loss',
  bindings: { logits: 'f32', target: 'f32', positions: 'u32', weight: 'f32', dlogits: 'rw f32', terms: 'rw f32' },
  scalars: { rows: 'u32', ctx: 'u32', vocab: 'u32' },
  threads: (s) => s.rows * s.ctx,
  wgsl,
  includes: [maskedWgsl],
  cpu({ logits, target, positions, weight, dlogits, terms }, s, cpu) {
    if (cpu.simd) return cpu.simd.softLoss(logits.byteOffset, target.byteOffset, positions.byteOffset, weight.byteOffset, dlogits.byteOffset, terms.byteOffset, s.rows, s.ctx, s.vocab);
    for (let at = 0; at < s.rows * s.ctx; at++) {
      const t = at % s.ctx;
      const o = at * s.vocab;
      const w = weight[at]!;
      dlogits.fill(0, o, o + s.vocab);
      terms[at * 2] = 0;
      terms[at * 2 + 1] = 0;
      if (w === 0) continue;
      const lo = positions[t * 4 + 2]!;
      const hi = positions[t * 4 + 3]!;
      const lse = logSumExp(logits, o, lo, hi);
      let ce = 0;
      let kl = 0;
      for (let i = lo; i < hi; i++) {
        const lp = logits[o + i]! - lse;
        const q = target[o + i]!;
        dlogits[o + i] = w * (exp(lp) - q);
        ce -= q * lp;
        if (q > 0) kl += q * (log(q) - lp);
      }
      terms[at * 2] = w * ce;
      terms[at * 2 + 1] = w * kl;
    }
  },
});
