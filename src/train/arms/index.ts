import type { ArmId } from '../settings.ts';
import type { Arm } from './arm.ts';
import { single } from './single.ts';
import { verbalized } from './verbalized.ts';

export const ARM_TABLE: Readonly<Record<ArmId, Arm>> = { single, verbalized };
