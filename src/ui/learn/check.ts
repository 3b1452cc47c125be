/** Looks at a run and says whether a step's claim holds, with the run's own numbers. */
import type { ArmId } from '../../train/settings.ts';
import { two } from '../charts/annotate.ts';
import type { BandPoint } from '../charts/bands.ts';
import { bandsOf } from '../charts/bands.ts';
import { metricWords } from '../charts/measures.ts';
import { armName } from '../lab/arms.ts';
import type { Metric } from '../store/series.ts';
import type { Condition, Deed } from './content.ts';

/** What a condition may look at. */
export interface Evidence {
  readonly metric: (arm: ArmId, name: string) => Metric | undefined;
  readonly done: ReadonlySet<Deed>;
}

export interface Finding {
  /** null: not enough has been measured */
  readonly holds: boolean | null;
  /** in words, with numbers */
  readonly facts: readonly string[];
}

/** A training curve jumps from update to update: its end is the mean of its last points. */
const LAST = 8;
const isTraining = (metric: string): boolean => !/^(success|reward)\.(heldout|real)/.test(metric) && !/^(grad\.(bias|biasBound|scoreMax)|variance\.)/.test(metric);

const finite = (m: Metric | undefined): BandPoint[] => bandsOf(m).filter((p) => Number.isFinite(p.mean));
const mean = (points: readonly BandPoint[]): number => points.reduce((sum, p) => sum + p.mean, 0) / points.length;

export interface Course {
  readonly start: number;
  readonly end: number;
}

/** Start and end of one curve; null before there are two points. */
export function courseOf(metric: Metric | undefined, name: string): Course | null {
  const points = finite(metric);
  const first = points[0];
  if (!first || points.length < 2) return null;
  return { start: first.mean, end: isTraining(name) ? mean(points.slice(-Math.min(LAST, points.length - 1))) : points.at(-1).mean };
}

const nameOf = (metric: string): string => metricWords(metric)?.[0] ?? metric;
/** what a training curve's end is */
const meaning = (metric: string): string => (isTraining(metric) ? ` (mean of the last ${LAST} updates)` : '');
const NOTHING: Finding = { holds: null, facts: [] };

function over(e: Evidence, arm: ArmId, metric: string, holds: (c: Course) => boolean): Finding {
  const c = courseOf(e.metric(arm, metric), metric);
  return c ? { holds: holds(c), facts: [`${nameOf(metric)}, ${armName(arm)}: ${two(c.start)} at the start, ${two(c.end)} now${meaning(metric)}`] } : NOTHING;
}

/** The furthest that one of the curves has been from its start. */
function furthest(e: Evidence, arm: ArmId, metrics: readonly string[]): { metric: string; from: BandPoint; to: BandPoint } | null {
  let best: { metric: string; from: BandPoint; to: BandPoint } | null = null;
  for (const metric of metrics) {
    const points = finite(e.metric(arm, metric));
    for (const to of points.slice(1)) if (!best || Math.abs(to.mean - points[0]!.mean) > Math.abs(best.to.mean - best.from.mean)) best = { metric, from: points[0]!, to };
  }
  return best;
}

function bounded(e: Evidence, arm: ArmId, metric: string, bound: string): Finding {
  const limits = new Map(finite(e.metric(arm, bound)).map((p) => [p.update, p.mean]));
  const points = finite(e.metric(arm, metric)).filter((p) => limits.has(p.update));
  const last = points.at(-1);
  if (!last) return NOTHING;
  const broken = points.find((p) => p.mean > limits.get(p.update)!);
  const at = broken ?? last;
  return { holds: !broken, facts: [`${nameOf(metric)}, ${armName(arm)}, at update ${at.update}: ${at.mean.toPrecision(2)}; its bound ${limits.get(at.update)!.toPrecision(2)}`] };
}

export function evaluate(c: Condition, e: Evidence): Finding {
  switch (c.kind) {
    case 'above':
      return over(e, c.arm, c.metric, (x) => x.end > c.value);
    case 'below':
      return over(e, c.arm, c.metric, (x) => x.end < c.value);
    case 'rises':
      return over(e, c.arm, c.metric, (x) => x.end - x.start >= c.by);
    case 'falls':
      return over(e, c.arm, c.metric, (x) => x.start - x.end >= c.by);
    case 'stalls':
      return over(e, c.arm, c.metric, (x) => x.end - x.start < c.by);
    case 'shrinks':
      return over(e, c.arm, c.metric, (x) => x.end <= x.start * c.to);
    case 'ahead': {
      const [a, b] = [courseOf(e.metric(c.arm, c.metric), c.metric), courseOf(e.metric(c.of, c.metric), c.metric)];
      return a && b ? { holds: a.end - b.end >= c.by, facts: [`${nameOf(c.metric)}: ${armName(c.arm)} ${two(a.end)}, ${armName(c.of)} ${two(b.end)}`] } : NOTHING;
    }
    case 'bounded':
      return bounded(e, c.arm, c.metric, c.bound);
    case 'moves': {
      const m = furthest(e, c.arm, c.metrics);
      return m ? { holds: Math.abs(m.to.mean - m.from.mean) >= c.by, facts: [`${nameOf(m.metric)}: ${two(m.from.mean)} at the start, ${two(m.to.mean)} at update ${m.to.update}`] } : NOTHING;
    }
    case 'all': {
      const all = c.of.map((x) => evaluate(x, e));
      const holds = all.some((x) => x.holds === false) ? false : all.some((x) => x.holds === null) ? null : true;
      return { holds, facts: all.flatMap((x) => x.facts) };
    }
    case 'done':
      return { holds: e.done.has(c.what) ? true : null, facts: [] };
  }
}

/** Whether a condition asks for a run at all. */
export const needsRun = (c: Condition): boolean => (c.kind === 'all' ? c.of.some(needsRun) : c.kind !== 'done');
