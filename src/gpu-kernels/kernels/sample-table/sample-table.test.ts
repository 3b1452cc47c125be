import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { philoxUniform } from '../../random/philox.ts';
import { sampleTable } from './kernel.ts';

const seeds = [3, 0x80000001];

describe('sample-table', () => {
  it.each([1, 0])('draws from the row the two tokens name (useRow %i)', async (useRow) => {
    const rows = 100;
    const draw = new Draw(useRow + 1);
    const [na, nb, n, lo, slots] = [3, 4, 5, 20, 4];
    const table = Float32Array.from({ length: na * nb * n }, () => 0);
    for (let q = 0; q < na * nb; q++) {
      const w = draw.floats(n, 0, 1);
      const total = w.reduce((a, b) => a + b, 0);
      table.set(
        w.map((v) => v / total),
        q * n,
      );
    }
    const before = Uint32Array.from({ length: rows * slots }, (_, i) => (i % slots === 1 ? 8 + draw.ints(1, na)[0]! : i % slots === 3 ? 30 + draw.ints(1, nb)[0]! : 77));
    const alive = Uint32Array.from({ length: rows }, (_, r) => (r % 5 === 4 ? 0 : 1));
    const s = { rows, n, lo, slots, slot: 2, useRow, slotA: 1, loA: 8, strideA: nb, slotB: 3, loB: 30, perSeed: 50, stream: 9 };
    const { tokens } = await parity(sampleTable, { table, alive, clock: [5], seeds, tokens: before }, s);
    for (let r = 0; r < rows; r++) {
      const row = useRow ? (before[r * slots + 1]! - 8) * nb + before[r * slots + 3]! - 30 : 0;
      const u = philoxUniform(seeds[Math.floor(r / 50)]!, 9, 5, r % 50, 2);
      let i = 0;
      for (let sum = table[row * n]!; i < n - 1 && u >= sum; sum += table[row * n + ++i]!);
      expect(tokens[r * slots + 2]).toBe(lo + (alive[r] ? i : 0));
      expect(tokens[r * slots]).toBe(77);
    }
  });
});
