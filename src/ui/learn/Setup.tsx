/** The experiment of a step: what it would run, and the button that runs it. A run on screen is left alone until that is pressed. */
import { useEffect } from 'react';
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { armsName } from '../lab/arms.ts';
import { showCharts } from '../lab/show.ts';
import { showMeasure, showTab } from '../lab/view.ts';
import { counted, seedsName } from '../lab/words.ts';
import { changedKeys, shown } from '../settings/diff.ts';
import { SETTINGS } from '../../train/settings.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { isEmpty, isLive } from '../store/run.ts';
import type { Link } from './content.ts';
import { experimentOfLink, LESSON_SETTINGS } from './content.ts';
import { ownSettings } from './own.ts';
import { answers, sameExperiment } from './same.ts';
import css from './LearnPanel.module.css';

/** Settings that a lesson makes small say nothing about what it shows. */
const SMALL: ReadonlySet<string> = new Set([...Object.keys(LESSON_SETTINGS), 'theoryEvery']);

function describe(e: ExperimentSettings): string {
  const changed = changedKeys(e, defaultExperiment)
    .filter((k) => !SMALL.has(k))
    .map((k) => `${SETTINGS[k].label.toLowerCase()} ${shown(k, e[k]).toLowerCase()}`);
  const gamma = e.gamma === defaultExperiment.gamma ? [`γ ${e.gamma}`] : [];
  return `${armsName(e.arms)}; ${[...gamma, ...changed, `policy size ${e.model}`, seedsName(e.seeds), counted(e.updates)].join(', ')}`;
}

function open(link: Link): void {
  if (link.tab) showTab(link.tab);
  if (link.measure) showMeasure(link.measure);
}

export function Setup({ id, link }: { id: string; link: Link }) {
  const experiment = experimentOfLink(link);
  const run = useLab((s) => s.run);
  const drafted = useLab((s) => sameExperiment(s.draft, experiment) && sameExperiment(experiment, s.draft));
  useEffect(() => {
    ownSettings.setUp(experimentOfLink(link));
    open(link);
    // a step is set up once, when it is opened: what the visitor changes afterwards stays
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
  const same = run !== null && sameExperiment(experiment, run.experiment);
  const other = run !== null && !same && answers(run.experiment, experiment);
  const start = (): void => {
    lab.actions.setAll(experiment);
    open(link);
    lab.actions.restart();
    showCharts();
  };
  return (
    <section className={css.setup} aria-label="Experiment of this step">
      <p>
        <b>Experiment</b> {describe(experiment)}
      </p>
      {same && isLive(run) ? (
        <p role="status">It is the run on screen{run.state === 'paused' ? ', paused' : ''}.</p>
      ) : (
        <button type="button" className={css.primary} onClick={start}>
          {same ? 'Run it again' : 'Set up and run'}
        </button>
      )}
      {run && !same && !isEmpty(run) ? (
        <p className={css.small}>
          {other ? 'The run on screen asks the same at another size, and counts.' : 'The run on screen stays until you press this; then it is put aside and can be brought back.'}
        </p>
      ) : null}
      {!run && !drafted ? <p className={css.small}>Settings were changed since this step was opened; this button sets them back.</p> : null}
    </section>
  );
}
