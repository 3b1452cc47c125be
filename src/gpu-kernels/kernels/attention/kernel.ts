import { exp, log } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import wgsl from './attention.wgsl?raw';

/**
 * Causal attention of a chunk of queries against everything before them. qkv [rows, ctx, 3d] holds {q, k, v} of every position so far and so is the cache as well;
 * query (r, c) stands at position pos0 + c and sees positions 0..pos0+c. Head h uses columns [h*hd, (h+1)*hd), hd = d/heads, scores scaled by 1/sqrt(hd).
 * out [rows*chunk, d]; lse [rows*chunk, heads] = log of the softmax's denominator, for the backward pass.
 */
export const attention = defineKernel({
  name: 'attention',
  bindings: { qkv: 'f32', out: 'rw f32', lse: 'rw f32' },
  scalars: { rows: 'u32', chunk: 'u32', pos0: 'u32', ctx: 'u32', d: 'u32', heads: 'u32' },
  threads: (s) => s.rows * s.chunk * s.heads,
  consts: (s) => ({ HD: s.d / s.heads }),
  wgsl,
  scratch: (s) => [Math.ceil(s.ctx / 4) * 4],
  cpu({ qkv, out, lse }, s, cpu) {
    const { d, heads } = s;
    const hd = d / heads;
    const scale = 1 / Math.sqrt(hd);
    const p = cpu.scratch(0);
    if (cpu.simd) return cpu.simd.attention(qkv.byteOffset, out.byteOffset, lse.byteOffset, p.byteOffset, s.rows, s.chunk, s.pos0, s.ctx, d, heads);
    for (let r = 0; r < s.rows; r++)
      for (let c = 0; c < s.chunk; c++)
        for (let h = 0; h < heads; h++) {
          const n = s.pos0 + c + 1;
          const row = r * s.ctx;
          const q = (row + n - 1) * 3 * d + h * hd;
          let max = -Infinity;
          for (let j = 0; j < n; j++) {
            const k = (row + j) * 3 * d + d + h * hd;
            let dot = 0;
            for (let i = 0; i < hd; i++) dot += qkv[q + i]! * qkv[k + i]!;
            dot *= scale;
            p[j] = dot;
            if (dot > max) max = dot;
          }
          let sum = 0;
          for (let j = 0; j < n; j++) {
            const e = exp(p[j]! - max);
            p[j] = e;
            sum += e;
          }
          const o = (r * s.chunk + c) * d + h * hd;
          for (let i = 0; i < hd; i++) {
            let acc = 0;
            for (let j = 0; j < n; j++) acc += p[j]! * qkv[(row + j) * 3 * d + 2 * d + h * hd + i]!;
            out[o + i] = acc / sum;
          }
          lse[(r * s.chunk + c) * heads + h] = max + log(sum);
        }
  },
});
