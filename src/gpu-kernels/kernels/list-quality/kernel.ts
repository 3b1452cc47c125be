import { exp } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import { logSumExp } from '../softmax/masked.ts';
import wgsl from './list-quality.wgsl?raw';

/** Columns of `quality`. */
export const LIST_QUALITY = ['eta', 'malformed', 'collapse'] as const;

/**
 * How far the distribution that verbalized lists induce is from the base simulator P, at every position (Proposition 3.7):
 *   eta = TV(p_VS, P) = 1/2 sum_i |p_VS,i - P_i| over the position's range;   malformed = 1 where the list was;   collapse = 1 - max_i p_VS,i (equation 3).
 * induced [n, vocab + 1] from `draw-verbalized`; logits [n, vocab] of the base simulator at the same history; active [n]; quality [n, 3] as LIST_QUALITY, 0 where inactive; n = rows*ctx.
 */
export const listQuality = defineKernel({
  name: 'list-quality',
  bindings: { induced: 'f32', logits: 'f32', positions: 'u32', active: 'f32', quality: 'rw f32' },
  scalars: { rows: 'u32', ctx: 'u32', vocab: 'u32' },
  threads: (s) => s.rows * s.ctx,
  wgsl,
  cpu({ induced, logits, positions, active, quality }, s) {
    for (let at = 0; at < s.rows * s.ctx; at++) {
      const q = at * 3;
      quality.fill(0, q, q + 3);
      if (active[at] === 0) continue;
      const t = at % s.ctx;
      const lo = positions[t * 4 + 2]!;
      const hi = positions[t * 4 + 3]!;
      const o = at * (s.vocab + 1);
      const lse = logSumExp(logits, at * s.vocab, lo, hi);
      let distance = 0;
      let best = 0;
      for (let i = lo; i < hi; i++) {
        distance += Math.abs(induced[o + i]! - exp(logits[at * s.vocab + i]! - lse));
        best = Math.max(best, induced[o + i]!);
      }
      quality[q] = distance / 2;
      quality[q + 1] = induced[o + s.vocab]!;
      quality[q + 2] = 1 - best;
    }
  },
});
