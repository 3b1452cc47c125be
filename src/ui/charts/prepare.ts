/** From a run's histories to what a chart draws. */
import type { ArmId } from '../../train/settings.ts';
import type { Run } from '../store/run.ts';
import { bandsOf, baseOf } from './bands.ts';
import { clause, fallOf, fallWords, smooth, thirdOf, two } from './annotate.ts';
import type { Measure } from './measures.ts';
import { entropyOf, successOf, trainLabel } from './measures.ts';
import type { Mark, PlotLine, PlotProps } from './Plot.tsx';
import { rowsOf, ticksTo } from './rows.ts';

export interface Prepared {
  readonly plot: Omit<PlotProps, 'title' | 'desc' | 'height'>;
  /** the finding in words, shown under the chart and read by screen readers */
  readonly summary: string;
  readonly empty: boolean;
}

const WITH: Readonly<Record<string, string>> = { heldout: 'held-out simulators', real: 'real users' };

function trainWords(run: Run | null): string {
  const label = trainLabel(run?.settings.arm ?? 'single').toLowerCase();
  return run?.settings.arm === 'oracle' ? label : `the ${label}`;
}

/** Training success comes from one update's dialogues; a peak is only called one in a short running mean. */
const SMOOTH_TRAIN = 9;

function linesOf(measuresOf: (arm: ArmId) => readonly Measure[], run: Run | null, previous: Run | null, xMax: number): PlotLine[] {
  const lines: PlotLine[] = [];
  // each run in the colours of its own arm
  for (const m of previous ? measuresOf(previous.settings.arm) : []) {
    const points = bandsOf(previous?.series.get(m.metric)).filter((p) => p.update <= xMax);
    if (points.length > 0) lines.push({ ...m, key: `previous-${m.key}`, points, faint: true });
  }
  for (const m of run ? measuresOf(run.settings.arm) : []) {
    const points = bandsOf(run?.series.get(m.metric));
    if (points.length > 0) lines.push({ ...m, points });
  }
  return lines;
}

export function prepareSuccess(run: Run | null, previous: Run | null, xMax: number): Prepared {
  const lines = linesOf(successOf, run, previous, xMax);
  const bright = lines.filter((l) => !l.faint);
  const marks: Mark[] = [];
  const said: string[] = [];
  for (const l of bright) {
    const fall = fallOf(l.key === 'train' ? smooth(l.points, SMOOTH_TRAIN) : l.points);
    said.push(`With ${WITH[l.key] ?? trainWords(run)}, success ${clause(l.points, fall)}.`);
    if (fall && l.key !== 'train') marks.push({ kind: 'fall', update: fall.peakUpdate, value: fall.peak, text: fallWords(fall), colour: l.colour });
  }
  const heldout = bright.find((l) => l.key === 'heldout');
  const base = heldout ? baseOf(heldout.points) : null;
  return {
    plot: {
      lines,
      rows: rowsOf(lines),
      xMax,
      xTicks: ticksTo(xMax),
      yMax: 1,
      yTicks: [0, 0.25, 0.5, 0.75, 1],
      yLabel: 'success rate',
      levels: base ? [{ value: base.mean, colour: 'var(--measure-heldout)' }] : [],
      marks,
      digits: 2,
    },
    summary: said.join(' '),
    empty: lines.length === 0,
  };
}

export function prepareEntropy(run: Run | null, previous: Run | null, xMax: number, acts: number): Prepared {
  const lines = linesOf((arm) => [entropyOf(arm)], run, previous, xMax);
  const points = lines.find((l) => !l.faint)?.points ?? [];
  const base = baseOf(points);
  const third = thirdOf(points);
  // the axis is fixed: the entropy of an even choice among all acts is the most there can be
  const yMax = Math.max(0.5, Math.ceil(Math.log(acts) * 2) / 2);
  let summary = points.length > 0 ? `Policy entropy ${clause(points, null)}.` : '';
  if (third) summary += ` It fell below a third of its start (${two(third.level)} nats) at update ${third.update}.`;
  return {
    plot: {
      lines,
      rows: rowsOf(lines),
      xMax,
      xTicks: ticksTo(xMax),
      yMax,
      yTicks: Array.from({ length: Math.round(yMax * 2) + 1 }, (_, i) => i / 2),
      yLabel: 'nats',
      levels: base ? [{ value: base.mean, colour: 'var(--ink-3)' }] : [],
      marks: third ? [{ kind: 'third', update: third.update, value: third.level, text: `below a third at ${third.update}`, colour: 'var(--ink-3)' }] : [],
      digits: 1,
    },
    summary,
    empty: lines.length === 0,
  };
}
