import type { Arm } from './arm.ts';
import { alignedAt, frozenUser } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** One aligned simulator, frozen, answering directly. */
export const single: Arm = {
  ...ARM_WORDS.single,
  id: 'single',
  needs: (s) => ({ gammas: [s.gamma] }),
  createUsers: (c) => ({ player: frozenUser(c, alignedAt(c)) }),
};
