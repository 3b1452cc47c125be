/** The two ways out of a conversation, open at any time: give, or leave. */
import type { Ref } from 'react';
import { GIFTS } from '../../train/people/schema.ts';
import { people } from './client.ts';
import { dollars } from './words.ts';
import css from './Talk.module.css';

export function Give({ ref }: { ref: Ref<HTMLDivElement> }) {
  return (
    <div className={css.give}>
      <div ref={ref} role="group" aria-label="Donate, of an imaginary payment of $2" className={css.gifts}>
        <span>Donate</span>
        {GIFTS.map((g, i) => (
          <button type="button" key={g} className={css.plain} onClick={() => people.actions.end(g)} aria-label={`Donate ${dollars(g)}`} aria-keyshortcuts={i === 0 ? 'D' : undefined}>
            {dollars(g)}
          </button>
        ))}
      </div>
      <button type="button" className={css.plain} onClick={() => people.actions.end(0)} aria-keyshortcuts="L">
        Leave
      </button>
      <p className={css.small}>
        Of an imaginary $2; no money moves. Keys: <kbd>1</kbd>–<kbd>7</kbd> answer, <kbd>T</kbd> type, <kbd>D</kbd> donate, <kbd>L</kbd> leave.
      </p>
    </div>
  );
}
