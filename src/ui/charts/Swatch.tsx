/** A short piece of a line as it is drawn in the chart: colour, dash and marker. */
import type { LineStyle } from './measures.ts';
import css from './Plot.module.css';

export function Swatch({ line, faint = false }: { line: LineStyle; faint?: boolean }) {
  return (
    <svg className={css.key} viewBox="0 0 22 10" aria-hidden="true">
      <line x1="0" x2="22" y1="5" y2="5" stroke={line.colour} strokeWidth={faint ? 1.25 : line.width} strokeDasharray={line.dash} strokeOpacity={faint ? 0.45 : 1} />
      {line.marker === 'circle' && !faint ? <circle cx="11" cy="5" r="3" fill={line.colour} /> : null}
      {line.marker === 'square' && !faint ? <rect x="8" y="2" width="6" height="6" fill="var(--raised)" stroke={line.colour} strokeWidth="1.5" /> : null}
    </svg>
  );
}
