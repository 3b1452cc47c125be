import { defineKernel } from '../../core/kernel.ts';
import wgsl from './variance-split.wgsl?raw';

/** Columns of `split`. */
export const VARIANCE_SPLIT = ['user', 'policy', 'userShare'] as const;

/**
 * The variance of the reward split in two (the paper's equation 6), Var R = E_pi[Var_user(R)] + Var_pi[E_user(R)], from nested samples: dialogue j*draws + i of a seed has the policy's
 * i-th random numbers and user numbers of its own, i < draws, j < repeats. Unbiased: user = mean over i of the sample variance over j; policy = sample variance of the means over j, less user / repeats.
 * userShare = user / (user + policy), 0 when nothing varies. With one draw the policy's part cannot be told: it is 0 and the share 1, so callers need draws >= 2 and repeats >= 2.
 * x [seeds, repeats, draws, cols], the reward in column 0.
 */
export const varianceSplit = defineKernel({
  name: 'variance-split',
  bindings: { x: 'f32', split: 'rw f32' },
  scalars: { seeds: 'u32', draws: 'u32', repeats: 'u32', cols: 'u32' },
  threads: (s) => s.seeds,
  wgsl,
  cpu({ x, split }, s) {
    for (let m = 0; m < s.seeds; m++) {
      const at = (i: number, j: number): number => x[((m * s.repeats + j) * s.draws + i) * s.cols]!;
      let user = 0;
      let sum = 0;
      let squares = 0;
      for (let i = 0; i < s.draws; i++) {
        let mean = 0;
        for (let j = 0; j < s.repeats; j++) mean += at(i, j);
        mean /= s.repeats;
        let within = 0;
        for (let j = 0; j < s.repeats; j++) within += (at(i, j) - mean) * (at(i, j) - mean);
        user += within / (s.repeats - 1);
        sum += mean;
        squares += mean * mean;
      }
      user /= s.draws;
      const between = s.draws > 1 ? Math.max(0, (squares - (sum * sum) / s.draws) / (s.draws - 1)) : 0;
      const policy = between - user / s.repeats;
      // an unbiased estimate of nearly nothing can fall below 0; a share cannot
      const total = user + Math.max(0, policy);
      split.set([user, policy, total > 0 ? user / total : 0], m * 3);
    }
  },
});
