import { exp } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import { logSumExp, maskedEntropy } from '../softmax/masked.ts';
import { maskedWgsl } from '../softmax/includes.ts';
import wgsl from './policy-loss.wgsl?raw';

/** Columns of `terms`. Each is already multiplied by the position's weight, so a sum over a model's rows is the mean over its active tokens. */
export const LOSS_TERMS = ['loss', 'policyLoss', 'kl', 'entropy', 'clipped', 'logprob'] as const;

/**
 * Loss and gradient to the logits at every position in one pass.
 * kind 0, clipped surrogate (PPO; GRPO's token form) with k3 KL (Schulman 2020) and entropy bonus: ratio = exp(lp - old),
 *   loss = -min(ratio A, clip(ratio, 1 - clipLow, 1 + clipHigh) A) + klBeta (e^(ref - lp) - (ref - lp) - 1) - entropyCoef H;
 * kind 1, cross-entropy: loss = -lp.
 * logits, dlogits [rows*ctx, vocab]; weight [rows*ctx] = active / active tokens of the model's batch; advantage [rows]; oldRef [2, rows*ctx] = {old, reference} log-probabilities;
 * terms [rows*ctx, 6] as LOSS_TERMS. dlogits is zero outside the position's range and where the weight is zero.
 */
export const policyLoss = defineKernel({
  name: 'policy-loss',
  bindings: { logits: 'f32', tokens: 'u32', positions: 'u32', weight: 'f32', advantage: 'f32', oldRef: 'f32', dlogits: 'rw f32', terms: 'rw f32' },
  scalars: { rows: 'u32', ctx: 'u32', slots: 'u32', vocab: 'u32', kind: 'u32', clipLow: 'f32', clipHigh: 'f32', klBeta: 'f32', entropyCoef: 'f32' },
  threads: (s) => s.rows * s.ctx,
  wgsl,
  includes: [maskedWgsl],
  cpu({ logits, tokens, positions, weight, advantage, oldRef, dlogits, terms }, s, cpu) {
    if (cpu.simd) {
      const inputs = [logits.byteOffset, tokens.byteOffset, positions.byteOffset, weight.byteOffset, advantage.byteOffset, oldRef.byteOffset] as const;
      return cpu.simd.policyLoss(...inputs, dlogits.byteOffset, terms.byteOffset, s.rows, s.ctx, s.slots, s.vocab, s.kind, s.clipLow, s.clipHigh, s.klBeta, s.entropyCoef);
    }
    const total = s.rows * s.ctx;
    for (let at = 0; at < total; at++) {
      const r = Math.floor(at / s.ctx);
      const t = at - r * s.ctx;
      const o = at * s.vocab;
      const w = weight[at]!;
      dlogits.fill(0, o, o + s.vocab);
      terms.fill(0, at * 6, at * 6 + 6);
      if (w === 0) continue;
      const lo = positions[t * 4 + 2]!;
      const hi = positions[t * 4 + 3]!;
      const lse = logSumExp(logits, o, lo, hi);
      const h = maskedEntropy(logits, o, lo, hi, lse);
      const token = tokens[r * s.slots + positions[t * 4 + 1]!]!;
      const lp = logits[o + token]! - lse;
      let policy = -lp;
      let kl = 0;
      let dlp = -1;
      let ent = 0;
      let clipped = 0;
      if (s.kind === 0) {
        const a = advantage[r]!;
        const ratio = exp(lp - oldRef[at]!);
        const bounded = Math.min(Math.max(ratio, 1 - s.clipLow), 1 + s.clipHigh);
        policy = -Math.min(ratio * a, bounded * a);
        clipped = ratio === bounded ? 0 : 1;
        dlp = ratio * a <= bounded * a ? -a * ratio : 0;
        const x = oldRef[total + at]! - lp;
        const e = exp(x);
        kl = e - x - 1;
        dlp += s.klBeta * (1 - e);
        ent = s.entropyCoef;
      }
      for (let i = lo; i < hi; i++) {
        const l = logits[o + i]! - lse;
        const p = exp(l);
        dlogits[o + i] = w * (dlp * ((i === token ? 1 : 0) - p) + ent * p * (l + h));
      }
      const q = at * 6;
      terms[q] = w * (policy + s.klBeta * kl - ent * h);
      terms[q + 1] = w * policy;
      terms[q + 2] = w * kl;
      terms[q + 3] = w * h;
      terms[q + 4] = w * clipped;
      terms[q + 5] = w * lp;
    }
  },
});
