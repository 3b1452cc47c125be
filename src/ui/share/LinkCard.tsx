/** What the page was opened with: the link's words, what of it could not be taken as it is, and, for a recorded result, whether the run here repeats it. */
import { Play, X } from 'lucide-react';
import type { ReadLink } from '../../train/share/link.ts';
import { differingSettings, verdictWords } from '../../train/share/verdict.ts';
import { showCharts } from '../lab/show.ts';
import { useLab } from '../store/hooks.ts';
import { Beside } from './Beside.tsx';
import { opened, useOpened } from './hooks.ts';
import { recordedWords, summaryWords, verdictOf } from './theirs.ts';
import css from './LinkCard.module.css';

const Summary = ({ link }: { link: ReadLink }) => <p className={css.summary}>{summaryWords(link)}</p>;

function Verdict({ link }: { link: ReadLink }) {
  const run = useLab((s) => s.run);
  const { result, experiment } = link;
  const verdict = result ? verdictOf(experiment, result, run) : null;
  if (!result || !verdict) return null;
  return (
    <div className={css.verdict} data-kind={verdict.kind} role="status">
      <p>
        <strong>{verdictWords(verdict)}</strong>
      </p>
      {verdict.kind === 'incomparable' ? null : (
        // open where it is short
        <details open={experiment.arms.length === 1}>
          <summary>Theirs beside mine, in numbers</summary>
          <Beside experiment={experiment} result={result} run={run} />
        </details>
      )}
    </div>
  );
}

function Actions({ link, waiting }: { link: ReadLink; waiting: boolean }) {
  const preparing = useLab((s) => s.run?.state === 'preparing');
  return (
    <div className={css.actions}>
      {link.result ? (
        <button
          type="button"
          className={css.primary}
          disabled={preparing}
          onClick={() => {
            opened.actions.reproduce();
            showCharts();
          }}
        >
          <Play size={15} aria-hidden="true" />
          Reproduce
        </button>
      ) : null}
      {waiting ? (
        <button type="button" className={css.plain} onClick={opened.actions.use}>
          Use these settings
        </button>
      ) : null}
    </div>
  );
}

/** what a visitor who has something of their own is told */
function Waiting({ waiting }: { waiting: boolean }) {
  const run = useLab((s) => s.run);
  if (!waiting) return <p className={css.small}>{run ? 'The run on screen has other settings than this link.' : 'The settings chosen in the lab are not this link’s any more.'}</p>;
  return <p className={css.small}>{run ? 'Your run stays as it is. “Use these settings” prepares the next one.' : 'Your own settings stay until you take these over.'}</p>;
}

export function LinkCard() {
  const link = useOpened((s) => s.link);
  const card = useOpened((s) => s.card);
  const waiting = useOpened((s) => s.waiting);
  const left = useLab((s) => link !== null && differingSettings(s.run?.experiment ?? s.draft, link.experiment).length > 0);
  // in a frame the page around it says what it is
  const bare = link?.embed && !link.title && !link.note && !link.result && link.notices.length === 0 && !waiting;
  if (!link || !card || bare) return null;
  return (
    <section className={css.card} aria-label="From a link">
      <button type="button" className={css.close} onClick={opened.actions.closeCard} aria-label="Close this card">
        <X size={16} aria-hidden="true" />
      </button>
      <p className={css.kicker}>{link.result ? 'A recorded run, from a link' : 'An experiment, from a link'}</p>
      {link.title ? <h2>{link.title}</h2> : null}
      {link.note ? <p className={css.note}>{link.note}</p> : null}
      <Summary link={link} />
      {link.result ? <p className={css.small}>{recordedWords(link.result)}</p> : null}
      {link.notices.length > 0 ? (
        <ul className={css.notices} aria-label="Not taken as it is">
          {link.notices.map((n) => (
            <li key={n.text}>{n.text}</li>
          ))}
        </ul>
      ) : null}
      {waiting || left ? <Waiting waiting={waiting} /> : null}
      <Actions link={link} waiting={waiting || left} />
      <Verdict link={link} />
    </section>
  );
}
