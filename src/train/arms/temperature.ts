import type { Arm } from './arm.ts';
import { alignedAt, frozenUser } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** As `single`, with the simulator sampled at a higher temperature. */
export const temperature: Arm = {
  ...ARM_WORDS.temperature,
  id: 'temperature',
  needs: (s) => ({ gammas: [s.gamma] }),
  createUsers: (c) => ({ player: frozenUser(c, alignedAt(c), c.settings.simTemperature) }),
};
