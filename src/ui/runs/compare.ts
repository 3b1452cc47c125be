/** Lines and differences of several runs side by side. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { SettingKey } from '../../train/settings.ts';
import { SETTING_KEYS } from '../../train/settings.ts';
import { two } from '../charts/annotate.ts';
import { lastOf } from '../charts/bands.ts';
import { armLines } from '../charts/lines.ts';
import type { PlotLine } from '../charts/Plot.tsx';
import type { Prepared } from '../charts/prepare.ts';
import { entropyAxis, SUCCESS_AXIS } from '../charts/prepare.ts';
import { rowsOf, ticksTo } from '../charts/rows.ts';
import { concerns } from '../settings/diff.ts';
import type { Run } from '../store/run.ts';
import type { RunRecord } from './records.ts';

export interface Compared {
  readonly name: string;
  readonly record: RunRecord;
  readonly run: Run;
}

/** a run's colour, in the order chosen; the arms' colours would not tell two runs of one arm apart */
export const RUN_COLOURS = ['single', 'verbalized', 'cotrain', 'persona', 'ensemble', 'temperature'].map((arm) => `var(--arm-${arm})`);

export const VIEWS = [
  { id: 'heldout', metric: 'success.heldout', label: 'Held-out' },
  { id: 'train', metric: 'success.train', label: 'Train' },
  { id: 'real', metric: 'success.real', label: 'Real users' },
] as const;
export type CompareView = (typeof VIEWS)[number]['id'];

export function comparedLines(runs: readonly Compared[], metric: string): PlotLine[] {
  return runs.flatMap(({ name, run }, i) =>
    armLines(metric, run).map((l) => ({
      ...l,
      key: `${i}-${l.key}`,
      label: `${i + 1}. ${name}${run.arms.length > 1 ? `: ${l.label}` : ''}`,
      colour: RUN_COLOURS[i]!,
      end: `${i + 1}${run.arms.length > 1 ? ` ${l.end}` : ''}`,
    })),
  );
}

/** `acts`: the axis of entropy with so many acts; null: that of a success rate */
export function prepareCompared(runs: readonly Compared[], metric: string, acts: number | null): Prepared {
  const lines = comparedLines(runs, metric);
  const xMax = Math.max(1, ...runs.map((r) => r.record.experiment.updates));
  const said = lines.map((l) => `${l.label} ${two(lastOf(l.points)?.mean ?? NaN)}`);
  return {
    plot: { lines, rows: rowsOf(lines), xMax, xTicks: ticksTo(xMax), ...(acts === null ? SUCCESS_AXIS : entropyAxis(acts)), levels: [], marks: [] },
    summary: said.length > 0 ? `At the end: ${said.join('; ')}.` : '',
    empty: lines.length === 0,
  };
}

/** The settings in which some of these differ, as far as they concern any of their arms. */
export const differingKeys = (all: readonly ExperimentSettings[]): SettingKey[] => SETTING_KEYS.filter((k) => new Set(all.map((e) => e[k])).size > 1 && all.some((e) => concerns(k, e.arms)));
