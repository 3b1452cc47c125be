import type { Arm } from './arm.ts';

/** Trains on the real users themselves: the upper reference, which nobody has in practice. */
export const oracle: Arm = {
  id: 'oracle',
  label: 'Real users',
  users: 'The real users themselves.',
  needs: () => ({}),
  createUsers: () => ({ player: { kind: 'table' } }),
};
