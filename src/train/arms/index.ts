import type { ArmId } from '../settings.ts';
import type { Arm } from './arm.ts';
import { single } from './single.ts';

export const ARM_TABLE: Readonly<Record<ArmId, Arm>> = { single };
