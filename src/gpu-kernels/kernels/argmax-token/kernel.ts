import { defineKernel } from '../../core/kernel.ts';
import wgsl from './argmax-token.wgsl?raw';

/** tokens[r, slot] = the token of [lo, hi) with the largest logit, the lowest of several. logits [rows, vocab], tokens [rows, slots]. */
export const argmaxToken = defineKernel({
  name: 'argmax-token',
  bindings: { logits: 'f32', tokens: 'rw u32' },
  scalars: { rows: 'u32', vocab: 'u32', lo: 'u32', hi: 'u32', slots: 'u32', slot: 'u32' },
  threads: (s) => s.rows,
  wgsl,
  cpu({ logits, tokens }, s) {
    for (let r = 0; r < s.rows; r++) {
      const o = r * s.vocab;
      let best = s.lo;
      for (let i = s.lo + 1; i < s.hi; i++) if (logits[o + i]! > logits[o + best]!) best = i;
      tokens[r * s.slots + s.slot] = best;
    }
  },
});
