/** One update in slow motion: the group last asked for, and the last that came. */
import type { FromWorker } from '../../train/protocol.ts';
import type { SlowMotion } from '../../train/slow-motion.ts';

export interface Slow {
  /** id of a request that is open, else null */
  readonly asked: number | null;
  readonly result: SlowMotion | null;
  readonly error: string | null;
}

export const noSlow: Slow = { asked: null, result: null, error: null };

export const askSlow = (s: Slow, id: number): Slow => ({ ...s, asked: id, error: null });

/** Takes the group last asked for; what was shown stays when it did not come. */
export function takeSlow(s: Slow, m: Extract<FromWorker, { type: 'slowMotion' }>): Slow {
  if (s.asked !== m.id) return s;
  return { asked: null, result: m.result ?? s.result, error: m.error ?? null };
}
