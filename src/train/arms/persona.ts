import type { Arm } from './arm.ts';
import { alignedAt, frozenUser } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** As `single`, with a persona prompt drawn for every dialogue, which the simulator follows only in part. */
export const persona: Arm = {
  ...ARM_WORDS.persona,
  id: 'persona',
  needs: (s) => ({ gammas: [s.gamma] }),
  createUsers: (c) => {
    const n = c.scenario.profiles.length;
    return { player: frozenUser(c, alignedAt(c)), personas: [0, ...c.scenario.profiles.map(() => 1 / n)] };
  },
};
