/** Is my run theirs? What a recorded result and a run of the same link have to do with each other, in a few kinds and in words. */
import { ARM_WORDS } from '../arms/words.ts';
import type { ExperimentSettings } from '../experiment-settings.ts';
import type { ArmId } from '../settings.ts';
import { parseSeeds, SETTING_KEYS, SETTINGS } from '../settings.ts';
import type { Measure, MetricOf } from './curves.ts';
import { MEASURE_LABELS, MEASURES, valuesAt } from './curves.ts';
import type { RecordedResult } from './result.ts';

export interface Mine {
  readonly experiment: ExperimentSettings;
  readonly engineVersion: number;
  readonly backend: 'cpu' | 'webgpu';
  /** in the order of the experiment */
  readonly arms: readonly { readonly digest: string | null; readonly metric: MetricOf }[];
}

/** A point where the recorded mean is outside what my seeds span. */
export interface Difference {
  readonly update: number;
  readonly arm: ArmId;
  readonly measure: Measure;
  readonly theirs: number;
  /** null where my run has no value there */
  readonly mine: { readonly low: number; readonly high: number } | null;
}

/** `exact`: both were computed by the CPU twin, which gives the same bits on every machine. */
export type Verdict =
  | { readonly kind: 'identical'; readonly exact: boolean; readonly arms: number }
  | { readonly kind: 'agrees'; readonly exact: boolean; readonly points: number }
  | { readonly kind: 'differs'; readonly exact: boolean; readonly points: number; readonly differing: number; readonly first: Difference }
  | { readonly kind: 'incomparable'; readonly reason: string };

/** Labels of what two experiments do not share; the spelling of seeds does not matter. */
export function differingSettings(a: ExperimentSettings, b: ExperimentSettings): string[] {
  const seeds = (e: ExperimentSettings): string => parseSeeds(e.seeds)?.join() ?? e.seeds;
  const arms = [...a.arms].sort().join() === [...b.arms].sort().join() ? [] : ['Arms'];
  return [...arms, ...SETTING_KEYS.filter((k) => (k === 'seeds' ? seeds(a) !== seeds(b) : a[k] !== b[k])).map((k) => SETTINGS[k].label)];
}

function whyNot(theirs: RecordedResult, experiment: ExperimentSettings, mine: Mine): string | null {
  const settings = differingSettings(experiment, mine.experiment);
  if (settings.length > 0) return `this run has other settings (${settings.join(', ')})`;
  if (theirs.engineVersion !== mine.engineVersion)
    return `it was recorded with version ${theirs.engineVersion} of the engine, this is version ${mine.engineVersion}: equal settings may give other numbers`;
  if (theirs.arms.length !== experiment.arms.length) return 'the recorded result has other arms';
  if (theirs.arms.every((a) => MEASURES.every((m) => a.curves[m].updates.length === 0))) return 'the recorded result has no points';
  return null;
}

/** `experiment`: the settings of the link that `theirs` came in. Compare once the run is done. */
export function compare(theirs: RecordedResult, experiment: ExperimentSettings, mine: Mine): Verdict {
  const reason = whyNot(theirs, experiment, mine);
  if (reason) return { kind: 'incomparable', reason };
  const exact = theirs.backend === 'cpu' && mine.backend === 'cpu';
  const pairs = experiment.arms.map((arm, i) => ({ arm, theirs: theirs.arms[i]!, mine: mine.arms[mine.experiment.arms.indexOf(arm)]! }));
  if (pairs.every((p) => p.theirs.digest !== null && p.theirs.digest === p.mine.digest)) return { kind: 'identical', exact, arms: pairs.length };
  let points = 0;
  const differences: Difference[] = [];
  for (const p of pairs)
    for (const measure of MEASURES) {
      const { updates, mean, step } = p.theirs.curves[measure];
      updates.forEach((update, i) => {
        points++;
        const values = valuesAt(p.mine.metric(measure), update);
        const low = values ? Math.min(...values) : NaN;
        const high = values ? Math.max(...values) : NaN;
        // a hair more than a step: sums of the same numbers may round differently
        const slack = step * (1 + 1e-9);
        if (mean[i]! >= low - slack && mean[i]! <= high + slack) return;
        differences.push({ update, arm: p.arm, measure, theirs: mean[i]!, mine: values ? { low, high } : null });
      });
    }
  const first = differences.reduce<Difference | null>((a, d) => (a && a.update <= d.update ? a : d), null);
  return first ? { kind: 'differs', exact, points, differing: differences.length, first } : { kind: 'agrees', exact, points };
}

const number = (x: number): string => x.toFixed(2);

function firstWords({ update, arm, measure, theirs, mine }: Difference): string {
  const span = mine ? `the seeds here span ${number(mine.low)} to ${number(mine.high)}` : 'this run has no value there';
  return `differs from update ${update} on, in ${MEASURE_LABELS[measure]} of ${ARM_WORDS[arm].label}: recorded ${number(theirs)}, ${span}`;
}

/** The verdict as plain sentences. */
export function verdictWords(v: Verdict): string {
  switch (v.kind) {
    case 'identical':
      return `Bit for bit: every number of ${v.arms === 1 ? 'the run' : `all ${v.arms} arms`} is the recorded one (SHA-256 of the whole series). The recorded curves are rounded to a 255th to fit into a link, so a last digit may look different.`;
    case 'agrees': {
      const bits = v.exact ? ' Both were computed in exact mode, so the bits should be equal, and are not: this is worth reporting.' : '';
      return `Agrees within the seed interval: at each of ${v.points} recorded points the recorded mean lies between the lowest and the highest seed here.${bits}`;
    }
    case 'differs': {
      const bits = v.exact ? ' Both were computed in exact mode, so the bits should be equal: this is worth reporting.' : '';
      return `It ${firstWords(v.first)}. ${v.differing} of ${v.points} recorded points lie outside.${bits}`;
    }
    case 'incomparable':
      return `Not comparable: ${v.reason}.`;
  }
}
