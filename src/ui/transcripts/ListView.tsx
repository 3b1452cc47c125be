/** A list as a verbalizing simulator wrote it: what it could be or say, how likely it says each is, and which was drawn. */
import { percent } from '../charts/percent.ts';
import css from './ListView.module.css';

export interface ListedCandidate {
  readonly label: string;
  /** as stated; a list need not sum to 1 */
  readonly probability: number;
  readonly drawn: boolean;
}

export function ListView({ candidates, malformed }: { candidates: readonly ListedCandidate[]; malformed: boolean }) {
  return (
    <div className={css.list} data-malformed={malformed || undefined}>
      <ol>
        {candidates.map((c, i) => (
          <li key={i} data-drawn={(c.drawn && !malformed) || undefined}>
            <span className={css.label}>
              {c.label}
              {c.drawn && !malformed ? <span className="visually-hidden"> (drawn)</span> : null}
            </span>
            <span className={css.bar} aria-hidden="true">
              <span style={{ width: `${Math.min(1, c.probability) * 100}%` }} />
            </span>
            <span className={css.number}>{percent(c.probability)}</span>
          </li>
        ))}
      </ol>
      {malformed ? <p>Malformed: a candidate is repeated, or all are given nothing. It was not used; the simulator answered directly.</p> : null}
    </div>
  );
}
