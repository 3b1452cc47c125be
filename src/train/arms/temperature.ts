import type { Arm } from './arm.ts';
import { alignedAt, frozenUser } from './arm.ts';

/** As `single`, with the simulator sampled at a higher temperature. */
export const temperature: Arm = {
  id: 'temperature',
  label: 'High temperature',
  users: 'The same frozen simulator, sampled at a higher temperature.',
  needs: (s) => ({ gammas: [s.gamma] }),
  createUsers: (c) => ({ player: frozenUser(c, alignedAt(c), c.settings.simTemperature) }),
};
