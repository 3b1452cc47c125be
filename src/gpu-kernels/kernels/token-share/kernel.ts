import { defineKernel } from '../../core/kernel.ts';
import wgsl from './token-share.wgsl?raw';

/** y[m, i] = share of model m's rows whose token at `slot` is lo + i, i in [0, n). tokens [models*rowsPerModel, slots]. */
export const tokenShare = defineKernel({
  name: 'token-share',
  bindings: { tokens: 'u32', y: 'rw f32' },
  scalars: { models: 'u32', rowsPerModel: 'u32', slots: 'u32', slot: 'u32', lo: 'u32', n: 'u32' },
  threads: (s) => s.models * s.n,
  wgsl,
  cpu({ tokens, y }, s) {
    for (let m = 0; m < s.models; m++)
      for (let i = 0; i < s.n; i++) {
        let count = 0;
        for (let r = m * s.rowsPerModel; r < (m + 1) * s.rowsPerModel; r++) if (tokens[r * s.slots + s.slot] === s.lo + i) count++;
        y[m * s.n + i] = count / s.rowsPerModel;
      }
  },
});
