/** The drawing: bands, lines, marks. Knows nothing of runs or arms; loaded on its own because recharts is larger than the rest of the page. */
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { useMedia } from '../app/media.ts';
import { two } from './annotate.ts';
import type { BandPoint } from './bands.ts';
import type { LineStyle } from './measures.ts';
import { Marks } from './Marks.tsx';
import { Readout } from './Readout.tsx';
import type { Cell, Row } from './rows.ts';
import { readable } from './theirs.ts';
import css from './Plot.module.css';

export interface PlotLine extends LineStyle {
  readonly points: readonly BandPoint[];
  /** drawn faintly, without band, marks or read-out: a run put aside */
  readonly faint?: boolean;
  /** faint as well, but read out and labelled: what a link recorded */
  readonly recorded?: boolean;
  /** the name written at its end, where there is room */
  readonly end?: string;
  /** it ended before its time: a cross instead of words, which other lines would run through */
  readonly stopped?: boolean;
}
export interface Mark {
  readonly kind: 'fall' | 'third';
  readonly update: number;
  readonly value: number;
  readonly text: string;
  readonly colour: string;
}
export interface PlotProps {
  readonly lines: readonly PlotLine[];
  readonly rows: readonly Row[];
  readonly xMax: number;
  readonly xTicks: readonly number[];
  /** 0 unless said */
  readonly yMin?: number;
  readonly yMax: number;
  /** powers of ten evenly apart */
  readonly log?: boolean;
  readonly yTicks: readonly number[];
  readonly yLabel: string;
  /** horizontal dashed lines: the policy before training */
  readonly levels: readonly { readonly value: number; readonly colour: string }[];
  readonly marks: readonly Mark[];
  readonly title: string;
  readonly desc: string;
  readonly height: number;
  readonly digits: number;
  /** how a value is written; two decimals unless said */
  readonly say?: (v: number) => string;
}

const cell = (row: unknown, key: string): Cell | undefined => (row as Row).cells[key];

/** the line of the policy before training, here and in the key */
const LEVEL_DASH = '2 4';
/** a chart is wide enough for names at the ends of its lines */
const ROOMY = '(min-width: 1280px), (min-width: 600px) and (max-width: 1000px)';

export default function Plot(props: PlotProps) {
  const { lines, rows, height, say = two } = props;
  const bright = lines.filter((l) => !l.faint);
  const named = useMedia(ROOMY) && readable(lines).some((l) => l.end !== undefined);
  return (
    <div className={css.plot}>
      <ComposedChart
        responsive
        style={{ width: '100%', height }}
        data={rows}
        margin={{ top: 14, right: named ? 132 : 46, bottom: 4, left: 0 }}
        title={props.title}
        desc={props.desc}
        accessibilityLayer
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="update"
          type="number"
          domain={[0, props.xMax]}
          ticks={[...props.xTicks]}
          interval={0}
          allowDataOverflow
          tickLine={{ stroke: 'var(--line-2)' }}
          tickSize={4}
          axisLine={{ stroke: 'var(--line-2)' }}
          tick={{ fill: 'var(--ink-3)', fontSize: 12 }}
          height={26}
        />
        <YAxis
          scale={props.log ? 'log' : 'linear'}
          domain={[props.yMin ?? 0, props.yMax]}
          ticks={[...props.yTicks]}
          interval={0}
          allowDataOverflow
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--ink-3)', fontSize: 12 }}
          tickFormatter={(v: number) => (props.say ? props.say(v) : v.toFixed(props.digits))}
          width={props.say ? 48 : 36}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-2)', strokeWidth: 1 }}
          content={({ active, label }) => (active && typeof label === 'number' ? <Readout update={label} lines={readable(lines)} say={say} /> : null)}
        />
        {props.levels.map((l) => (
          <ReferenceLine key={`${l.colour}-${l.value}`} y={l.value} stroke={l.colour} strokeDasharray={LEVEL_DASH} strokeOpacity={0.8} />
        ))}
        {(rows.length > 1 ? bright : []).map((l) => (
          <Area
            key={`${l.key}-band`}
            dataKey={(row: Row) => cell(row, l.key)?.band ?? null}
            name={`${l.label}, seeds`}
            stroke="none"
            fill={l.colour}
            fillOpacity={0.13}
            type="linear"
            isAnimationActive={false}
            activeDot={false}
            tooltipType="none"
          />
        ))}
        {lines.map((l) => (
          <Line
            key={l.key}
            dataKey={(row: Row) => cell(row, l.key)?.mean ?? null}
            name={l.label}
            stroke={l.colour}
            strokeWidth={l.faint ? 1.25 : l.width}
            strokeOpacity={l.faint ? 0.38 : 1}
            strokeDasharray={l.dash}
            strokeLinejoin="round"
            type="linear"
            isAnimationActive={false}
            activeDot={l.faint ? false : { r: 3.5, fill: l.colour, stroke: 'var(--raised)', strokeWidth: 1.5 }}
            dot={false}
          />
        ))}
        <Marks lines={bright} recorded={lines.filter((l) => l.recorded)} rows={rows} marks={props.marks} named={named} say={say} />
      </ComposedChart>
    </div>
  );
}
