import { exp } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import { logSumExp } from '../softmax/masked.ts';
import wgsl from './sharpen.wgsl?raw';

/**
 * The alignment target: P tilted by a rater, cut to its nucleus, raised to gamma and normalised, at every position:
 *   q_i ~ P_i e^{tilt[model, input token, i]};  keep the fewest most probable tokens whose mass reaches `nucleus`;  target_i ~ q_i^gamma on those.
 * logits of the base simulator [teacherRows*ctx, vocab], used again for every model (row r of target takes row r % teacherRows); target [rows*ctx, vocab]; gamma [models]; tilt [models, vocab, vocab]; model of row r = r / rowsPerModel (the student's, not the teacher's).
 */
export const sharpen = defineKernel({
  name: 'sharpen',
  bindings: { logits: 'f32', tokens: 'u32', positions: 'u32', gamma: 'f32', tilt: 'f32', target: 'rw f32' },
  scalars: { rows: 'u32', teacherRows: 'u32', rowsPerModel: 'u32', ctx: 'u32', slots: 'u32', vocab: 'u32', nucleus: 'f32' },
  threads: (s) => s.rows * s.ctx,
  consts: (s) => ({ MAX_VOCAB: Math.ceil(s.vocab / 16) * 16 }),
  wgsl,
  scratch: (s) => [s.vocab],
  cpu({ logits, tokens, positions, gamma, tilt, target }, s, cpu) {
    const q = cpu.scratch(0);
    for (let at = 0; at < s.rows * s.ctx; at++) {
      const r = Math.floor(at / s.ctx);
      const t = at - r * s.ctx;
      const o = at * s.vocab;
      const from = ((r % s.teacherRows) * s.ctx + t) * s.vocab;
      const lo = positions[t * 4 + 2]!;
      const hi = positions[t * 4 + 3]!;
      target.fill(0, o, o + s.vocab);
      if (lo === hi) continue;
      const m = Math.floor(r / s.rowsPerModel);
      const tiltRow = (m * s.vocab + tokens[r * s.slots + positions[t * 4]!]!) * s.vocab;
      for (let i = lo; i < hi; i++) q[i] = logits[from + i]! + tilt[tiltRow + i]!;
      const lse = logSumExp(q, 0, lo, hi);
      let best = lo;
      for (let i = lo; i < hi; i++) if (q[i]! > q[best]!) best = i;
      let sum = 0;
      for (let i = lo; i < hi; i++) {
        // the mass of all tokens before this one in order of probability, ties by index
        let before = 0;
        for (let j = lo; j < hi; j++) if (q[j]! > q[i]! || (q[j]! === q[i]! && j < i)) before += exp(q[j]! - lse);
        if (before >= s.nucleus) continue;
        const e = exp(gamma[m]! * (q[i]! - q[best]!));
        target[o + i] = e;
        sum += e;
      }
      for (let i = lo; i < hi; i++) target[o + i]! /= sum;
    }
  },
});
