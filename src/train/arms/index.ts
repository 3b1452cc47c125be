import type { ArmId } from '../settings.ts';
import type { Arm } from './arm.ts';
import { base } from './base.ts';
import { cotrain } from './cotrain.ts';
import { ensemble } from './ensemble.ts';
import { oracle } from './oracle.ts';
import { persona } from './persona.ts';
import { population } from './population.ts';
import { selfplay } from './selfplay.ts';
import { single } from './single.ts';
import { temperature } from './temperature.ts';
import { uniform } from './uniform.ts';
import { verbalized } from './verbalized.ts';

export const ARM_TABLE: Readonly<Record<ArmId, Arm>> = { base, single, persona, temperature, ensemble, verbalized, cotrain, population, selfplay, uniform, oracle };
