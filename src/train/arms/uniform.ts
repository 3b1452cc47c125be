import type { Arm } from './arm.ts';
import { frozenUser } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** Domain randomisation: every type of user equally often, answered by the base simulator. The cheap control that the remedies are held against. */
export const uniform: Arm = {
  ...ARM_WORDS.uniform,
  id: 'uniform',
  needs: () => ({ base: true }),
  createUsers: (c) => {
    const n = c.scenario.profiles.length;
    return { player: frozenUser(c, c.models.base!), profilePrior: c.scenario.profiles.map(() => 1 / n) };
  },
};
