import { exp } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import { logSumExp } from '../softmax/masked.ts';
import wgsl from './list-target.wgsl?raw';

/**
 * Writes the verbalized list that alignment teaches after each row's history, and what every position of it should predict. With P the base simulator's distribution at
 * position t = cut[r % teacherRows], over that position's range, and n = min(k, range): the list is the n most probable tokens in order (ties by index), each followed by the bucket nearest to its probability,
 *   position  t+1        t+2   t+3   t+4   ...  t+2n
 *   input     verbalize  c_1   b_1   c_2   ...  c_n
 *   target    c_1        b_1   c_2   b_2   ...  b_n       (one-hot)
 * tokens [rows, ctx] hold one token a position; logits [teacherRows*ctx, vocab] of the base simulator; values [buckets] ascending; target [rows*ctx, vocab], whose other positions are left as they are.
 * positions [ctx, 4] as in `sharpen`. P is not sharpened: what a list says is what the network knew before its alignment.
 */
export const listTarget = defineKernel({
  name: 'list-target',
  bindings: { logits: 'f32', positions: 'u32', cut: 'u32', values: 'f32', tokens: 'rw u32', target: 'rw f32' },
  scalars: { rows: 'u32', teacherRows: 'u32', ctx: 'u32', vocab: 'u32', k: 'u32', verbalize: 'u32', bucketLo: 'u32', buckets: 'u32' },
  threads: (s) => s.rows,
  wgsl,
  cpu({ logits, positions, cut, values, tokens, target }, s) {
    for (let r = 0; r < s.rows; r++) {
      const teacher = r % s.teacherRows;
      const t = cut[teacher]!;
      const o = (teacher * s.ctx + t) * s.vocab;
      const lo = positions[t * 4 + 2]!;
      const hi = positions[t * 4 + 3]!;
      const lse = logSumExp(logits, o, lo, hi);
      const n = Math.min(s.k, hi - lo);
      const base = r * s.ctx + t + 1;
      target.fill(0, base * s.vocab, (base + 2 * n) * s.vocab);
      tokens[base] = s.verbalize;
      let last = -1;
      for (let i = 0; i < n; i++) {
        // the most probable of those after `last` in the order (logit falling, index rising)
        let c = -1;
        for (let j = lo; j < hi; j++) {
          if (last >= 0 && (logits[o + j]! > logits[o + last]! || (logits[o + j]! === logits[o + last]! && j <= last))) continue;
          if (c < 0 || logits[o + j]! > logits[o + c]!) c = j;
        }
        last = c;
        const prob = exp(logits[o + c]! - lse);
        let b = 0;
        for (let j = 1; j < s.buckets; j++) if (Math.abs(values[j]! - prob) < Math.abs(values[b]! - prob)) b = j;
        const at = base + 2 * i;
        target[at * s.vocab + c] = 1;
        tokens[at + 1] = c;
        target[(at + 1) * s.vocab + s.bucketLo + b] = 1;
        if (i < n - 1) tokens[at + 2] = s.bucketLo + b;
      }
    }
  },
});
