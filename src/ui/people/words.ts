/** Names and numbers as the human study says them. */
import type { UserAct } from '../../sim/persuasion/data.ts';
import type { Measure } from '../../train/people/results.ts';
import type { Conversation, StudyArm } from '../../train/people/schema.ts';
import { armStyle } from '../charts/arm-styles.ts';
import type { LineStyle } from '../charts/measures.ts';
import { armName } from '../lab/arms.ts';

export const studyArmName = (arm: StudyArm): string => (arm === 'start' ? 'Before training' : armName(arm));
/** as the lab's charts draw it: by colour and dash */
export const studyArmStyle = (arm: StudyArm): LineStyle => armStyle(arm === 'start' ? 'base' : arm, studyArmName(arm));

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;

/** what an answer does, for buttons and lists */
export const ANSWER_WORDS: Readonly<Record<UserAct, string>> = {
  agree: 'Agree',
  refuse: 'Refuse',
  negative: 'React badly',
  question: 'Ask back',
  positive: 'React well',
  neutral: 'Stay neutral',
  social: 'Small talk',
};

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = { donated: 'Donated', donation: 'Mean donation', naturalness: 'Naturalness', turns: 'Turns' };

/** as a value, or as a difference with its sign */
export function say(measure: Measure, v: number, signed = false): string {
  if (!Number.isFinite(v)) return '–';
  const size = Math.abs(v);
  const sign = v < 0 ? '−' : signed && v > 0 ? '+' : '';
  if (measure === 'donated') return `${sign}${Math.round(size * 100)} %`;
  if (measure === 'donation') return `${sign}$${size.toFixed(2)}`;
  return `${sign}${size.toFixed(1)}`;
}

export function sayP(p: number): string {
  if (!Number.isFinite(p)) return '–';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

export function endWords(c: Pick<Conversation, 'ended' | 'donation'>): string {
  if (c.ended === 'donated') return `you gave ${dollars(c.donation)}`;
  return c.ended === 'left' ? 'you left' : 'it ran out of turns';
}
