/** The numbers of a run with several arms: every arm at one moment, with intervals over seeds, and its difference to one of them. */
import type { ArmId } from '../../train/settings.ts';
import type { Interval } from '../../train/stats.ts';
import { bootstrap, pairedDifference } from '../../train/stats.ts';
import { bandsOf, bestOf } from '../charts/bands.ts';
import type { ArmRun, Run } from '../store/run.ts';
import type { Series } from '../store/series.ts';
import { COLUMNS } from './ends.ts';
import { valuesAt } from './values.ts';

/** The moment at which arms are compared: the latest evaluation that every arm has which goes on. */
export interface Moment {
  readonly update: number;
  /** the last training point that belongs to it: of the same policy, or, at the end, of the one before */
  readonly trained: number;
}

const EVALUATED = 'success.heldout';
const TRAINED = 'success.train';
/** measured on the dialogues of an update, not by an evaluation */
const IN_TRAINING: ReadonlySet<string> = new Set([TRAINED, 'policy.entropy']);

const lastUpdate = (s: Series, metric: string): number => s.get(metric)?.updates.at(-1) ?? -1;

export function momentOf(run: Run): Moment | null {
  const going = run.arms.filter((a) => !a.failure);
  const update = going.length > 0 ? Math.min(...going.map((a) => lastUpdate(a.series, EVALUATED))) : Math.max(...run.arms.map((a) => lastUpdate(a.series, EVALUATED)));
  if (update < 0) return null;
  const trained = Math.min(...(going.length > 0 ? going : run.arms).map((a) => Math.min(update, lastUpdate(a.series, TRAINED))));
  return { update, trained };
}

export interface ComparedRow {
  readonly arm: ArmId;
  /** in the order of COLUMNS */
  readonly cells: readonly Interval[];
  /** the evaluation with the highest mean; null before the first */
  readonly best: { readonly update: number; readonly value: Interval } | null;
  readonly failedAt: number | null;
}

const atMoment = (a: ArmRun, metric: string, m: Moment): readonly number[] => valuesAt(a.series, metric, IN_TRAINING.has(metric) ? m.trained : m.update);

export function comparedRows(run: Run, moment: Moment): ComparedRow[] {
  return run.arms.map((a) => {
    const best = bestOf(bandsOf(a.series.get(EVALUATED)).filter((p) => p.update <= moment.update));
    return {
      arm: a.arm,
      cells: COLUMNS.map((c) => bootstrap(atMoment(a, c.metric, moment))),
      best: best ? { update: best.update, value: bootstrap(valuesAt(a.series, EVALUATED, best.update)) } : null,
      failedAt: a.failure?.update ?? null,
    };
  });
}

/** Every other arm minus the reference, seed by seed. */
export function differenceRows(run: Run, moment: Moment, reference: ArmId): { readonly arm: ArmId; readonly cells: readonly Interval[]; readonly failedAt: number | null }[] {
  const other = run.arms.find((a) => a.arm === reference);
  if (!other) return [];
  return run.arms
    .filter((a) => a.arm !== reference)
    .map((a) => ({
      arm: a.arm,
      cells: COLUMNS.map((c) => pairedDifference(atMoment(a, c.metric, moment), atMoment(other, c.metric, moment))),
      failedAt: a.failure?.update ?? null,
    }));
}

/** Fewer seeds than this have no interval worth the name: resampling two values can only give the one or the other. */
export const SEEDS_FOR_INTERVALS = 3;

/** What the intervals are worth, in words. */
export function seedWords(seeds: number): string {
  if (seeds < 2) return 'One seed: no intervals, because they tell how much seeds differ and there is nothing to differ from. Choose more seeds under Settings.';
  if (seeds < SEEDS_FOR_INTERVALS)
    return `${seeds} seeds: too few for intervals, so nothing can be said about chance; below each mean the lowest and the highest seed. Choose at least ${SEEDS_FOR_INTERVALS} under Settings.`;
  const coarse = seeds <= 5 ? ` ${seeds === 5 ? 'Five' : seeds} seeds give coarse intervals, rather too narrow: read the limits as rough.` : '';
  return `${seeds} seeds; below each mean its 95 % bootstrap interval over the seeds.${coarse}`;
}
