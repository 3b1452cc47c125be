/** The two charts of a run: how often the policy succeeds, with whom; and how varied its choices are. One arm: every measure. Several arms: one measure, a line an arm. */
import { useMemo } from 'react';
import type { ArmId } from '../../train/settings.ts';
import { Segmented } from '../app/Segmented.tsx';
import { Term } from '../app/Term.tsx';
import { armStyle } from '../charts/arm-styles.ts';
import type { Key } from '../charts/ChartFrame.tsx';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { LineStyle } from '../charts/measures.ts';
import { entropyOf, successOf } from '../charts/measures.ts';
import { prepareArms, prepareArmsEntropy, VIEWS } from '../charts/prepare-arms.ts';
import { prepareEntropy, prepareSuccess } from '../charts/prepare.ts';
import { hideRecorded, useRecorded } from '../recorded/recorded.ts';
import { lab } from '../store/client.ts';
import { opened, useOpened } from '../share/hooks.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import { seedsOf } from '../store/run.ts';
import { armName, armsName } from './arms.ts';
import { showMeasure, useView } from './view.ts';
import css from './Charts.module.css';

function bandNote(seeds: number, updates: number): string {
  const line = seeds > 1 ? `Line: mean of ${seeds} seeds. Band: lowest to highest seed.` : 'One seed: no band.';
  return updates > 300 ? `${line} A chart draws at most 300 of the points.` : line;
}

/** What the faint lines are: the arms of the run put aside, and how its first line looks. */
function faintKey(was: readonly ArmId[] | undefined, one: (arm: ArmId) => LineStyle | undefined, several: boolean): { name: string; line: LineStyle } | null {
  const first = was?.[0];
  if (!was || !first) return null;
  const line = several || was.length > 1 ? armStyle(first, armName(first)) : one(first);
  return line ? { name: armsName(was), line } : null;
}

const successKey = (m: LineStyle): Key => ({
  line: m,
  label: m.key === 'heldout' ? <Term id="heldout">{m.label}</Term> : m.key === 'real' ? <Term id="real">{m.label}</Term> : m.label,
});
const armKeys = (arms: readonly ArmId[]): Key[] => arms.map((arm) => ({ line: armStyle(arm, armName(arm)), label: armName(arm) }));

export function Charts({ acts }: { acts: number }) {
  const run = useLab((s) => s.run);
  const own = useLab((s) => s.previous);
  const recorded = useRecorded();
  const experiment = useLab((s) => s.run?.experiment ?? s.draft);
  const undo = useLab((s) => s.undo);
  const theirs = useOpened((s) => s.theirs);
  // one thing at a time behind the run: what a link brought goes before the recording
  const previous = own ?? (theirs ? null : (recorded?.run ?? null));
  const version = useRedraw();
  const view = useView((v) => v.measure);
  const { arms, updates: xMax } = experiment;
  const several = arms.length > 1;
  const arm = arms[0] ?? 'single';
  // the histories grow in place: `version` says when
  /* eslint-disable react-hooks/exhaustive-deps */
  const success = useMemo(() => (several ? prepareArms(run, previous, view, xMax, theirs) : prepareSuccess(run, previous, xMax, theirs)), [run?.arms, previous, theirs, several, view, xMax, version]);
  const entropy = useMemo(
    () => (several ? prepareArmsEntropy(run, previous, xMax, acts, theirs) : prepareEntropy(run, previous, xMax, acts, theirs)),
    [run?.arms, previous, theirs, several, xMax, acts, version],
  );
  /* eslint-enable react-hooks/exhaustive-deps */
  const was = previous?.experiment.arms;
  const faint = (one: (arm: ArmId) => LineStyle | undefined) => {
    const key = faintKey(was, one, several);
    return key && !own && recorded ? { ...key, name: recorded.words, label: 'Recorded', onHide: hideRecorded } : key;
  };
  const note = bandNote(seedsOf(experiment).length, xMax);
  const wait = run ? 'The first numbers come with the first update.' : 'Press Run.';
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
        tools={several ? <Segmented name="view" label="Success with" options={VIEWS} value={view} onChange={showMeasure} /> : null}
        keys={several ? armKeys(arms) : successOf(arm).map(successKey)}
        prepared={success}
        promise={
          several
            ? `${wait} One line an arm will appear here: how often each policy succeeds with simulators it has not met.`
            : `${wait} Three lines will appear here: how often the policy succeeds with the users it trains on, with simulators it has not met, and with real users.`
        }
        note={note}
        level={several ? 'All arms, before training' : 'Held-out, before training'}
        faint={faint((a) => successOf(a)[0])}
        theirs={faintKey(theirs?.experiment.arms, (a) => successOf(a)[0], several)}
        onRemoveTheirs={opened.actions.removeTheirs}
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
        keys={several ? armKeys(arms) : [{ line: entropyOf(arm), label: 'While training' }]}
        prepared={entropy}
        promise={
          several
            ? 'One line an arm will appear here: how varied each policy’s choices are. When it nears zero, the policy always plays the same.'
            : 'One line will appear here: how varied the policy’s choices are. When it nears zero, the policy always plays the same.'
        }
        note={note}
        level="Before training"
        faint={faint(entropyOf)}
        theirs={faintKey(theirs?.experiment.arms, entropyOf, several)}
      />
    </section>
  );
}
