/** From the histories of a run with one arm to what a chart draws. */
import type { ArmId } from '../../train/settings.ts';
import type { Run } from '../store/run.ts';
import { clause, fallOf, fallWords, smooth, thirdOf, two } from './annotate.ts';
import { baseOf } from './bands.ts';
import { armLines, faintly, measureLines } from './lines.ts';
import type { Measure } from './measures.ts';
import { entropyOf, successOf, trainLabel } from './measures.ts';
import type { Mark, PlotLine, PlotProps } from './Plot.tsx';
import { rowsOf, ticksTo } from './rows.ts';
import { asTheirs, theirWords } from './theirs.ts';

export interface Prepared {
  readonly plot: Omit<PlotProps, 'title' | 'desc' | 'height'>;
  /** the finding in words, shown under the chart and read by screen readers */
  readonly summary: string;
  readonly empty: boolean;
}

const WITH: Readonly<Record<string, string>> = { heldout: 'held-out simulators', real: 'real users' };

function trainWords(arm: ArmId): string {
  const label = trainLabel(arm).toLowerCase();
  return arm === 'oracle' ? label : `the ${label}`;
}

/** Training success comes from one update's dialogues; a peak is only called one in a short running mean. */
const SMOOTH_TRAIN = 9;

/** The run put aside, behind a run with one arm: all its measures if it has one arm, too; of several the one `metric`. */
function previousLines(measuresOf: (arm: ArmId) => readonly Measure[], metric: string, previous: Run | null, xMax: number): PlotLine[] {
  return faintly(previous && previous.arms.length > 1 ? armLines(metric, previous) : measureLines(measuresOf, previous), xMax);
}

/** What a link recorded, in the same way. */
function recordedLines(measuresOf: (arm: ArmId) => readonly Measure[], metric: string, theirs: Run | null, xMax: number): PlotLine[] {
  return asTheirs(theirs && theirs.arms.length > 1 ? armLines(metric, theirs) : measureLines(measuresOf, theirs), xMax);
}

/** Success rates from 0 to 1, whatever is drawn. */
export const SUCCESS_AXIS = { yMax: 1, yTicks: [0, 0.25, 0.5, 0.75, 1], yLabel: 'success rate', digits: 2 } as const;

/** Entropy: the axis is fixed, an even choice among all acts is the most there can be. */
export function entropyAxis(acts: number) {
  const yMax = Math.max(0.5, Math.ceil(Math.log(acts) * 2) / 2);
  return { yMax, yTicks: Array.from({ length: Math.round(yMax * 2) + 1 }, (_, i) => i / 2), yLabel: 'nats', digits: 1 } as const;
}

export function prepareSuccess(run: Run | null, previous: Run | null, xMax: number, theirs: Run | null = null): Prepared {
  const bright = measureLines(successOf, run);
  const lines = [...previousLines(successOf, 'success.heldout', previous, xMax), ...recordedLines(successOf, 'success.heldout', theirs, xMax), ...bright];
  const marks: Mark[] = [];
  const said: string[] = [];
  for (const l of bright) {
    const fall = fallOf(l.key === 'train' ? smooth(l.points, SMOOTH_TRAIN) : l.points);
    said.push(`With ${WITH[l.key] ?? trainWords(run?.arms[0]?.arm ?? 'single')}, success ${clause(l.points, fall)}.`);
    if (fall && l.key !== 'train') marks.push({ kind: 'fall', update: fall.peakUpdate, value: fall.peak, text: fallWords(fall), colour: l.colour });
  }
  said.push(theirWords(lines));
  const heldout = bright.find((l) => l.key === 'heldout');
  const base = heldout ? baseOf(heldout.points) : null;
  return {
    plot: {
      lines,
      rows: rowsOf(lines),
      xMax,
      xTicks: ticksTo(xMax),
      ...SUCCESS_AXIS,
      levels: base ? [{ value: base.mean, colour: 'var(--measure-heldout)' }] : [],
      marks,
    },
    summary: said.join(' ').trim(),
    empty: lines.length === 0,
  };
}

export function prepareEntropy(run: Run | null, previous: Run | null, xMax: number, acts: number, theirs: Run | null = null): Prepared {
  const bright = measureLines((arm) => [entropyOf(arm)], run);
  const measures = (arm: ArmId): Measure[] => [entropyOf(arm)];
  const lines = [...previousLines(measures, 'policy.entropy', previous, xMax), ...recordedLines(measures, 'policy.entropy', theirs, xMax), ...bright];
  const points = bright[0]?.points ?? [];
  const base = baseOf(points);
  const third = thirdOf(points);
  let summary = points.length > 0 ? `Policy entropy ${clause(points, null)}.` : '';
  if (third) summary += ` It fell below a third of its start (${two(third.level)} nats) at update ${third.update}.`;
  return {
    plot: {
      lines,
      rows: rowsOf(lines),
      xMax,
      xTicks: ticksTo(xMax),
      ...entropyAxis(acts),
      levels: base ? [{ value: base.mean, colour: 'var(--ink-3)' }] : [],
      marks: third ? [{ kind: 'third', update: third.update, value: third.level, text: `below a third at ${third.update}`, colour: 'var(--ink-3)' }] : [],
    },
    summary: `${summary} ${theirWords(lines)}`.trim(),
    empty: lines.length === 0,
  };
}
