/** A distribution over acts, as bars with their numbers. */
import type { Act } from '../../sim/scenario.ts';
import { percentOrLess } from './percent.ts';
import css from './Bars.module.css';

export function Bars({ probability, labels }: { probability: readonly number[]; labels: readonly Act[] }) {
  return (
    <ul className={css.bars}>
      {labels.map((a, i) => {
        const p = probability[i] ?? 0;
        return (
          <li key={a.id} title={a.help}>
            <span>{a.label}</span>
            <span className={css.bar} aria-hidden="true">
              <span style={{ width: `${Math.min(1, p) * 100}%` }} />
            </span>
            <span className={css.number}>{percentOrLess(p)}</span>
          </li>
        );
      })}
    </ul>
  );
}
