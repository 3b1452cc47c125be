import { defineKernel } from '../../core/kernel.ts';
import wgsl from './mask-weight.wgsl?raw';

/**
 * weight = active / (active tokens of the model's whole batch), so that token losses are averaged over the batch and not within each dialogue.
 * active, weight [models, n]; count [models] from `segmentSum`. A model without active tokens gets weight 0.
 */
export const maskWeight = defineKernel({
  name: 'mask-weight',
  bindings: { active: 'f32', count: 'f32', weight: 'rw f32' },
  scalars: { models: 'u32', n: 'u32' },
  threads: (s) => s.models * s.n,
  wgsl,
  cpu({ active, count, weight }, s) {
    for (let m = 0; m < s.models; m++) {
      const c = count[m]!;
      for (let i = m * s.n; i < (m + 1) * s.n; i++) weight[i] = c > 0 ? active[i]! / c : 0;
    }
  },
});
