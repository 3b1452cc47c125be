import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { philoxUniform } from '../../random/philox.ts';
import { sample } from './kernel.ts';

const scalars = { rows: 1, vocab: 7, lo: 2, hi: 6, slots: 3, slot: 1, ctx: 2, pos: 1, perSeed: 1, stream: 5, nested: 0, temperature: 1 };
const seeds = [11, 22, 0xffffffff];

describe('sample', () => {
  it.each([
    { rows: 1, vocab: 1, lo: 0, hi: 1 },
    { rows: 70, perSeed: 30 },
    { rows: 40, perSeed: 20, temperature: 0.3, vocab: 33, lo: 0, hi: 33 },
    { rows: 9, perSeed: 3, temperature: 3, lo: 4, hi: 5 },
  ])('%o', async (over) => {
    const s = { ...scalars, ...over };
    const draw = new Draw(s.rows);
    const logits = draw.floats(s.rows * s.vocab, -2, 2);
    const alive = Uint32Array.from({ length: s.rows }, (_, r) => (r % 4 === 3 ? 0 : 1));
    const before = draw.ints(s.rows * s.slots, 99);
    const n = s.rows * s.ctx;
    const { tokens, active, logprob, collapse } = await parity(sample, { logits, alive, clock: [42, 0], seeds, tokens: before, logprob: draw.floats(n), active: n, collapse: n }, s, {
      rtol: 1e-5,
      atol: 1e-5,
    });
    for (let r = 0; r < s.rows; r++) {
      const token = tokens[r * s.slots + s.slot]!;
      expect(token >= s.lo && token < s.hi).toBe(true);
      if (!alive[r]) expect(token).toBe(s.lo);
      expect(active[r * s.ctx + s.pos]).toBe(alive[r]);
      expect(tokens[r * s.slots]).toBe(before[r * s.slots]);
      const range = [...logits.slice(r * s.vocab + s.lo, r * s.vocab + s.hi)];
      const wanted = logits[r * s.vocab + token]! - Math.log(range.reduce((sum, l) => sum + Math.exp(l), 0)); // at temperature 1, whatever it was drawn at
      expect(Math.abs(logprob[r * s.ctx + s.pos]! - wanted)).toBeLessThan(1e-5);
      const tempered = range.map((l) => Math.exp(l / s.temperature));
      const eps = 1 - Math.max(...tempered) / tempered.reduce((a, b) => a + b, 0);
      expect(collapse[r * s.ctx + s.pos]).toBeCloseTo(alive[r] ? eps : 0, 5);
    }
  });

  it('draws by inverse CDF from the uniform of (seed, stream; update, dialogue, slot)', async () => {
    const rows = 400;
    const p = [0.1, 0.2, 0.3, 0.4];
    const logits = Float32Array.from({ length: rows * 4 }, (_, i) => Math.log(p[i % 4]!));
    const s = { ...scalars, rows, vocab: 4, lo: 0, hi: 4, slots: 1, slot: 0, ctx: 1, pos: 0, perSeed: 200 };
    const { tokens } = await parity(sample, { logits, alive: new Uint32Array(rows).fill(1), clock: [7, 0], seeds: [1, 2], tokens: rows, logprob: rows, active: rows, collapse: rows }, s);
    const counts = [0, 0, 0, 0];
    for (let r = 0; r < rows; r++) {
      const u = philoxUniform(r < 200 ? 1 : 2, s.stream, 7, r % 200, 0);
      expect(tokens[r]).toBe(u < 0.1 ? 0 : u < 0.3 ? 1 : u < 0.6 ? 2 : 3);
      counts[tokens[r]!]!++;
    }
    // chi-squared, 3 degrees of freedom, 0.1 % point; the draw is fixed
    expect(counts.reduce((x, n, i) => x + (n - rows * p[i]!) ** 2 / (rows * p[i]!), 0)).toBeLessThan(16.3);
  });
});
