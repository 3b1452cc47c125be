import type { Arm } from './arm.ts';
import { alignedAt, frozenUser } from './arm.ts';

/** As `single`, with a persona prompt drawn for every dialogue, which the simulator follows only in part. */
export const persona: Arm = {
  id: 'persona',
  label: 'Persona prompts',
  users: 'The same frozen simulator, told in each dialogue which type of user to be.',
  needs: (s) => ({ gammas: [s.gamma] }),
  createUsers: (c) => {
    const n = c.scenario.profiles.length;
    return { player: frozenUser(c, alignedAt(c)), personas: [0, ...c.scenario.profiles.map(() => 1 / n)] };
  },
};
