/**
 * What a batch of dialogues says about the policy as a distribution over strategies, a strategy being the whole sequence of its acts until the dialogue ended.
 * Row r belongs to seed r / perSeed; outcome [rows, 3] = {reward, success, turns}; the act of turn t is tokens[r, firstSlot + t * stride].
 */
import { log } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import compareWgsl from './strategy-rows.wgsl?raw';
import reduceWgsl from './strategy-stats.wgsl?raw';

/** Columns of `stats`. */
export const STRATEGY_STATS = ['strategyEntropy', 'modeMass', 'exploitMass'] as const;

/**
 * perRow [rows, 2] = {share of the seed's dialogues with the same acts, 1 where the acts can still be completed to one of a set of scripts}. The set is a trie in a table
 * next [nodes, acts]: node 1 is the start, 0 is outside, and a finished script leads back to itself whatever follows.
 */
export const strategyRows = defineKernel({
  name: 'strategy-rows',
  bindings: { tokens: 'u32', outcome: 'f32', next: 'u32', perRow: 'rw f32' },
  scalars: { rows: 'u32', slots: 'u32', perSeed: 'u32', firstSlot: 'u32', stride: 'u32', lo: 'u32', acts: 'u32' },
  threads: (s) => s.rows,
  wgsl: compareWgsl,
  cpu({ tokens, outcome, next, perRow }, s) {
    for (let r = 0; r < s.rows; r++) {
      const turns = outcome[r * 3 + 2]!;
      const at = r * s.slots + s.firstSlot;
      const first = r - (r % s.perSeed);
      let same = 0;
      for (let q = first; q < first + s.perSeed; q++) {
        if (outcome[q * 3 + 2] !== turns) continue;
        const other = q * s.slots + s.firstSlot;
        let t = 0;
        while (t < turns && tokens[at + t * s.stride] === tokens[other + t * s.stride]) t++;
        if (t === turns) same++;
      }
      let node = 1;
      for (let t = 0; t < turns; t++) node = next[node * s.acts + tokens[at + t * s.stride]! - s.lo]!;
      perRow[r * 2] = same / s.perSeed;
      perRow[r * 2 + 1] = node === 0 ? 0 : 1;
    }
  },
});

/** stats [seeds, 3] as STRATEGY_STATS: entropy of the empirical distribution of strategies (nats, at most log perSeed), share of the most frequent one, share within the set of scripts. */
export const strategyStats = defineKernel({
  name: 'strategy-stats',
  bindings: { perRow: 'f32', stats: 'rw f32' },
  scalars: { seeds: 'u32', perSeed: 'u32' },
  threads: (s) => s.seeds,
  wgsl: reduceWgsl,
  cpu({ perRow, stats }, s) {
    for (let m = 0; m < s.seeds; m++) {
      let entropy = 0;
      let mode = 0;
      let inside = 0;
      for (let r = m * s.perSeed; r < (m + 1) * s.perSeed; r++) {
        entropy -= log(perRow[r * 2]!);
        mode = Math.max(mode, perRow[r * 2]!);
        inside += perRow[r * 2 + 1]!;
      }
      stats.set([entropy / s.perSeed, mode, inside / s.perSeed], m * 3);
    }
  },
});
