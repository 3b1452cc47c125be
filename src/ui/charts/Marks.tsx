/** Words on the chart: the value at the end of each line, the peak of a curve that fell, the third of the entropy. */
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import { lastOf } from './bands.ts';
import { spread } from './layout.ts';
import type { Mark, PlotLine } from './Plot.tsx';
import type { Row } from './rows.ts';

/** approximate width of 12 px text: labels only have to stay inside the plot */
const textWidth = (text: string): number => text.length * 6.4;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Text with a halo in the colour of the card, readable on top of lines. */
function Words({ x, y, anchor, fill, children }: { x: number; y: number; anchor: 'start' | 'end'; fill: string; children: string }) {
  return (
    <text x={x} y={y} textAnchor={anchor} fontSize={12} fill={fill} stroke="var(--raised)" strokeWidth={4} strokeLinejoin="round" paintOrder="stroke">
      {children}
    </text>
  );
}

/** Where text beside a mark at `x` fits: to its right, else to its left, else as far right as the plot goes. */
function beside(x: number, text: string, area: Area): { x: number; anchor: 'start' | 'end' } {
  const right = area.x + area.width;
  if (x + 8 + textWidth(text) <= right) return { x: x + 8, anchor: 'start' };
  if (x - 8 - textWidth(text) >= area.x) return { x: x - 8, anchor: 'end' };
  return { x: right, anchor: 'end' };
}

function ThirdMark({ mark, x, area }: { mark: Mark; x: number; area: Area }) {
  const at = beside(x, mark.text, area);
  return (
    <g>
      <line x1={x} x2={x} y1={area.y} y2={area.y + area.height} stroke="var(--ink-3)" strokeDasharray="3 3" />
      <Words x={at.x} y={area.y + 10} anchor={at.anchor} fill="var(--ink-2)">
        {mark.text}
      </Words>
    </g>
  );
}

/** Rings at the peaks, their words stacked above the highest one so that they cover neither each other nor the fall they speak of. */
function FallMarks({ marks, area }: { marks: readonly (Mark & { readonly px: number; readonly py: number })[]; area: Area }) {
  const top = Math.min(...marks.map((m) => m.py));
  const fits = marks.every((m) => textWidth(m.text) <= area.width);
  return (
    <g>
      {marks.map((m, i) => {
        const at = beside(m.px, m.text, area);
        const y = Math.max(area.y + 10 + 16 * i, top - 13 - 16 * (marks.length - 1 - i));
        return (
          <g key={`${m.update} ${m.text}`}>
            <circle cx={m.px} cy={m.py} r={6} fill="none" stroke={m.colour} strokeWidth={1.25} />
            {fits ? (
              <Words x={at.x} y={y} anchor={at.anchor} fill={m.colour}>
                {m.text}
              </Words>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

/** Where a line ended before its time. */
function Cross({ line, x, y }: { line: PlotLine; x: (v: number) => number; y: (v: number) => number }) {
  const p = lastOf(line.points);
  if (!p) return null;
  const [cx, cy] = [x(p.update), y(p.mean)];
  return <path d={`M${cx - 4},${cy - 4}l8,8m0,-8l-8,8`} stroke={line.colour} strokeWidth={2} fill="none" />;
}

/** Markers every few pixels would be a second line. */
const MAX_MARKERS = 40;

/** Markers of a line's own points, and a dot where a point has no neighbour to be joined to. Drawn here because recharts cuts its own in half at the axis. */
function Dots({ line, rows, x, y }: { line: PlotLine; rows: readonly Row[]; x: (v: number) => number; y: (v: number) => number }) {
  const marked = line.marker !== 'none' && line.points.length <= MAX_MARKERS;
  return rows.map(({ update, cells }) => {
    const c = cells[line.key];
    if (!c?.own || !(c.alone || marked)) return null;
    const cx = x(update);
    const cy = y(c.mean);
    if (line.marker === 'square') return <rect key={update} x={cx - 2.75} y={cy - 2.75} width={5.5} height={5.5} fill="var(--raised)" stroke={line.colour} strokeWidth={1.5} />;
    return <circle key={update} cx={cx} cy={cy} r={line.marker === 'circle' ? 2.75 : 3.5} fill={line.colour} />;
  });
}

interface Props {
  readonly lines: readonly PlotLine[];
  /** what a link recorded */
  readonly recorded: readonly PlotLine[];
  readonly rows: readonly Row[];
  readonly marks: readonly Mark[];
  /** there is room for names at the ends */
  readonly named: boolean;
  readonly say: (v: number) => string;
}

export function Marks({ lines, recorded, rows, marks, named, say }: Props) {
  const area = usePlotArea();
  const sx = useXAxisScale();
  const sy = useYAxisScale();
  if (!area || !sx || !sy) return null;
  const at = (scale: typeof sx, v: number): number => Number(scale(v));
  // the numbers at the ends are the visitor's own; before there are any, those a link brought
  const own = lines.some((l) => l.points.length > 0);
  const ends = (own ? lines : recorded).flatMap((l) => {
    const p = l.stopped ? null : lastOf(l.points);
    return p && p.mean >= 0 ? [{ line: l, x: at(sx, p.update), y: at(sy, p.mean), text: say(p.mean) }] : [];
  });
  const ys = spread(
    ends.map((e) => e.y),
    14,
    area.y + 2,
    area.y + area.height - 2,
  );
  const falls = marks.filter((m) => m.kind === 'fall').map((m) => ({ ...m, px: at(sx, m.update), py: at(sy, m.value) }));
  return (
    <g style={{ fontVariantNumeric: 'tabular-nums', pointerEvents: 'none' }}>
      {marks.map((m) => (m.kind === 'third' ? <ThirdMark key={m.kind} mark={m} x={at(sx, m.update)} area={area} /> : null))}
      {lines.map((l) => (
        <Dots key={l.key} line={l} rows={rows} x={(v) => at(sx, v)} y={(v) => at(sy, v)} />
      ))}
      {lines.map((l) => (l.stopped ? <Cross key={l.key} line={l} x={(v) => at(sx, v)} y={(v) => at(sy, v)} /> : null))}
      {falls.length > 0 ? <FallMarks marks={falls} area={area} /> : null}
      {ends.map((e, i) => (
        <text
          key={e.line.key}
          x={Math.min(e.x, area.x + area.width) + 10}
          y={(ys[i] ?? e.y) + 4}
          fontSize={12}
          fontWeight={own ? 600 : 400}
          fontStyle={own ? undefined : 'italic'}
          fill={own ? e.line.colour : 'var(--ink-2)'}
          stroke="var(--raised)"
          strokeWidth={3}
          strokeLinejoin="round"
          paintOrder="stroke"
        >
          {e.text}
          {named && e.line.end ? (
            <tspan fontWeight={400} dx={6}>
              {e.line.end}
            </tspan>
          ) : null}
        </text>
      ))}
    </g>
  );
}
