import type { Arm } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** Trains on the real users themselves: the upper reference, which nobody has in practice. */
export const oracle: Arm = {
  ...ARM_WORDS.oracle,
  id: 'oracle',
  needs: () => ({}),
  createUsers: () => ({ player: { kind: 'table' } }),
};
