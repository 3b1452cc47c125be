import { defineKernel } from '../../core/kernel.ts';
import wgsl from './linear-bwd-x.wgsl?raw';

/** dx = dy W^T. dy [rows, n], W [k, n] in params[model], dx [rows, k]; rows in blocks of perModel per model. */
export const linearBwdX = defineKernel({
  name: 'linear-bwd-x',
  bindings: { dy: 'f32', params: 'f32', modelOf: 'u32', dx: 'rw f32' },
  scalars: { rows: 'u32', k: 'u32', n: 'u32', stride: 'u32', w: 'u32', perModel: 'u32' },
  threads: (s) => Math.ceil(s.rows / s.perModel) * Math.ceil(s.perModel / 32) * Math.ceil(s.k / 32) * 32,
  wgsl,
  scratch: (s) => [s.k * s.n],
  cpu({ dy, params, modelOf, dx }, s, cpu) {
    const wt = cpu.scratch(0); // W^T [n, k]: the product wants its second operand with contiguous rows
    for (let r0 = 0; r0 < s.rows; r0 += s.perModel) {
      const w = modelOf[r0 / s.perModel]! * s.stride + s.w;
      if (cpu.simd) cpu.simd.transpose(params.byteOffset + w * 4, wt.byteOffset, s.k, s.n);
      else for (let i = 0; i < s.k; i++) for (let j = 0; j < s.n; j++) wt[j * s.k + i] = params[w + i * s.n + j]!;
      cpu.mm(Math.min(s.perModel, s.rows - r0), s.k, s.n, dy, r0 * s.n, s.n, 1, wt, 0, s.k, dx, r0 * s.k, s.k, false);
    }
  },
});
