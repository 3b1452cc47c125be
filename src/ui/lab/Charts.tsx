/** The two charts of a run: how often the policy succeeds, with whom; and how varied its choices are. */
import { useMemo } from 'react';
import { Term } from '../app/Term.tsx';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { LineStyle } from '../charts/measures.ts';
import { entropyOf, successOf } from '../charts/measures.ts';
import { prepareEntropy, prepareSuccess } from '../charts/prepare.ts';
import { lab } from '../store/client.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import { seedsOf } from '../store/run.ts';
import { armName } from './arms.ts';
import css from './Charts.module.css';

function bandNote(seeds: number, updates: number): string {
  const line = seeds > 1 ? `Line: mean of ${seeds} seeds. Band: lowest to highest seed.` : 'One seed: no band.';
  return updates > 300 ? `${line} A chart draws at most 300 of the points.` : line;
}

export function Charts({ acts }: { acts: number }) {
  const run = useLab((s) => s.run);
  const previous = useLab((s) => s.previous);
  const draft = useLab((s) => s.draft);
  const undo = useLab((s) => s.undo);
  const version = useRedraw();
  const settings = run?.settings ?? draft;
  const measures = successOf(settings.arm);
  const xMax = settings.updates;
  const series = run?.series;
  // the histories grow in place: `version` says when
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const success = useMemo(() => prepareSuccess(run, previous, xMax), [series, previous, xMax, version]);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const entropy = useMemo(() => prepareEntropy(run, previous, xMax, acts), [series, previous, xMax, acts, version]);
  const was = previous?.settings.arm;
  const faint = (line: LineStyle | undefined) => (was && line ? { name: armName(was), line } : null);
  const note = bandNote(seedsOf(settings).length, settings.updates);
  return (
    <section className={css.charts} id="charts" aria-label="Charts">
      <ChartFrame
        name="Success rate"
        title={<Term id="success">Success rate</Term>}
        about={
          <>
            Share of dialogues that end in a donation, after each <Term id="update">update</Term>
          </>
        }
        keys={measures.map((m) => ({ line: m, label: m.key === 'heldout' ? <Term id="heldout">{m.label}</Term> : m.key === 'real' ? <Term id="real">{m.label}</Term> : m.label }))}
        prepared={success}
        promise="Press Run. Three lines will appear here: how often the policy succeeds with the users it trains on, with simulators it has not met, and with real users."
        note={note}
        level="Held-out, before training"
        faint={faint(was && successOf(was)[0])}
        onBringBack={undo === 'restart' ? lab.actions.undo : undefined}
      />
      <ChartFrame
        name="Policy entropy"
        title={
          <>
            Policy <Term id="entropy">entropy</Term>
          </>
        }
        about="How varied the policy’s choices are, in nats"
        keys={[{ line: entropyOf(settings.arm), label: 'While training' }]}
        prepared={entropy}
        promise="One line will appear here: how varied the policy’s choices are. When it nears zero, the policy always plays the same."
        note={note}
        level="Before training"
        faint={faint(was && entropyOf(was))}
      />
    </section>
  );
}
