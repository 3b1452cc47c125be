import { defineKernel } from '../../core/kernel.ts';
import wgsl from './linear.wgsl?raw';
import { linearRows } from './rows.ts';

/**
 * y = x W + b, plus `res` when residual is 1. x [rows*chunk, k], W [k, n] and b [n] in params[model]; res like y.
 * Row (r, c) of the output lies at row r*yStride + yOff + c, so that a decoded chunk can be written into its place in a longer cache (yStride = ctx, yOff = position);
 * contiguous output: yStride = chunk, yOff = 0. Row r uses model modelOf[r / perModel].
 */
export const linear = defineKernel({
  name: 'linear',
  bindings: { x: 'f32', params: 'f32', modelOf: 'u32', res: 'f32', y: 'rw f32' },
  scalars: { rows: 'u32', chunk: 'u32', k: 'u32', n: 'u32', stride: 'u32', w: 'u32', b: 'u32', perModel: 'u32', yStride: 'u32', yOff: 'u32', residual: 'u32' },
  threads: (s) => Math.ceil(s.rows / s.perModel) * Math.ceil((s.perModel * s.chunk) / 4) * Math.ceil(s.n / 4),
  wgsl,
  cpu({ x, params, modelOf, res, y }, s, cpu) {
    linearRows(x, params, modelOf, s.residual ? res : null, y, s, cpu);
  },
});
