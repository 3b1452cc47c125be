import { exp } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import { philoxUniform } from '../../random/philox.ts';
import { philoxWgsl } from '../../random/includes.ts';
import { logSumExp } from '../softmax/masked.ts';
import wgsl from './draw-verbalized.wgsl?raw';

/**
 * Draws one candidate of a verbalized list and writes it over the direct answer at tokens[r, slot].
 * The list of row r is lists[r, first .. first + 2k) = (candidate, bucket) x k; bucket token b stands for probability values[b - bucketLo]. Candidate i is drawn with probability
 *   equal = 0: values_i / sum_j values_j;   equal = 1: 1 / k,
 * by inverse CDF in the order of the list, u = philox(seed, stream; update, dialogue, slot).
 * A list that repeats a candidate, or whose buckets are all zero, is malformed: the direct answer stays.
 * induced[r*ctx + pos, :] gets the distribution drawn from over the whole vocabulary, softmax(direct / temperature) over [lo, hi) when malformed, and in a last column 1 when malformed, else 0.
 * lists [rows, listSlots]; direct [rows, vocab] = logits of the direct answer; tokens [rows, slots]; induced [rows*ctx, vocab + 1]. The token of a row whose dialogue is over is left alone.
 */
export const drawVerbalized = defineKernel({
  name: 'draw-verbalized',
  bindings: { lists: 'u32', values: 'f32', direct: 'f32', alive: 'u32', clock: 'u32', seeds: 'u32', tokens: 'rw u32', induced: 'rw f32' },
  scalars: {
    rows: 'u32',
    k: 'u32',
    equal: 'u32',
    listSlots: 'u32',
    first: 'u32',
    bucketLo: 'u32',
    vocab: 'u32',
    lo: 'u32',
    hi: 'u32',
    slots: 'u32',
    slot: 'u32',
    ctx: 'u32',
    pos: 'u32',
    perSeed: 'u32',
    stream: 'u32',
    temperature: 'f32',
  },
  threads: (s) => s.rows,
  wgsl,
  includes: [philoxWgsl],
  scratch: (s) => [s.vocab],
  cpu({ lists, values, direct, alive, clock, seeds, tokens, induced }, s, cpu) {
    const tempered = cpu.scratch(0);
    for (let r = 0; r < s.rows; r++) {
      const l = r * s.listSlots + s.first;
      const o = (r * s.ctx + s.pos) * (s.vocab + 1);
      const weight = (i: number): number => (s.equal ? 1 : values[lists[l + 2 * i + 1]! - s.bucketLo]!);
      induced.fill(0, o, o + s.vocab + 1);
      let mass = 0;
      let total = 0;
      let repeated = false;
      for (let i = 0; i < s.k; i++) {
        for (let j = 0; j < i; j++) repeated ||= lists[l + 2 * j] === lists[l + 2 * i];
        mass += values[lists[l + 2 * i + 1]! - s.bucketLo]!;
        total += weight(i);
      }
      if (repeated || mass === 0) {
        for (let i = s.lo; i < s.hi; i++) tempered[i] = direct[r * s.vocab + i]! / s.temperature;
        const lse = logSumExp(tempered, 0, s.lo, s.hi);
        for (let i = s.lo; i < s.hi; i++) induced[o + i] = exp(tempered[i]! - lse);
        induced[o + s.vocab] = 1;
        continue;
      }
      const seed = Math.floor(r / s.perSeed);
      const goal = philoxUniform(seeds[seed]!, s.stream, clock[0]!, r - seed * s.perSeed, s.slot) * total;
      let sum = 0;
      let token = -1;
      for (let i = 0; i < s.k; i++) {
        const w = weight(i);
        if (w === 0) continue;
        const c = lists[l + 2 * i]!;
        induced[o + c] = w / total;
        // the last candidate with any mass takes what rounding leaves over
        if (token < 0 || goal >= sum) token = c;
        sum += w;
      }
      if (alive[r]) tokens[r * s.slots + s.slot] = token;
    }
  },
});
