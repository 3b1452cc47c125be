/** From histories to a chart of any measure: a line an arm, beside it, where theory gives one, its bound. */
import type { Run } from '../store/run.ts';
import type { BandPoint } from './bands.ts';
import { lastOf } from './bands.ts';
import { logisticLine } from './corollary.ts';
import { armLines } from './lines.ts';
import type { PlotLine } from './Plot.tsx';
import type { Prepared } from './prepare.ts';
import { rowsOf, ticksTo } from './rows.ts';

export interface MeasureChart {
  readonly metric: string;
  /** drawn dotted, in the colour of its arm */
  readonly bound?: string;
  /** the same dotted line, made of the measure itself: the logistic curve of Corollary 3.5 */
  readonly logistic?: boolean;
  readonly axis: 'share' | 'auto' | 'log';
  readonly unit: string;
}

export const BOUND_DASH = '1.5 3.5';

const figures = (v: number): string => (Number.isFinite(v) ? (v !== 0 && Math.abs(v) < 0.001 ? v.toExponential(0) : String(Number(v.toPrecision(2)))) : '–');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The next round number: 1, 2 or 5 times a power of ten. */
export function roundUp(v: number): number {
  if (!(v > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(v));
  return ([1, 2, 5, 10].find((m) => m * power >= v * (1 - 1e-12)) ?? 10) * power;
}

interface Axis {
  readonly yMin: number;
  readonly yMax: number;
  readonly yTicks: readonly number[];
  readonly log: boolean;
}

/** Powers of ten around everything drawn; nothing can be drawn at 0 there. */
function logAxis(points: readonly BandPoint[]): Axis {
  const seen = points.filter((p) => p.mean > 0).map((p) => Math.log10(p.mean));
  const lo = Math.floor(Math.min(0, ...seen));
  const hi = Math.max(lo + 1, Math.ceil(Math.max(...seen, lo + 1)));
  const every = Math.ceil((hi - lo) / 4);
  const yTicks = Array.from({ length: hi - lo + 1 }, (_, i) => lo + i)
    .filter((e) => (e - lo) % every === 0)
    .map((e) => 10 ** e);
  return { yMin: 10 ** lo, yMax: 10 ** hi, yTicks, log: true };
}

function axisOf(kind: MeasureChart['axis'], points: readonly BandPoint[]): Axis {
  if (kind === 'log' && points.some((p) => p.mean > 0)) return logAxis(points);
  if (kind === 'share') return { yMin: 0, yMax: 1, yTicks: [0, 0.25, 0.5, 0.75, 1], log: false };
  const yMax = roundUp(Math.max(0, ...points.map((p) => (Number.isFinite(p.hi) ? p.hi : 0))));
  // quarters of 1, 2 and 10 are round, fifths of 5
  const steps = Math.abs(yMax / 10 ** Math.floor(Math.log10(yMax * 1.0001)) - 5) < 0.01 ? 5 : 4;
  return { yMin: 0, yMax, yTicks: Array.from({ length: steps + 1 }, (_, i) => (yMax * i) / steps), log: false };
}

/** On a logarithmic axis a band cannot reach 0, and a mean of 0 is a gap. */
const clip = (lines: readonly PlotLine[], min: number): PlotLine[] =>
  lines.map((l) => ({ ...l, points: l.points.map((p) => (p.mean > 0 ? { ...p, lo: Math.max(p.lo, min), hi: Math.max(p.hi, min) } : { ...p, mean: NaN })) }));

export function prepareMeasures(run: Run | null, chart: MeasureChart, xMax: number): Prepared {
  const values = armLines(chart.metric, run);
  const bounds = chart.bound ? armLines(chart.bound, run) : [];
  const curves = (chart.logistic ? values : []).flatMap((l) => {
    const points = logisticLine(l.points);
    return points ? [{ ...l, points }] : [];
  });
  const named = run && run.arms.length > 1;
  const dotted = (l: PlotLine, what: string): PlotLine => ({
    ...l,
    key: `${l.key}-${what}`,
    label: named ? `${l.label}, ${what}` : capital(what),
    end: what,
    dash: BOUND_DASH,
    width: 1.5,
    marker: 'none',
  });
  const raw: PlotLine[] = [...values, ...bounds.map((l) => dotted(l, 'bound')), ...curves.map((l) => dotted(l, 'logistic'))];
  const axis = axisOf(
    chart.axis,
    raw.flatMap((l) => l.points),
  );
  const lines = axis.log ? clip(raw, axis.yMin) : raw;
  const said = values.map((l) => {
    const bound = bounds.find((b) => b.key === l.key);
    const most = bound ? `, at most ${figures(lastOf(bound.points)?.mean ?? NaN)}` : '';
    return `${l.label} ${figures(lastOf(l.points)?.mean ?? NaN)}${most}`;
  });
  return {
    plot: { lines, rows: rowsOf(lines), xMax, xTicks: ticksTo(xMax), ...axis, yLabel: chart.unit, levels: [], marks: [], digits: 2, say: figures },
    summary: said.length > 0 ? `Now: ${said.join('; ')}.` : '',
    empty: lines.length === 0,
  };
}
