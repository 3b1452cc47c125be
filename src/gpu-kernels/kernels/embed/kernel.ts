import { defineKernel } from '../../core/kernel.ts';
import wgsl from './embed.wgsl?raw';

/**
 * x[r*chunk + c, :] = wte[token] + wpe[pos0 + c], token = tokens[r, positions[pos0 + c].input].
 * tokens [rows, slots]; positions [ctx, 4] = {input slot, target slot, lo, hi}; x [rows*chunk, d]. Row r uses model modelOf[r / perModel].
 */
export const embed = defineKernel({
  name: 'embed',
  bindings: { tokens: 'u32', positions: 'u32', params: 'f32', modelOf: 'u32', x: 'rw f32' },
  scalars: { rows: 'u32', chunk: 'u32', pos0: 'u32', slots: 'u32', d: 'u32', stride: 'u32', wte: 'u32', wpe: 'u32', perModel: 'u32' },
  threads: (s) => s.rows * s.chunk * s.d,
  wgsl,
  cpu({ tokens, positions, params, modelOf, x }, s, cpu) {
    if (cpu.simd) {
      const { rows, chunk, pos0, slots, d, stride, wte, wpe, perModel } = s;
      return cpu.simd.embed(tokens.byteOffset, positions.byteOffset, params.byteOffset, modelOf.byteOffset, x.byteOffset, rows, chunk, pos0, slots, d, stride, wte, wpe, perModel);
    }
    for (let r = 0; r < s.rows; r++) {
      const base = modelOf[Math.floor(r / s.perModel)]! * s.stride;
      for (let c = 0; c < s.chunk; c++) {
        const pos = s.pos0 + c;
        const te = base + s.wte + tokens[r * s.slots + positions[pos * 4]!]! * s.d;
        const pe = base + s.wpe + pos * s.d;
        const o = (r * s.chunk + c) * s.d;
        for (let i = 0; i < s.d; i++) x[o + i] = params[te + i]! + params[pe + i]!;
      }
    }
  },
});
