import { defineKernel } from '../../core/kernel.ts';
import tokenWgsl from './embed-bwd-token.wgsl?raw';
import positionWgsl from './embed-bwd-position.wgsl?raw';

/**
 * Gradient of `embed` to the token table: grads[model, wte + v*d + i] = sum of dx over this model's rows and positions whose input token is v, rows ascending, then positions.
 * A gather over rows, since WebGPU has no float atomics. dx [models*rowsPerModel*ctx, d]; model m owns rows [m*rowsPerModel, (m+1)*rowsPerModel).
 */
export const embedBwdToken = defineKernel({
  name: 'embed-bwd-token',
  bindings: { tokens: 'u32', positions: 'u32', dx: 'f32', grads: 'rw f32' },
  scalars: { models: 'u32', rowsPerModel: 'u32', ctx: 'u32', slots: 'u32', d: 'u32', vocab: 'u32', stride: 'u32', wte: 'u32' },
  threads: (s) => s.models * s.vocab * Math.ceil(s.d / 4),
  wgsl: tokenWgsl,
  cpu({ tokens, positions, dx, grads }, s, cpu) {
    for (let m = 0; m < s.models; m++) {
      const g = m * s.stride + s.wte;
      if (cpu.simd) {
        const r = m * s.rowsPerModel;
        cpu.simd.embedBwdToken(tokens.byteOffset + r * s.slots * 4, positions.byteOffset, dx.byteOffset + r * s.ctx * s.d * 4, grads.byteOffset + g * 4, s.rowsPerModel, s.ctx, s.slots, s.d, s.vocab);
        continue;
      }
      grads.fill(0, g, g + s.vocab * s.d);
      for (let r = m * s.rowsPerModel; r < (m + 1) * s.rowsPerModel; r++)
        for (let t = 0; t < s.ctx; t++) {
          const o = g + tokens[r * s.slots + positions[t * 4]!]! * s.d;
          const x = (r * s.ctx + t) * s.d;
          for (let i = 0; i < s.d; i++) grads[o + i]! += dx[x + i]!;
        }
    }
  },
});

/** Gradient of `embed` to the position table: grads[model, wpe + t*d + i] = sum over this model's rows of dx[row, t, i], rows ascending. */
export const embedBwdPosition = defineKernel({
  name: 'embed-bwd-position',
  bindings: { dx: 'f32', grads: 'rw f32' },
  scalars: { models: 'u32', rowsPerModel: 'u32', ctx: 'u32', d: 'u32', stride: 'u32', wpe: 'u32' },
  threads: (s) => s.models * s.ctx * s.d,
  wgsl: positionWgsl,
  cpu({ dx, grads }, s, cpu) {
    const n = s.ctx * s.d;
    for (let m = 0; m < s.models; m++) {
      const g = m * s.stride + s.wpe;
      if (cpu.simd) {
        cpu.simd.columnSums(dx.byteOffset + m * s.rowsPerModel * n * 4, grads.byteOffset + g * 4, s.rowsPerModel, n);
        continue;
      }
      grads.fill(0, g, g + n);
      for (let r = m * s.rowsPerModel; r < (m + 1) * s.rowsPerModel; r++) for (let i = 0; i < n; i++) grads[g + i]! += dx[r * n + i]!;
    }
  },
});
