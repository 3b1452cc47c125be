/** What is kept of a run's series: where each metric started, its best and its end, and how the users of training were on the way. Every number per seed, six digits. */
import { mean } from '../../train/stats.ts';
import type { Series } from '../../train/series.ts';

/** success.train at one update is the mean of 128 dialogues by default, too noisy to be called an end: training curves are read as means of this many updates */
export const SMOOTH = 8;

export interface Ends {
  /** at the first point */
  readonly start: number[];
  /** highest value of each seed (of a training curve: highest mean of SMOOTH updates in a row), and where */
  readonly best: number[];
  readonly bestAt: number[];
  /** where the mean over seeds is highest, and the seeds' values there */
  readonly peakAt: number;
  readonly peak: number[];
  /** at the last evaluation; of a training curve the mean of the last SMOOTH updates */
  readonly end: number[];
}

export interface Course {
  /** the first update */
  readonly first: number[];
  /** over all updates */
  readonly mean: number[];
  /** mean of the last SMOOTH updates */
  readonly last: number[];
}

const isEvaluation = (name: string): boolean => /^(success|reward)\.(heldout|real)/.test(name);
const hasEnds = (name: string): boolean => name === 'success.train' || name === 'policy.entropy' || /^success\.(heldout|real)/.test(name);
const COURSE = /^(policy\.(entropy|kl)|sim\.(epsBar|eps|eta|malformed|profile\..+)|group\.(zeroVariance|allSuccess|allFail))$/;

const round = (v: number): number => Number(v.toPrecision(6));
const rounded = (v: readonly number[]): number[] => v.map(round);

/** Mean over a window of SMOOTH values that ends at `i`, of one seed. */
const trailing = (values: readonly number[][], i: number, seed: number): number => mean(values.slice(Math.max(0, i - SMOOTH + 1), i + 1).map((v) => v[seed]!));

function endsOfOne(name: string, s: Series[string]): Ends {
  const seeds = s.values[0]!.map((_, seed) => seed);
  const smooth = !isEvaluation(name);
  const curve = smooth ? s.values.map((_, i) => seeds.map((seed) => trailing(s.values, i, seed))) : s.values;
  // the first windows of a training curve are not full yet
  const from = smooth ? Math.min(SMOOTH, curve.length) - 1 : 0;
  const highest = (of: (v: readonly number[]) => number): number => {
    let at = from;
    for (let i = from; i < curve.length; i++) if (of(curve[i]!) > of(curve[at]!)) at = i;
    return at;
  };
  const bests = seeds.map((seed) => highest((v) => v[seed]!));
  const peak = highest(mean);
  return {
    start: rounded(s.values[0]!),
    best: rounded(bests.map((at, seed) => curve[at]![seed]!)),
    bestAt: bests.map((at) => s.update[at]!),
    peakAt: s.update[peak]!,
    peak: rounded(curve[peak]!),
    end: rounded(curve.at(-1)),
  };
}

function courseOf({ values }: Series[string]): Course {
  const seeds = values[0]!.map((_, seed) => seed);
  return { first: rounded(values[0]!), mean: rounded(seeds.map((seed) => mean(values.map((v) => v[seed]!)))), last: rounded(seeds.map((seed) => trailing(values, values.length - 1, seed))) };
}

export function endsOf(series: Series): { ends: Record<string, Ends>; course: Record<string, Course> } {
  const all = Object.entries(series).filter(([, s]) => s.values.length > 0);
  return {
    ends: Object.fromEntries(all.filter(([name]) => hasEnds(name)).map(([name, s]) => [name, endsOfOne(name, s)])),
    course: Object.fromEntries(all.filter(([name]) => COURSE.test(name)).map(([name, s]) => [name, courseOf(s)])),
  };
}
