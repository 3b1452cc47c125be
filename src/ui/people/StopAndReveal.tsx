/** Ends the study early and names the persuaders. What was seen cannot be unseen, so it takes two presses. */
import { useState } from 'react';
import type { Session } from '../../train/people/session.ts';
import { indexOf, plannedOf } from '../../train/people/session.ts';
import panel from '../tabs/panel.module.css';
import { people } from './client.ts';
import css from './Talk.module.css';

export function StopAndReveal({ session }: { session: Session }) {
  const [sure, setSure] = useState(false);
  const done = indexOf(session);
  if (!sure)
    return (
      <p className={css.stop}>
        You can close this page and go on later.{' '}
        <button type="button" className={panel.link} onClick={() => setSure(true)}>
          Stop and reveal
        </button>
      </p>
    );
  return (
    <div className={css.stop} role="group" aria-label="Stop and reveal">
      <p role="status">
        This names the persuaders and ends the study with {done} of {plannedOf(session)} conversations rated; one that is not rated does not count.
      </p>
      <button type="button" className={css.plain} onClick={people.actions.reveal}>
        Reveal
      </button>{' '}
      <button type="button" className={css.plain} onClick={() => setSure(false)}>
        Go on talking
      </button>
    </div>
  );
}
