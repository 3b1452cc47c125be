/**
 * How far two policy gradients lie apart, from noisy estimates: each seed has two independent halves of each, and the product of the halves' differences is an unbiased estimate of the squared
 * distance, where the square of one difference would add its noise. Models 2s and 2s+1 are the halves of seed s.
 */
import { defineKernel } from '../../core/kernel.ts';
import gapWgsl from './gradient-gap.wgsl?raw';
import boundWgsl from './bias-bound.wgsl?raw';

/** Elements of one partial sum. */
export const GAP_CHUNK = 1024;

/** partial [seeds, chunks] = sum over a chunk of (a - b) of the first half times (a - b) of the second; a, b [2*seeds, size] */
export const gradientGap = defineKernel({
  name: 'gradient-gap',
  bindings: { a: 'f32', b: 'f32', partial: 'rw f32' },
  scalars: { seeds: 'u32', size: 'u32', chunks: 'u32' },
  threads: (s) => s.seeds * s.chunks,
  wgsl: gapWgsl,
  cpu({ a, b, partial }, s) {
    for (let m = 0; m < s.seeds; m++)
      for (let c = 0; c < s.chunks; c++) {
        const first = 2 * m * s.size;
        let sum = 0;
        for (let i = first + c * GAP_CHUNK; i < first + Math.min(s.size, (c + 1) * GAP_CHUNK); i++) sum += (a[i]! - b[i]!) * (a[i + s.size]! - b[i + s.size]!);
        partial[m * s.chunks + c] = sum;
      }
  },
});

/** Columns of `out`. */
export const BIAS_BOUND = ['bias', 'bound', 'scoreMax'] as const;

/**
 * Theorem 3.2: ||grad J - grad J_ref|| <= 2 B R_max errorBar. out [seeds, 3] = {the left side, the right side, B}. gap [seeds] squared distances, multiplied by scale first and called 0 when
 * their unbiased estimate is below; scores [passes, 2*seeds] squared norms of single dialogues' score functions, whose largest stands for B; error [seeds, cols], the collapse error (or eta) in column `col`.
 */
export const biasBound = defineKernel({
  name: 'bias-bound',
  bindings: { gap: 'f32', scores: 'f32', error: 'f32', out: 'rw f32' },
  scalars: { seeds: 'u32', passes: 'u32', cols: 'u32', col: 'u32', scale: 'f32', rMax: 'f32' },
  threads: (s) => s.seeds,
  wgsl: boundWgsl,
  cpu({ gap, scores, error, out }, s) {
    for (let m = 0; m < s.seeds; m++) {
      let most = 0;
      for (let p = 0; p < s.passes; p++) most = Math.max(most, scores[(p * s.seeds + m) * 2]!, scores[(p * s.seeds + m) * 2 + 1]!);
      const b = Math.sqrt(most);
      out.set([Math.sqrt(Math.max(0, gap[m]! * s.scale)), 2 * b * s.rMax * error[m * s.cols + s.col]!, b], m * 3);
    }
  },
});
