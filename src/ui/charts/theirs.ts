/** What a link recorded, behind the visitor's own lines: faint, and labelled as theirs. */
import { counted } from '../lab/words.ts';
import { two } from './annotate.ts';
import { lastOf } from './bands.ts';
import type { PlotLine } from './Plot.tsx';

/** The lines of a recorded run, as far as the axis goes. */
export function asTheirs(lines: readonly PlotLine[], xMax: number): PlotLine[] {
  return lines.flatMap((l) => {
    const points = l.points.filter((p) => p.update <= xMax);
    return points.length > 0 ? [{ ...l, key: `theirs-${l.key}`, label: `${l.label}, theirs`, points, faint: true, recorded: true }] : [];
  });
}

/** "Theirs, recorded: Held-out simulators 0.31 after 250 updates; ..." */
export function theirWords(lines: readonly PlotLine[]): string {
  const said = lines.flatMap((l) => {
    const end = l.recorded ? lastOf(l.points) : null;
    return end ? [`${l.label.replace(/, theirs$/, '')} ${two(end.mean)} after ${counted(end.update)}`] : [];
  });
  return said.length > 0 ? `Theirs, recorded: ${said.join('; ')}.` : '';
}

/** lines that are read out and listed: the visitor's own, and what was recorded */
export const readable = (lines: readonly PlotLine[]): PlotLine[] => lines.filter((l) => !l.faint || l.recorded);
