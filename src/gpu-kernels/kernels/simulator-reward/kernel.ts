import { exp } from '../../cpu/math.ts';
import { defineKernel } from '../../core/kernel.ts';
import wgsl from './simulator-reward.wgsl?raw';

/**
 * What a trainable simulator is paid for a dialogue, from the policy's outcome, within groups of `size` consecutive rows:
 * kind 0, adversarial: 1 - reward; 1, curriculum: exp(-(sigma^2 - 1/4)^2 / 0.02), sigma^2 the biased variance of success in the group, highest where half of the group succeeds;
 * 2, shared: reward. outcome [groups*size, 3] = {reward, success, turns}; simOutcome alike, with the simulator's reward in the first column and the others copied.
 */
export const simulatorReward = defineKernel({
  name: 'simulator-reward',
  bindings: { outcome: 'f32', simOutcome: 'rw f32' },
  scalars: { groups: 'u32', size: 'u32', kind: 'u32' },
  threads: (s) => s.groups,
  wgsl,
  cpu({ outcome, simOutcome }, s) {
    for (let g = 0; g < s.groups; g++) {
      const r0 = g * s.size;
      let sum = 0;
      for (let r = r0; r < r0 + s.size; r++) sum += outcome[r * 3 + 1]!;
      const mean = sum / s.size;
      const off = mean * (1 - mean) - 0.25; // success is 0 or 1
      const curriculum = exp((-off * off) / 0.02);
      for (let r = r0; r < r0 + s.size; r++) {
        const reward = outcome[r * 3]!;
        simOutcome[r * 3] = s.kind === 0 ? 1 - reward : s.kind === 1 ? curriculum : reward;
        simOutcome[r * 3 + 1] = outcome[r * 3 + 1]!;
        simOutcome[r * 3 + 2] = outcome[r * 3 + 2]!;
      }
    }
  },
});
