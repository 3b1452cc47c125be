/** From the histories of a run with several arms to what a chart draws: one measure at a time, a line an arm. */
import type { Run } from '../store/run.ts';
import type { Fall } from './annotate.ts';
import { clause, fallOf, smooth, thirdOf, two } from './annotate.ts';
import { baseOf, lastOf } from './bands.ts';
import { armLines, faintly } from './lines.ts';
import type { Mark, PlotLine } from './Plot.tsx';
import type { Prepared } from './prepare.ts';
import { entropyAxis, SUCCESS_AXIS } from './prepare.ts';
import { rowsOf, ticksTo } from './rows.ts';
import { asTheirs, theirWords } from './theirs.ts';

export const VIEWS = [
  { id: 'heldout', metric: 'success.heldout', label: 'Held-out', words: 'With held-out simulators' },
  { id: 'train', metric: 'success.train', label: 'Train', words: 'With the users each arm trains on' },
  { id: 'real', metric: 'success.real', label: 'Real users', words: 'With real users' },
] as const;
export type View = (typeof VIEWS)[number]['id'];

/** Words on the chart beside this many peaks; more would cover each other's lines. */
const MAX_MARKS = 2;
/** Training success comes from one update's dialogues; a peak is only called one in a short running mean. */
const SMOOTH_TRAIN = 9;
/** with more arms than this the summary says where they are, not how they came there */
const MAX_CLAUSES = 5;

const arms = (n: number): string => (n === 1 ? '1 arm' : `${n} arms`);

/** Which arms stopped by themselves, as a sentence. */
function failed(run: Run | null, lines: readonly PlotLine[]): string {
  return (run?.arms ?? []).flatMap((a) => (a.failure ? [` ${lines.find((l) => l.key === a.arm)?.label ?? a.arm} stopped at update ${a.failure.update}.`] : [])).join('');
}

/** what was recorded, after what is there */
function said(lines: readonly PlotLine[]): string {
  const words = theirWords(lines);
  return words && lines.some((l) => !l.faint) ? ` ${words}` : words;
}

function sentence(words: string, lines: readonly PlotLine[], say: (l: PlotLine) => string): string {
  if (lines.length === 0) return '';
  const brief = lines.length > MAX_CLAUSES;
  return `${words}: ${lines.map((l) => `${l.label} ${brief ? `is ${two(lastOf(l.points)?.mean ?? NaN)}` : say(l)}`).join('; ')}.`;
}

export function prepareArms(run: Run | null, previous: Run | null, view: View, xMax: number, theirs: Run | null = null): Prepared {
  const { metric, words } = VIEWS.find((v) => v.id === view) ?? VIEWS[0];
  const bright = armLines(metric, run);
  const lines = [...faintly(armLines(metric, previous), xMax), ...asTheirs(armLines(metric, theirs), xMax), ...bright];
  const falls = new Map<PlotLine, Fall>();
  for (const l of bright) {
    const fall = fallOf(view === 'train' ? smooth(l.points, SMOOTH_TRAIN) : l.points);
    if (fall) falls.set(l, fall);
  }
  const marks = [...falls]
    .filter(([, f]) => view !== 'train' && f.peakUpdate > 0)
    .sort(([, a], [, b]) => b.peak - b.now - (a.peak - a.now))
    .slice(0, MAX_MARKS)
    .map(([l, f]): Mark => ({ kind: 'fall', update: f.peakUpdate, value: f.peak, text: `${l.end ?? l.label} peaked ${two(f.peak)}, now ${two(f.now)}`, colour: l.colour }));
  // all arms start from one policy; with its training users each starts elsewhere
  const base = view === 'train' ? null : (bright.map((l) => baseOf(l.points)).find((p) => p !== null) ?? null);
  return {
    plot: { lines, rows: rowsOf(lines), xMax, xTicks: ticksTo(xMax), ...SUCCESS_AXIS, levels: base ? [{ value: base.mean, colour: 'var(--ink-3)' }] : [], marks },
    summary: sentence(words, bright, (l) => clause(l.points, falls.get(l) ?? null)) + failed(run, bright) + said(lines),
    empty: lines.length === 0,
  };
}

export function prepareArmsEntropy(run: Run | null, previous: Run | null, xMax: number, acts: number, theirs: Run | null = null): Prepared {
  const bright = armLines('policy.entropy', run);
  const lines = [...faintly(armLines('policy.entropy', previous), xMax), ...asTheirs(armLines('policy.entropy', theirs), xMax), ...bright];
  const low = bright.flatMap((l) => {
    const third = thirdOf(l.points);
    return third ? [`${l.label} at ${third.update}`] : [];
  });
  const third = low.length > 0 ? ` Below a third of its start: ${low.join(', ')}.` : bright.length > 0 ? ` None of ${arms(bright.length)} fell below a third of its start.` : '';
  return {
    plot: { lines, rows: rowsOf(lines), xMax, xTicks: ticksTo(xMax), ...entropyAxis(acts), levels: [], marks: [] },
    summary: sentence('Policy entropy', bright, (l) => clause(l.points, null)) + third + said(lines),
    empty: lines.length === 0,
  };
}
