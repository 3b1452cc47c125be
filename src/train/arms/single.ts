import { frozenUser } from './arm.ts';
import type { Arm } from './arm.ts';

/** One aligned simulator, frozen, answering directly. */
export const single: Arm = {
  id: 'single',
  label: 'One frozen simulator',
  users: 'One simulated user, sharpened by alignment and never updated.',
  createUser: (c) => frozenUser(c, 'training simulator', c.models.simulator),
};
