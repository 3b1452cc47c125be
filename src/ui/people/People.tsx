/** The human study in small: the visitor is the user, blind to which persuader it is. */
import { useEffect, useRef } from 'react';
import { phaseOf } from '../../train/people/session.ts';
import { Begin } from './Begin.tsx';
import { usePeople, useStudyUpkeep } from './client.ts';
import { Outcome } from './Outcome.tsx';
import { Rate } from './Rate.tsx';
import { Talk } from './Talk.tsx';
import css from './People.module.css';

export default function People() {
  const session = usePeople((s) => s.session);
  const fault = usePeople((s) => s.storageFault ?? s.weightsFault);
  useStudyUpkeep();
  const phase = session ? phaseOf(session) : null;
  const screen = !session ? 'begin' : phase === 'done' ? 'outcome' : phase === 'rating' ? 'rate' : 'talk';
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(screen);
  // a new screen is read from its start; a line in a conversation is announced by the log
  useEffect(() => {
    if (before.current !== screen) top.current?.focus();
    before.current = screen;
  }, [screen]);
  return (
    <main className={css.people} id="main" data-busy={screen === 'talk' || screen === 'rate' || undefined}>
      <h1 className={css.lead}>
        You are the user. <span>Talk with persuaders that learned from different simulated users, without knowing which is which, and decide whether you would give.</span>
      </h1>
      <p className={css.why}>
        The lab measures persuaders on programs that stand for people; here a person says what they are worth. It matters because a persuader can do well with a simulator and still sound like nobody
        you would give to.
      </p>
      {fault ? (
        <p className={css.fault} role="status">
          {fault}
        </p>
      ) : null}
      <div ref={top} tabIndex={-1} className={css.screen}>
        {screen === 'begin' || !session ? <Begin /> : screen === 'outcome' ? <Outcome session={session} /> : screen === 'rate' ? <Rate session={session} /> : <Talk session={session} />}
      </div>
    </main>
  );
}
