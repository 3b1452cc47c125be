import { defineKernel } from '../../core/kernel.ts';
import { philoxUniform } from '../../random/philox.ts';
import { philoxWgsl } from '../../random/includes.ts';
import wgsl from './sample-table.wgsl?raw';

/**
 * Draws tokens[r, slot] = lo + i with probability table[row, i], i in [0, n), by inverse CDF, where row = (tokens[r, slotA] - loA) * strideA + (tokens[r, slotB] - loB);
 * useRow = 0 takes row 0 (a table without conditions). The uniform is the one `sample` would use at the same (seed, stream, slot).
 * Rows whose dialogue is over get `lo`.
 */
export const sampleTable = defineKernel({
  name: 'sample-table',
  bindings: { table: 'f32', alive: 'u32', clock: 'u32', seeds: 'u32', tokens: 'rw u32' },
  scalars: { rows: 'u32', n: 'u32', lo: 'u32', slots: 'u32', slot: 'u32', useRow: 'u32', slotA: 'u32', loA: 'u32', strideA: 'u32', slotB: 'u32', loB: 'u32', perSeed: 'u32', stream: 'u32' },
  threads: (s) => s.rows,
  wgsl,
  includes: [philoxWgsl],
  cpu({ table, alive, clock, seeds, tokens }, s) {
    for (let r = 0; r < s.rows; r++) {
      const at = r * s.slots;
      let i = 0;
      if (alive[r]) {
        const seed = Math.floor(r / s.perSeed);
        const u = philoxUniform(seeds[seed]!, s.stream, clock[0]!, r - seed * s.perSeed, s.slot);
        const row = s.useRow ? (tokens[at + s.slotA]! - s.loA) * s.strideA + tokens[at + s.slotB]! - s.loB : 0;
        let sum = 0;
        for (; i < s.n - 1; i++) {
          sum += table[row * s.n + i]!;
          if (u < sum) break;
        }
      }
      tokens[at + s.slot] = s.lo + i;
    }
  },
});
