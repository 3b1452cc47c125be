/** What a lesson is, as plain data: the words are in lessons/, the page only shows them. */
import type { SharedSettings } from '../../train/experiment-settings.ts';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { ArmId } from '../../train/settings.ts';
import type { View } from '../charts/prepare-arms.ts';
import type { TabId } from '../lab/view.ts';

/** What a visitor does in the panel itself. */
export type Demo = 'persuade' | 'one-person' | 'gamma' | 'list' | 'bet' | 'slow-motion';

/** What a visitor has done in a demo; checks can ask for it. */
export type Deed = 'dialogue' | 'one-person' | 'gamma' | 'list' | 'bet' | 'slow-motion';

/** The experiment a step sets up: lesson settings, changed where it says so. */
export interface Link {
  readonly arms: readonly ArmId[];
  readonly set?: Partial<SharedSettings>;
  /** what to open behind the charts */
  readonly tab?: TabId;
  /** what arms are compared by */
  readonly measure?: View;
}

/** Something that can be seen in a run. `metric` is a name of the run's series; all values are means over seeds. */
export type Condition =
  /** at the end above, or below, a value */
  | { readonly kind: 'above' | 'below'; readonly arm: ArmId; readonly metric: string; readonly value: number }
  /** from start to end by at least so much */
  | { readonly kind: 'rises' | 'falls'; readonly arm: ArmId; readonly metric: string; readonly by: number }
  /** from start to end by less than so much */
  | { readonly kind: 'stalls'; readonly arm: ArmId; readonly metric: string; readonly by: number }
  /** at the end at most this part of the start */
  | { readonly kind: 'shrinks'; readonly arm: ArmId; readonly metric: string; readonly to: number }
  /** at the end so much higher than another arm */
  | { readonly kind: 'ahead'; readonly arm: ArmId; readonly of: ArmId; readonly metric: string; readonly by: number }
  /** never above a bound that is measured beside it */
  | { readonly kind: 'bounded'; readonly arm: ArmId; readonly metric: string; readonly bound: string }
  /** at some update so far from its start, either way */
  | { readonly kind: 'moves'; readonly arm: ArmId; readonly metrics: readonly string[]; readonly by: number }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'done'; readonly what: Deed };

export interface Check {
  /** the claim, so that it can be right or wrong */
  readonly claim: string;
  readonly when: Condition;
  /** what it means if it holds, and if it does not */
  readonly yes: string;
  readonly no: string;
}

export interface Formula {
  readonly tex: string;
  /** the same for those who cannot see it drawn */
  readonly plain: string;
  /** [symbol in TeX, one sentence] */
  readonly symbols: readonly (readonly [tex: string, says: string])[];
}

/** Text may hold [[term|words]] (a glossary entry), ((address|words)) (a link) and $TeX$. */
export interface Step {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly formulas?: readonly Formula[];
  readonly demo?: Demo;
  /** what to do, in order */
  readonly todo: readonly string[];
  /** what to look for */
  readonly look: readonly string[];
  readonly link?: Link;
  readonly check?: Check;
}

export interface Lesson {
  readonly id: string;
  readonly title: string;
  /** one sentence for the list */
  readonly about: string;
  readonly steps: readonly Step[];
}

/** Small enough for about a minute an arm on two cores without a graphics card, large enough to show what the lessons speak of. */
export const LESSON_SETTINGS: Partial<SharedSettings> = { model: 'S', seeds: '1-3', updates: 100, evalEvery: 20, evalDialogues: 64, theoryEvery: 0 };

export const experimentOfLink = (link: Link): ExperimentSettings => ({ ...defaultExperiment, ...LESSON_SETTINGS, ...link.set, arms: link.arms });
