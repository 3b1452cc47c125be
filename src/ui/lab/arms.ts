/** The arms as the page offers them: three that tell the story, those three side by side, and every other one behind a picker. */
import type { ArmId } from '../../train/settings.ts';
import { ARM_WORDS } from '../../train/arms/words.ts';

export interface ArmChoice {
  readonly id: string;
  readonly arms: readonly ArmId[];
  readonly label: string;
  readonly help: string;
}

export const CHOICES: readonly ArmChoice[] = [
  { id: 'single', arms: ['single'], label: 'Collapse', help: 'One frozen, collapsed simulator' },
  { id: 'verbalized', arms: ['verbalized'], label: 'Verbalized', help: 'The same simulator, asked for a list with probabilities' },
  { id: 'population', arms: ['population'], label: 'Co-Training', help: 'Co-Training against a population of simulators' },
  { id: 'all', arms: ['single', 'verbalized', 'population'], label: 'Compare all', help: 'The three side by side, with everything else equal' },
];

export const sameArms = (a: readonly ArmId[], b: readonly ArmId[]): boolean => a.length === b.length && a.every((arm) => b.includes(arm));

/** The choice that stands for just these arms, if there is one. */
export const choiceOf = (arms: readonly ArmId[]): ArmChoice | undefined => CHOICES.find((c) => sameArms(c.arms, arms));

/**
 * An arm's name where it stands for a whole run: in keys of charts and lists of changes. Two arms are Co-Training: the control, where there is room for a word only, means the population by it; everywhere else each
 * says which it is.
 */
export function armName(arm: ArmId): string {
  const chosen = CHOICES.find((c) => c.arms.length === 1 && c.arms[0] === arm);
  return chosen && arm !== 'population' ? chosen.label : ARM_WORDS[arm].label;
}

const SHORT: Readonly<Record<string, string>> = {
  base: 'Untrained',
  persona: 'Personas',
  temperature: 'Temperature',
  ensemble: 'Ensemble',
  cotrain: 'One co-trained',
  population: 'Population',
  uniform: 'Uniform',
  selfplay: 'Self-play',
};
/** A name that fits at the end of a line in a chart, and over a column. */
export const armShort = (arm: ArmId): string => SHORT[arm] ?? armName(arm);

/** "Collapse, Verbalized and Co-Training (population)"; many are counted */
export function armsName(arms: readonly ArmId[]): string {
  const names = arms.map(armName);
  if (names.length > 4) return `${names.length} arms`;
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/** What the others are compared with: one frozen simulator where it takes part, else the first arm. */
export const referenceOf = (arms: readonly ArmId[]): ArmId => (arms.includes('single') ? 'single' : (arms[0] ?? 'single'));

/** The second sentence of the page's headline; the first holds for every arm. */
export function leadWords(arms: readonly ArmId[], backend: 'webgpu' | 'cpu' | undefined): string {
  if (arms.length > 1) return 'Train the same small policy against different users, side by side, and see who learns to persuade people and who learns one simulator by heart.';
  if (arms[0] === 'single') {
    return `Train a small policy against simulated users, on your ${backend === 'webgpu' ? 'GPU' : 'computer'}, and watch it ace training while it fails users it has not met.`;
  }
  if (arms[0] === 'base') return 'Measure a policy that was not trained, and have something to compare with.';
  return 'Train it against other users, and see what changes.';
}
