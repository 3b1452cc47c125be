import { exp } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import { philoxUniform } from '../../random/philox.ts';
import { logSumExp } from '../softmax/masked.ts';
import { philoxWgsl } from '../../random/includes.ts';
import wgsl from './sample.wgsl?raw';

/**
 * Draws one token a row from softmax(logits / temperature) over [lo, hi) by inverse CDF, tokens ascending, with u = philox(seed, stream; update, dialogue, slot), and writes it to
 * tokens[r, slot], its log-probability at temperature 1 to logprob[r*ctx + pos] and alive[r] to active[r*ctx + pos].
 * collapse[r*ctx + pos] gets the collapse error 1 - max_i p_i of the distribution drawn from (the paper's equation 3), 0 when the dialogue is over.
 * A row whose dialogue is over gets `lo`, so that ended dialogues compare equal. logits [rows, vocab]; row r belongs to seed r / perSeed and is dialogue r % perSeed of it; clock[0] = update.
 * Where `nested` is 1 and clock[1] = m > 0, dialogues that are equal modulo m draw the same u: nested sampling holds this side's random numbers fixed while the other side's vary.
 */
export const sample = defineKernel({
  name: 'sample',
  bindings: { logits: 'f32', alive: 'u32', clock: 'u32', seeds: 'u32', tokens: 'rw u32', logprob: 'rw f32', active: 'rw f32', collapse: 'rw f32' },
  scalars: { rows: 'u32', vocab: 'u32', lo: 'u32', hi: 'u32', slots: 'u32', slot: 'u32', ctx: 'u32', pos: 'u32', perSeed: 'u32', stream: 'u32', nested: 'u32', temperature: 'f32' },
  threads: (s) => s.rows,
  wgsl,
  includes: [philoxWgsl],
  scratch: (s) => [s.vocab],
  cpu({ logits, alive, clock, seeds, tokens, logprob, active, collapse }, s, cpu) {
    const repeat = s.nested ? clock[1]! : 0;
    for (let r = 0; r < s.rows; r++) {
      const o = r * s.vocab;
      const seed = Math.floor(r / s.perSeed);
      const own = r - seed * s.perSeed;
      const dialogue = repeat > 0 ? own % repeat : own;
      if (cpu.simd) {
        const u = alive[r] ? philoxUniform(seeds[seed]!, s.stream, clock[0]!, dialogue, s.slot) : -1; // below every sum: the first token
        const at = r * s.ctx + s.pos;
        const row = logits.byteOffset + (o + s.lo) * 4;
        const drawn = cpu.simd.sampleRow(row, s.hi - s.lo, s.temperature, u, logprob.byteOffset + at * 4, collapse.byteOffset + at * 4, cpu.scratch(0).byteOffset);
        tokens[r * s.slots + s.slot] = s.lo + drawn;
        active[at] = alive[r]!;
        if (!alive[r]) collapse[at] = 0;
        continue;
      }
      let token = s.lo;
      let eps = 0;
      if (alive[r]) {
        const u = philoxUniform(seeds[seed]!, s.stream, clock[0]!, dialogue, s.slot);
        let max = -Infinity;
        for (let i = s.lo; i < s.hi; i++) if (logits[o + i]! > max) max = logits[o + i]!;
        let total = 0;
        for (let i = s.lo; i < s.hi; i++) total += exp((logits[o + i]! - max) / s.temperature);
        eps = 1 - 1 / total; // the mode's term of the sum is e^0 = 1
        const goal = u * total;
        let sum = 0;
        for (token = s.lo; token < s.hi - 1; token++) {
          sum += exp((logits[o + token]! - max) / s.temperature);
          if (goal < sum) break;
        }
      }
      tokens[r * s.slots + s.slot] = token;
      logprob[r * s.ctx + s.pos] = logits[o + token]! - logSumExp(logits, o, s.lo, s.hi);
      active[r * s.ctx + s.pos] = alive[r]!;
      collapse[r * s.ctx + s.pos] = eps;
    }
  },
});
