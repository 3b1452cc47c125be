/** From histories to lines: one run bright, the run put aside faint. */
import type { ArmId } from '../../train/settings.ts';
import { armName, armShort } from '../lab/arms.ts';
import type { Run } from '../store/run.ts';
import { armStyle } from './arm-styles.ts';
import { bandsOf } from './bands.ts';
import type { Measure } from './measures.ts';
import type { PlotLine } from './Plot.tsx';

/** The measures of a run with one arm, in the arm's own colour and ink. */
export function measureLines(measuresOf: (arm: ArmId) => readonly Measure[], run: Run | null): PlotLine[] {
  const of = run?.arms[0];
  if (!of) return [];
  return measuresOf(of.arm).flatMap((m) => {
    const points = bandsOf(of.series.get(m.metric));
    return points.length > 0 ? [{ ...m, points }] : [];
  });
}

/** One metric, a line an arm. */
export function armLines(metric: string, run: Run | null): PlotLine[] {
  return (run?.arms ?? []).flatMap(({ arm, series, failure }) => {
    const points = bandsOf(series.get(metric));
    return points.length > 0 ? [{ ...armStyle(arm, armName(arm)), end: armShort(arm), points, ...(failure ? { stopped: true } : {}) }] : [];
  });
}

/** The same lines behind the bright ones, as far as the axis goes. */
export function faintly(lines: readonly PlotLine[], xMax: number): PlotLine[] {
  return lines.flatMap((l) => {
    const points = l.points.filter((p) => p.update <= xMax);
    return points.length > 0 ? [{ ...l, key: `previous-${l.key}`, points, faint: true }] : [];
  });
}
