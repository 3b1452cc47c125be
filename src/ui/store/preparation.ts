/** How far a preparation is. Nobody knows beforehand how many stages it has, and each begins at nothing: every stage takes half of what is left, so that the whole never goes backwards. */
import type { Progress } from './run.ts';

export type Stage = Pick<Progress, 'what' | 'fraction' | 'secondsLeft'>;

export function advance(before: Progress | null, now: Stage): Progress {
  const from = !before ? 0 : before.what === now.what ? before.from : before.done;
  const done = from + ((1 - from) / 2) * Math.min(1, Math.max(0, now.fraction));
  return { ...now, from, done: Math.max(before?.done ?? 0, done) };
}
