/** The claim of a step, held against the run on screen while it goes on. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import { armRunOf, seedsOf } from '../store/run.ts';
import { SEEDS_FOR_INTERVALS } from '../lab/ends-several.ts';
import type { Finding } from './check.ts';
import { evaluate, needsRun } from './check.ts';
import type { Check } from './content.ts';
import { useProgress } from './progress.ts';
import { Rich } from './Rich.tsx';
import { answers } from './same.ts';
import css from './LearnPanel.module.css';

function words({ holds }: Finding, ofRun: boolean, present: boolean, final: boolean): string {
  if (!ofRun) return holds ? 'Done.' : 'Not yet.';
  if (!present) return 'The run decides: it is checked when this experiment is on screen.';
  if (holds === null) return 'Not enough has been measured yet.';
  if (!final) return holds ? 'So far it holds.' : 'So far it does not hold.';
  return holds ? 'It holds.' : 'It does not hold.';
}

/** Whatever comes out with so few seeds may have come out otherwise with others. */
const fewWords = (seeds: number): string => (seeds >= SEEDS_FOR_INTERVALS ? '' : `${seeds === 1 ? 'One seed is' : `${seeds} seeds are`} too few to tell this from chance.`);

export function CheckView({ check, experiment }: { check: Check; experiment: ExperimentSettings | null }) {
  const run = useLab((s) => s.run);
  const done = useProgress((p) => p.done);
  useRedraw();
  const ofRun = needsRun(check.when);
  const present = experiment !== null && run !== null && answers(run.experiment, experiment);
  const finding = evaluate(check.when, { metric: (arm, name) => (present ? armRunOf(run, arm)?.series.get(name) : undefined), done: new Set(done) });
  const final = !ofRun || run?.state === 'finished';
  const tone = finding.holds === null ? undefined : finding.holds ? 'yes' : 'no';
  return (
    <section className={css.check} data-tone={tone} aria-label="Check">
      <p>
        <b>{ofRun ? 'Claim' : 'Check'}</b> {check.claim}
      </p>
      {finding.facts.length > 0 ? (
        <ul>
          {finding.facts.map((f) => (
            <li key={f}>{f}</li>
          ))}
        </ul>
      ) : null}
      <p role="status">
        <strong>{words(finding, ofRun, present, final)}</strong> {final && finding.holds !== null ? <Rich text={finding.holds ? check.yes : check.no} /> : null}{' '}
        {ofRun && present && finding.holds !== null ? fewWords(seedsOf(run.experiment).length) : ''}
      </p>
    </section>
  );
}
