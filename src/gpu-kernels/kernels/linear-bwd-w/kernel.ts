import { defineKernel } from '../../core/kernel.ts';
import wgsl from './linear-bwd-w.wgsl?raw';

/** rows of x and dy taken at a time, so that both stay in the cache while all tiles of dW pass over them */
const ROWS = 128;

/**
 * grads[model, w] = x^T dy [k, n] and grads[model, b] = column sums of dy [n], over the model's rowsPerModel rows, ascending.
 * Bias columns in [zeroFrom, zeroTo) get exactly 0: attention's key bias adds the same number to every score of a query, which the softmax removes, so its gradient
 * is zero, and rounding noise would be blown up by Adam's division by sqrt(v).
 */
export const linearBwdW = defineKernel({
  name: 'linear-bwd-w',
  bindings: { x: 'f32', dy: 'f32', grads: 'rw f32' },
  scalars: { models: 'u32', rowsPerModel: 'u32', k: 'u32', n: 'u32', stride: 'u32', w: 'u32', b: 'u32', zeroFrom: 'u32', zeroTo: 'u32' },
  threads: (s) => s.models * Math.ceil(s.k / 4) * Math.ceil(s.n / 4),
  wgsl,
  cpu({ x, dy, grads }, s, cpu) {
    const { k, n } = s;
    for (let m = 0; m < s.models; m++) {
      const r0 = m * s.rowsPerModel;
      const g = m * s.stride;
      for (let r = 0; r < s.rowsPerModel; r += ROWS) cpu.mm(k, n, Math.min(ROWS, s.rowsPerModel - r), x, (r0 + r) * k, 1, k, dy, (r0 + r) * n, n, grads, g + s.w, n, r > 0);
      const b = g + s.b;
      if (cpu.simd) cpu.simd.columnSums(dy.byteOffset + r0 * n * 4, grads.byteOffset + b * 4, s.rowsPerModel, n);
      else {
        grads.fill(0, b, b + n);
        for (let r = r0; r < r0 + s.rowsPerModel; r++) for (let j = 0; j < n; j++) grads[b + j]! += dy[r * n + j]!;
      }
      grads.fill(0, b + s.zeroFrom, b + s.zeroTo);
    }
  },
});
