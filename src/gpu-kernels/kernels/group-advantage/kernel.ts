import { defineKernel } from '../../core/kernel.ts';
import wgsl from './group-advantage.wgsl?raw';

/** Columns of `groupStats`. */
export const GROUP_STATS = ['reward', 'success', 'zeroVariance', 'allSuccess', 'allFail', 'turns'] as const;

/**
 * Advantages within groups of `size` consecutive rows (GRPO, Shao et al. 2024). kind 0: (R - mean) / sd with the biased sd, 0 where all rewards are equal; 1: R - mean; 2: R.
 * outcome [groups*size, 3] = {reward, success, turns}; advantage [groups*size]; groupStats [groups, 6] = means of reward and success, flags zero variance, all success, all fail, mean turns.
 */
export const groupAdvantage = defineKernel({
  name: 'group-advantage',
  bindings: { outcome: 'f32', advantage: 'rw f32', groupStats: 'rw f32' },
  scalars: { groups: 'u32', size: 'u32', kind: 'u32' },
  threads: (s) => s.groups,
  wgsl,
  cpu({ outcome, advantage, groupStats }, s) {
    for (let g = 0; g < s.groups; g++) {
      const r0 = g * s.size;
      let sum = 0;
      let success = 0;
      let turns = 0;
      let min = Infinity;
      let max = -Infinity;
      for (let r = r0; r < r0 + s.size; r++) {
        const v = outcome[r * 3]!;
        sum += v;
        success += outcome[r * 3 + 1]!;
        turns += outcome[r * 3 + 2]!;
        min = Math.min(min, v);
        max = Math.max(max, v);
      }
      const mean = sum / s.size;
      let sq = 0;
      for (let r = r0; r < r0 + s.size; r++) sq += (outcome[r * 3]! - mean) * (outcome[r * 3]! - mean);
      const sd = Math.sqrt(sq / s.size);
      for (let r = r0; r < r0 + s.size; r++) {
        const v = outcome[r * 3]!;
        // compared by range, not by sd: the mean of equal rewards can differ from them in the last bit
        advantage[r] = s.kind === 2 ? v : max === min ? 0 : s.kind === 1 ? v - mean : (v - mean) / sd;
      }
      const q = g * 6;
      groupStats[q] = mean;
      groupStats[q + 1] = success / s.size;
      groupStats[q + 2] = max === min ? 1 : 0;
      groupStats[q + 3] = success === s.size ? 1 : 0;
      groupStats[q + 4] = success === 0 ? 1 : 0;
      groupStats[q + 5] = turns / s.size;
    }
  },
});
