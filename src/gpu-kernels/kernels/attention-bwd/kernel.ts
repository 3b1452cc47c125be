import { exp } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import qWgsl from './attention-bwd-q.wgsl?raw';
import kvWgsl from './attention-bwd-kv.wgsl?raw';

const scalars = { rows: 'u32', ctx: 'u32', d: 'u32', heads: 'u32' } as const;

/**
 * Backward of `attention` over whole sequences (chunk = ctx), first half. With p_ij = exp(s_ij - lse_i) and delta_i = dout_i . out_i:
 * dq_i = scale * sum_{j<=i} p_ij (dout_i . v_j - delta_i) k_j, written to the q part of dqkv [rows, ctx, 3d]; delta [rows*ctx, heads] kept for the second half.
 */
export const attentionBwdQ = defineKernel({
  name: 'attention-bwd-q',
  bindings: { qkv: 'f32', out: 'f32', dout: 'f32', lse: 'f32', delta: 'rw f32', dqkv: 'rw f32' },
  scalars,
  threads: (s) => s.rows * s.ctx * s.heads,
  consts: (s) => ({ HD: s.d / s.heads }),
  wgsl: qWgsl,
  cpu({ qkv, out, dout, lse, delta, dqkv }, s, cpu) {
    const { d, heads, ctx } = s;
    if (cpu.simd) return cpu.simd.attentionBwdQ(qkv.byteOffset, out.byteOffset, dout.byteOffset, lse.byteOffset, delta.byteOffset, dqkv.byteOffset, s.rows, ctx, d, heads);
    const hd = d / heads;
    const scale = 1 / Math.sqrt(hd);
    for (let r = 0; r < s.rows; r++)
      for (let i = 0; i < ctx; i++)
        for (let h = 0; h < heads; h++) {
          const at = r * ctx + i;
          const q = at * 3 * d + h * hd;
          const o = at * d + h * hd;
          let del = 0;
          for (let e = 0; e < hd; e++) del += dout[o + e]! * out[o + e]!;
          delta[at * heads + h] = del;
          for (let e = 0; e < hd; e++) dqkv[q + e] = 0;
          const l = lse[at * heads + h]!;
          for (let j = 0; j <= i; j++) {
            const k = (r * ctx + j) * 3 * d + d + h * hd;
            let sc = 0;
            let dp = 0;
            for (let e = 0; e < hd; e++) {
              sc += qkv[q + e]! * qkv[k + e]!;
              dp += dout[o + e]! * qkv[k + d + e]!;
            }
            const ds = exp(sc * scale - l) * (dp - del) * scale;
            for (let e = 0; e < hd; e++) dqkv[q + e]! += ds * qkv[k + e]!;
          }
        }
  },
});

/** Second half: dv_j = sum_{i>=j} p_ij dout_i and dk_j = scale * sum_{i>=j} p_ij (dout_i . v_j - delta_i) q_i, written to the k and v parts of dqkv. */
export const attentionBwdKV = defineKernel({
  name: 'attention-bwd-kv',
  bindings: { qkv: 'f32', dout: 'f32', lse: 'f32', delta: 'f32', dqkv: 'rw f32' },
  scalars,
  threads: (s) => s.rows * s.ctx * s.heads,
  consts: (s) => ({ HD: s.d / s.heads }),
  wgsl: kvWgsl,
  cpu({ qkv, dout, lse, delta, dqkv }, s, cpu) {
    const { d, heads, ctx } = s;
    if (cpu.simd) return cpu.simd.attentionBwdKV(qkv.byteOffset, dout.byteOffset, lse.byteOffset, delta.byteOffset, dqkv.byteOffset, s.rows, ctx, d, heads);
    const hd = d / heads;
    const scale = 1 / Math.sqrt(hd);
    for (let r = 0; r < s.rows; r++)
      for (let j = 0; j < ctx; j++)
        for (let h = 0; h < heads; h++) {
          const k = (r * ctx + j) * 3 * d + d + h * hd;
          const v = k + d;
          for (let e = 0; e < hd; e++) {
            dqkv[k + e] = 0;
            dqkv[v + e] = 0;
          }
          for (let i = j; i < ctx; i++) {
            const at = r * ctx + i;
            const q = at * 3 * d + h * hd;
            const o = at * d + h * hd;
            let sc = 0;
            let dp = 0;
            for (let e = 0; e < hd; e++) {
              sc += qkv[q + e]! * qkv[k + e]!;
              dp += dout[o + e]! * qkv[v + e]!;
            }
            const p = exp(sc * scale - lse[at * heads + h]!);
            const ds = p * (dp - delta[at * heads + h]!) * scale;
            for (let e = 0; e < hd; e++) {
              dqkv[k + e]! += ds * qkv[q + e]!;
              dqkv[v + e]! += p * dout[o + e]!;
            }
          }
        }
  },
});
