/** How an arm is drawn: by colour and dash, never by colour alone. */
import type { ArmId } from '../../train/settings.ts';
import type { LineStyle } from './measures.ts';

/** SVG dash patterns; undefined is solid */
const DASHES: Readonly<Record<string, string | undefined>> = {
  single: undefined,
  verbalized: '7 4',
  cotrain: '9 3 2 3',
  population: undefined,
  ensemble: '14 4',
  persona: '4 3',
  temperature: '9 3 2 3 2 3',
  selfplay: '14 3 4 3',
  uniform: '2 3',
  base: '2 6',
  oracle: undefined,
};
/** solid like the first, and a lighter blue than the second: told apart by dots at its evaluations */
const DOTTED: ReadonlySet<string> = new Set(['population']);
/** the upper reference is thin ink: it is not one of the rivals */
const THIN = 1.25;

/** Arms without a colour of their own are drawn in ink. */
export const armColour = (arm: ArmId): string => `var(--arm-${arm in DASHES ? arm : 'other'})`;

export function armStyle(arm: ArmId, label: string): LineStyle {
  const dash = DASHES[arm];
  return { key: arm, label, colour: armColour(arm), ...(dash ? { dash } : {}), marker: DOTTED.has(arm) ? 'circle' : 'none', width: arm === 'oracle' ? THIN : 2 };
}
