/** The end of a study: which persuader was which, and what came of it. */
import type { Session } from '../../train/people/session.ts';
import { plannedOf } from '../../train/people/session.ts';
import type { Study } from '../../train/people/schema.ts';
import { Swatch } from '../charts/Swatch.tsx';
import panel from '../tabs/panel.module.css';
import { people } from './client.ts';
import { Gathered } from './Gathered.tsx';
import { endWords, studyArmName, studyArmStyle } from './words.ts';
import css from './People.module.css';

function Order({ study }: { study: Study }) {
  return (
    <>
      <ol className={css.order} aria-label="Who was who">
        {study.conversations.map((c) => (
          <li key={c.index}>
            <Swatch line={studyArmStyle(c.arm)} />
            <b>{studyArmName(c.arm)}</b>
            <span>
              {endWords(c)} after {c.turns.length} {c.turns.length === 1 ? 'line' : 'lines'}, naturalness {c.naturalness}
              {c.again === null ? '' : c.again ? ', would talk again' : ', would not talk again'}
            </span>
          </li>
        ))}
      </ol>
      <p className={panel.note}>
        The order was drawn with seed {study.seed}, every persuader once in each round. Participant {study.participant}, a random number that stands for you in exports.
      </p>
    </>
  );
}

export function Outcome({ session }: { session: Session }) {
  const { study } = session;
  const n = study.conversations.length;
  const planned = plannedOf(session);
  return (
    <>
      <section aria-label="Your study">
        <h2>{n < planned ? `${n} of ${planned} conversations were rated` : 'Who was who'}</h2>
        {n > 0 ? <Order study={study} /> : <p className={panel.empty}>No conversation was rated, so there is nothing to show. Begin another study whenever you like.</p>}
        <div className={panel.tools}>
          <button type="button" className={panel.button} onClick={people.actions.putAside}>
            Next study
          </button>
          <span className={panel.said}>{n > 0 ? 'This one stays, and counts as one participant.' : ''}</span>
        </div>
      </section>
      <Gathered own={n > 0 ? study : null} open />
    </>
  );
}
