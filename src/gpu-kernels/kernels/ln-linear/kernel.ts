import { defineKernel } from '../../core/kernel.ts';
import { geluOf } from '../gelu/kernel.ts';
import { normalise } from '../layer-norm/normalise.ts';
import { linearRows } from '../linear/rows.ts';
import wgsl from './ln-linear.wgsl?raw';

/**
 * Decoding's fused layer norm + linear: y = f(LN(x) W + b), f = tanh-GELU when gelu is 1. x [rows*chunk, k]; output rows placed as in `linear`.
 * When lastOnly is 1, only the last of the chunk's rows is computed: x row r*chunk + chunk-1, y row r*yStride + yOff (the head needs no other).
 */
export const lnLinear = defineKernel({
  name: 'ln-linear',
  bindings: { x: 'f32', params: 'f32', modelOf: 'u32', y: 'rw f32' },
  scalars: {
    rows: 'u32',
    chunk: 'u32',
    k: 'u32',
    n: 'u32',
    eps: 'f32',
    stride: 'u32',
    gamma: 'u32',
    beta: 'u32',
    w: 'u32',
    b: 'u32',
    perModel: 'u32',
    yStride: 'u32',
    yOff: 'u32',
    gelu: 'u32',
    lastOnly: 'u32',
  },
  threads: (s) => Math.ceil(s.rows / s.perModel) * Math.ceil((s.perModel * (s.lastOnly ? 1 : s.chunk)) / 4) * Math.ceil(s.n / 4),
  wgsl,
  scratch: (s) => [s.rows * s.chunk * s.k, s.lastOnly ? s.rows * s.k : 1],
  cpu({ x, params, modelOf, y }, s, cpu) {
    const chunk = s.lastOnly ? 1 : s.chunk;
    let src = x;
    if (s.lastOnly && s.chunk > 1) {
      src = cpu.scratch(1);
      for (let r = 0; r < s.rows; r++) {
        const from = (r * s.chunk + s.chunk - 1) * s.k;
        src.set(x.subarray(from, from + s.k), r * s.k);
      }
    }
    const h = cpu.scratch(0);
    const ln = { d: s.k, eps: s.eps, gamma: s.gamma, beta: s.beta };
    if (cpu.simd) cpu.simd.layerNorm(src.byteOffset, params.byteOffset, modelOf.byteOffset, h.byteOffset, 0, s.rows * chunk, s.k, s.eps, s.stride, s.gamma, s.beta, s.perModel * chunk);
    else for (let r = 0; r < s.rows; r++) for (let c = 0; c < chunk; c++) normalise(src, params, modelOf[Math.floor(r / s.perModel)]! * s.stride, ln, r * chunk + c, h, null);
    linearRows(h, params, modelOf, null, y, { ...s, chunk }, cpu);
    if (!s.gelu) return;
    for (let r = 0; r < s.rows; r++) {
      const o = (r * s.yStride + s.yOff) * s.n;
      if (cpu.simd) {
        cpu.simd.gelu(y.byteOffset + o * 4, y.byteOffset + o * 4, chunk * s.n);
        continue;
      }
      for (let i = 0; i < chunk * s.n; i++) y[o + i] = geluOf(y[o + i]!);
    }
  },
});
