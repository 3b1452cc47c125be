import { defineKernel } from '../../core/kernel.ts';
import wgsl from './segment-sum.wgsl?raw';

/** y[yOff + seg*cols + j] = scale * sum_i x[seg, i, j], i in [0, n). x [segments, n, cols]. One workgroup per (segment, column). */
export const segmentSum = defineKernel({
  name: 'segment-sum',
  bindings: { x: 'f32', y: 'rw f32' },
  scalars: { segments: 'u32', n: 'u32', cols: 'u32', scale: 'f32', yOff: 'u32' },
  threads: (s) => s.segments * s.cols * 64,
  wgsl,
  cpu({ x, y }, s) {
    for (let g = 0; g < s.segments; g++)
      for (let j = 0; j < s.cols; j++) {
        let sum = 0;
        for (let i = 0; i < s.n; i++) sum += x[(g * s.n + i) * s.cols + j]!;
        y[s.yOff + g * s.cols + j] = sum * s.scale;
      }
  },
});
