/** A chart with its title, key, findings in words and the same numbers as a table. */
import type { ReactNode } from 'react';
import { lazy, Suspense, useId, useState } from 'react';
import { Boundary } from '../app/Boundary.tsx';
import type { Prepared } from './prepare.ts';
import { DataTable } from './DataTable.tsx';
import { Swatch } from './Swatch.tsx';
import type { LineStyle } from './measures.ts';
import css from './ChartFrame.module.css';

const Plot = lazy(() => import('./Plot.tsx'));

const HEIGHT = 300;

export interface Key {
  readonly line: LineStyle;
  readonly label: ReactNode;
}

interface Props {
  readonly title: ReactNode;
  readonly name: string;
  readonly about: ReactNode;
  /** beside the title: which measure is drawn, say */
  readonly tools?: ReactNode;
  readonly keys: readonly Key[];
  readonly prepared: Prepared;
  /** what will appear, before there is anything */
  readonly promise: string;
  readonly note?: string;
  /** what the dotted line is */
  readonly level?: string;
  /** the run drawn faintly: its arm, and its line as the key shows it */
  readonly faint?: { readonly name: string; readonly line: LineStyle; /** instead of "Previous run" */ readonly label?: string; readonly onHide?: () => void } | null;
  /** what a link recorded: its arms, and its line as the key shows it */
  readonly theirs?: { readonly name: string; readonly line: LineStyle } | null;
  /** takes it off the charts */
  readonly onRemoveTheirs?: (() => void) | undefined;
  /** shows the previous run again */
  readonly onBringBack?: (() => void) | undefined;
  readonly height?: number;
}

export function ChartFrame({ title, name, about, tools, keys, prepared, promise, note, level, faint, theirs, onRemoveTheirs, onBringBack, height = HEIGHT }: Props) {
  const [table, setTable] = useState(false);
  const id = useId();
  return (
    <figure className={css.frame} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        {tools}
        <button type="button" className={css.switch} aria-pressed={table} onClick={() => setTable(!table)}>
          Table
          <span className="visually-hidden"> of {name}</span>
        </button>
      </header>
      <p className={css.about}>{about}</p>
      <ul className={css.keys}>
        {keys.map((k) => (
          <li key={k.line.key}>
            <Swatch line={k.line} />
            {k.label}
          </li>
        ))}
        {level && prepared.plot.levels[0] ? (
          <li>
            <Swatch line={{ key: 'level', label: '', colour: prepared.plot.levels[0].colour, dash: '2 4', marker: 'none', width: 1.25 }} />
            {level}
          </li>
        ) : null}
        {theirs ? (
          <li>
            <Swatch line={theirs.line} faint />
            Theirs, recorded: {theirs.name}
            {onRemoveTheirs ? (
              <button type="button" className={css.back} onClick={onRemoveTheirs}>
                remove
              </button>
            ) : null}
          </li>
        ) : null}
        {faint ? (
          <li>
            <Swatch line={faint.line} faint />
            {faint.label ?? 'Previous run'}: {faint.name}
            {faint.onHide ? (
              <button type="button" className={css.back} onClick={faint.onHide}>
                hide
              </button>
            ) : null}
            {onBringBack ? (
              <button type="button" className={css.back} onClick={onBringBack}>
                bring back
              </button>
            ) : null}
          </li>
        ) : null}
      </ul>
      {table ? (
        <DataTable lines={prepared.plot.lines} name={name} height={height} say={prepared.plot.say} />
      ) : (
        <div className={css.canvas} style={{ height }}>
          <Boundary what="The chart">
            <Suspense fallback={null}>
              <Plot {...prepared.plot} height={height} title={name} desc={prepared.summary || promise} />
            </Suspense>
          </Boundary>
          {prepared.empty ? (
            <p className={css.promise}>
              <span>{promise}</span>
            </p>
          ) : null}
        </div>
      )}
      <figcaption className={css.caption} data-small={!note || undefined}>
        <p className={css.summary}>{prepared.summary || (prepared.empty ? '' : <span>{promise}</span>)}</p>
        {note ? <p className={css.note}>{note}</p> : null}
      </figcaption>
    </figure>
  );
}
