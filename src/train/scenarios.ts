import { buildPersuasion } from '../sim/persuasion/scenario.ts';
import type { Scenario } from '../sim/scenario.ts';
import type { Settings } from './settings.ts';

/** The scenario a run is set in. */
export function scenarioOf(settings: Pick<Settings, 'scenario'>): Scenario {
  if (settings.scenario === 'persuasion') return buildPersuasion();
  throw new Error(`unknown scenario ${settings.scenario}`);
}
