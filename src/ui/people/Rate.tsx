/** After a conversation: how natural it was, and whether one would talk to this persuader again. */
import { useState } from 'react';
import { NATURALNESS } from '../../train/people/schema.ts';
import type { Session } from '../../train/people/session.ts';
import { indexOf, plannedOf } from '../../train/people/session.ts';
import { Segmented } from '../app/Segmented.tsx';
import panel from '../tabs/panel.module.css';
import { people } from './client.ts';
import { useTalkKeys } from './keys.ts';
import { endWords } from './words.ts';
import css from './Talk.module.css';

const SCALE = Array.from({ length: NATURALNESS.most }, (_, i) => String(i + NATURALNESS.least)).map((id) => ({ id, label: id }));
const AGAIN = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
  { id: 'unsaid', label: 'I would rather not say' },
] as const;

export function Rate({ session }: { session: Session }) {
  const [natural, setNatural] = useState('');
  const [again, setAgain] = useState<(typeof AGAIN)[number]['id']>('unsaid');
  useTalkKeys((key) => {
    if (key.kind === 'digit') setNatural(String(key.digit));
  });
  const { end, turns } = session.open;
  const place = indexOf(session) + 1;
  const lines = turns.length + (session.open.act ? 1 : 0);
  return (
    <section className={css.talk} aria-label="Rating">
      <header className={css.head}>
        <h2>
          Conversation {place} of {plannedOf(session)} is over: {end ? endWords(end) : ''}
        </h2>
        <p>
          after {lines} {lines === 1 ? 'line' : 'lines'} of the persuader
        </p>
      </header>
      <form
        className={css.rating}
        onSubmit={(e) => {
          e.preventDefault();
          if (natural) people.actions.rate(Number(natural), again === 'unsaid' ? null : again === 'yes');
        }}
      >
        <div>
          <h3>How natural was this persuader to talk to?</h3>
          <p className={css.small}>
            1 is like a machine that does not listen, 7 like a person who does. Keys <kbd>1</kbd>–<kbd>7</kbd>.
          </p>
          <Segmented name="naturalness" label="Naturalness, 1 to 7" options={SCALE} value={natural} onChange={setNatural} />
        </div>
        <div>
          <h3>Would you talk to it again?</h3>
          <Segmented name="again" label="Would you talk to this persuader again?" options={AGAIN} value={again} onChange={setAgain} />
        </div>
        <div className={css.confirm}>
          <button type="submit" className={css.send} disabled={!natural}>
            {place < plannedOf(session) ? 'Next conversation' : 'Finish and reveal'}
          </button>
          <button type="button" className={panel.link} onClick={people.actions.takeBack}>
            I did not mean to end it
          </button>
        </div>
      </form>
    </section>
  );
}
