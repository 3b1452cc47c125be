import type { Arm } from './arm.ts';
import { single } from './single.ts';
import { ARM_WORDS } from './words.ts';

/** As `single`, and the policy never learns: what every arm started from. */
export const base: Arm = { ...single, ...ARM_WORDS.base, id: 'base', frozenPolicy: true };
