/** The arms as the page offers them: three that tell the story, the others behind a select. */
import type { ArmId } from '../../train/settings.ts';
import { ARMS } from '../../train/settings.ts';
import { ARM_WORDS } from '../../train/arms/words.ts';

export const CHOICES: readonly { readonly arm: ArmId; readonly label: string; readonly help: string }[] = [
  { arm: 'single', label: 'Collapse', help: 'One frozen, collapsed simulator' },
  { arm: 'verbalized', label: 'Verbalized', help: 'The same simulator, asked for a list with probabilities' },
  { arm: 'population', label: 'Co-Training', help: 'A population of co-trained simulators' },
];

export const OTHER_ARMS: readonly ArmId[] = ARMS.filter((arm) => !CHOICES.some((c) => c.arm === arm));

/** "Co-Training" is the population on the page; the arm with a single learning simulator says so. */
export const otherLabel = (arm: ArmId): string => (arm === 'cotrain' ? `${ARM_WORDS.cotrain.label}, one simulator` : ARM_WORDS[arm].label);

/** An arm's name where it stands for a whole run: in keys of charts and lists of changes. */
export const armName = (arm: ArmId): string => CHOICES.find((c) => c.arm === arm)?.label ?? otherLabel(arm);

/** The second sentence of the page's headline; the first holds for every arm. */
export function leadWords(arm: ArmId, backend: 'webgpu' | 'cpu' | undefined): string {
  if (arm === 'single') {
    return `Train a small policy against simulated users, on your ${backend === 'cpu' ? 'computer' : 'GPU'}, and watch it ace training while it fails users it has not met.`;
  }
  if (arm === 'base') return 'Measure a policy that was not trained, and have something to compare with.';
  return 'Train it against other users, and see what changes.';
}
