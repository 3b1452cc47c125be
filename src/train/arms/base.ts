import type { Arm } from './arm.ts';
import { single } from './single.ts';

/** As `single`, and the policy never learns: what every arm started from. */
export const base: Arm = { ...single, id: 'base', label: 'No training', users: 'The same simulator as in the single arm; the policy is only measured.', frozenPolicy: true };
