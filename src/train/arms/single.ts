import type { Arm } from './arm.ts';
import { alignedAt, frozenUser } from './arm.ts';

/** One aligned simulator, frozen, answering directly. */
export const single: Arm = {
  id: 'single',
  label: 'One frozen simulator',
  users: 'One simulated user, sharpened by alignment and never updated.',
  needs: (s) => ({ gammas: [s.gamma] }),
  createUsers: (c) => ({ player: frozenUser(c, alignedAt(c)) }),
};
