import { defineKernel } from '../../core/kernel.ts';
import xWgsl from './layer-norm-bwd-x.wgsl?raw';
import wWgsl from './layer-norm-bwd-w.wgsl?raw';

/**
 * dx = (add ? dx : 0) + rstd * (g - mean_i(g) - xhat * mean_i(g * xhat)), g = dy * gamma, xhat = (x - mean) * rstd. x, dy, dx [rows, d]; stats [rows, 2].
 * add is 1 inside a block, where dx already holds the gradient that flows around the block through the residual.
 */
export const layerNormBwdX = defineKernel({
  name: 'layer-norm-bwd-x',
  bindings: { x: 'f32', stats: 'f32', params: 'f32', modelOf: 'u32', dy: 'f32', dx: 'rw f32' },
  scalars: { rows: 'u32', d: 'u32', stride: 'u32', gamma: 'u32', perModel: 'u32', add: 'u32' },
  threads: (s) => s.rows,
  wgsl: xWgsl,
  cpu({ x, stats, params, modelOf, dy, dx }, s, cpu) {
    if (cpu.simd) return cpu.simd.layerNormBwdX(x.byteOffset, stats.byteOffset, params.byteOffset, modelOf.byteOffset, dy.byteOffset, dx.byteOffset, s.rows, s.d, s.stride, s.gamma, s.perModel, s.add);
    for (let r = 0; r < s.rows; r++) {
      const gamma = modelOf[Math.floor(r / s.perModel)]! * s.stride + s.gamma;
      const o = r * s.d;
      const mean = stats[r * 2]!;
      const rstd = stats[r * 2 + 1]!;
      let sg = 0;
      let sgx = 0;
      for (let i = 0; i < s.d; i++) {
        const g = dy[o + i]! * params[gamma + i]!;
        sg += g;
        sgx += g * (x[o + i]! - mean) * rstd;
      }
      sg /= s.d;
      sgx /= s.d;
      for (let i = 0; i < s.d; i++) dx[o + i] = (s.add ? dx[o + i]! : 0) + rstd * (dy[o + i]! * params[gamma + i]! - sg - (x[o + i]! - mean) * rstd * sgx);
    }
  },
});

/** grads[model, gamma + i] = sum_r dy * xhat, grads[model, beta + i] = sum_r dy over the model's rows, ascending. */
export const layerNormBwdW = defineKernel({
  name: 'layer-norm-bwd-w',
  bindings: { x: 'f32', stats: 'f32', dy: 'f32', grads: 'rw f32' },
  scalars: { models: 'u32', rowsPerModel: 'u32', d: 'u32', stride: 'u32', gamma: 'u32', beta: 'u32' },
  threads: (s) => s.models * Math.ceil(s.d / 8) * 64,
  wgsl: wWgsl,
  cpu({ x, stats, dy, grads }, s, cpu) {
    const n = s.rowsPerModel;
    for (let m = 0; m < s.models; m++) {
      const g = m * s.stride + s.gamma;
      const b = m * s.stride + s.beta;
      if (cpu.simd) {
        const o = m * n * s.d * 4;
        cpu.simd.layerNormBwdW(x.byteOffset + o, stats.byteOffset + m * n * 8, dy.byteOffset + o, grads.byteOffset + g * 4, grads.byteOffset + b * 4, n, s.d);
        continue;
      }
      grads.fill(0, g, g + s.d);
      grads.fill(0, b, b + s.d);
      for (let r = m * n; r < (m + 1) * n; r++) {
        const mean = stats[r * 2]!;
        const rstd = stats[r * 2 + 1]!;
        for (let i = 0; i < s.d; i++) {
          const v = dy[r * s.d + i]!;
          grads[g + i]! += v * (x[r * s.d + i]! - mean) * rstd;
          grads[b + i]! += v;
        }
      }
    }
  },
});
