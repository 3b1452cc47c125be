/** A conversation: what was said, what can be answered, and the two ways out. */
import { useEffect, useRef } from 'react';
import { MAX_TURNS } from '../../train/people/schema.ts';
import type { Session } from '../../train/people/session.ts';
import { phaseOf, plannedOf } from '../../train/people/session.ts';
import { Answers } from './Answers.tsx';
import { people, usePeople } from './client.ts';
import { Give } from './Give.tsx';
import { useTalkKeys } from './keys.ts';
import { screenOf } from './lines.ts';
import { StopAndReveal } from './StopAndReveal.tsx';
import { placeWords } from './store.ts';
import css from './Talk.module.css';

export function Talk({ session }: { session: Session }) {
  const ownWords = usePeople((s) => s.ownWords);
  const fault = usePeople((s) => s.turnFault);
  const phase = phaseOf(session);
  const { lines, choices, moment } = screenOf(session, ownWords);
  const typing = useRef<HTMLInputElement>(null);
  const giving = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the newest line stays in sight; only the log scrolls, not the page
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [lines.length]);
  useTalkKeys((key) => {
    if (key.kind === 'digit') {
      const choice = choices[key.digit - 1];
      if (choice) people.actions.answer(choice.act, 'chosen');
    } else if (key.kind === 'donate') giving.current?.querySelector('button')?.focus();
    else if (key.kind === 'leave') people.actions.end(0);
    else typing.current?.focus();
  });
  const agreed = session.open.turns.at(-1)?.answer === 'agree';
  return (
    <section className={css.talk} aria-label="Conversation">
      <header className={css.head}>
        <h2>{placeWords(session, plannedOf(session))}</h2>
        <p>
          Line {Math.min(MAX_TURNS, session.open.turns.length + 1)} of at most {MAX_TURNS}
        </p>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={css.log} ref={log} role="log" aria-live="polite" aria-relevant="additions" aria-label="What was said" tabIndex={0}>
        <ol>
          {lines.map((line) => (
            <li key={line.key} data-who={line.who}>
              <span className={css.who}>{line.who === 'you' ? 'You' : 'Persuader'}</span> {line.text}
            </li>
          ))}
          {lines.length === 0 && !fault ? <li className={css.wait}>The persuader is about to speak.</li> : null}
        </ol>
      </div>
      {fault ? (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      ) : null}
      {phase === 'no-turns' ? <p className={css.note}>The persuader has no lines left. You can still give, or leave.</p> : null}
      {agreed && phase !== 'no-turns' ? <p className={css.note}>A yes gives nothing yet: press an amount below to give.</p> : null}
      {moment ? <Answers key={session.open.turns.length} choices={choices} moment={moment} field={typing} /> : null}
      {phase === 'answering' || phase === 'no-turns' ? <Give ref={giving} /> : null}
      <StopAndReveal session={session} />
    </section>
  );
}
