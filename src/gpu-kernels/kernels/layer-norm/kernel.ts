import { defineKernel } from '../../core/kernel.ts';
import wgsl from './layer-norm.wgsl?raw';
import { normalise } from './normalise.ts';

/** y = (x - mean) * rstd * gamma + beta per row of x [rows, d]; stats [rows, 2] = {mean, rstd} for the backward pass; rows in blocks of perModel per model. */
export const layerNorm = defineKernel({
  name: 'layer-norm',
  bindings: { x: 'f32', params: 'f32', modelOf: 'u32', y: 'rw f32', stats: 'rw f32' },
  scalars: { rows: 'u32', d: 'u32', eps: 'f32', stride: 'u32', gamma: 'u32', beta: 'u32', perModel: 'u32' },
  threads: (s) => s.rows,
  wgsl,
  cpu({ x, params, modelOf, y, stats }, s, cpu) {
    if (cpu.simd) return cpu.simd.layerNorm(x.byteOffset, params.byteOffset, modelOf.byteOffset, y.byteOffset, stats.byteOffset, s.rows, s.d, s.eps, s.stride, s.gamma, s.beta, s.perModel);
    for (let r = 0; r < s.rows; r++) normalise(x, params, modelOf[Math.floor(r / s.perModel)]! * s.stride, s, r, y, stats);
  },
});
