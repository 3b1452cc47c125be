/** How far something slow is: what it does, about how long it still takes, and a bar. */
import { duration } from '../lab/words.ts';
import css from './ProgressLine.module.css';

export function ProgressLine({ label, what, fraction, secondsLeft }: { label: string; what: string; fraction: number; secondsLeft: number | null }) {
  return (
    <div className={css.progress}>
      <p>
        <span>{what}</span>
        <span>{secondsLeft === null ? '' : `about ${duration(secondsLeft)} left`}</span>
      </p>
      <div className={css.track} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(fraction * 100)}>
        <div style={{ width: `${fraction * 100}%` }} />
      </div>
    </div>
  );
}
