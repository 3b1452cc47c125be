/** Whether a run is the one that a step speaks of. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { sameArms } from '../lab/arms.ts';
import { changedKeys } from '../settings/diff.ts';

export const sameExperiment = (a: ExperimentSettings, b: ExperimentSettings): boolean => sameArms(a.arms, b.arms) && changedKeys(a, b).length === 0;

/** Where only how long, how often or how many differs, a run still answers the same question; more arms beside the wanted ones do no harm. */
const SIZE: ReadonlySet<string> = new Set(['seeds', 'updates', 'model', 'evalEvery', 'evalDialogues', 'theoryEvery', 'prompts', 'group']);
export const answers = (run: ExperimentSettings, wanted: ExperimentSettings): boolean => wanted.arms.every((arm) => run.arms.includes(arm)) && changedKeys(wanted, run).every((k) => SIZE.has(k));
