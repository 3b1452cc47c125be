/** A study while it goes on: plain steps from one state to the next, none of which changes what it is given. What the policy says comes from outside (`heard`). */
import { z } from 'zod';
import type { UserAct } from '../../sim/persuasion/data.ts';
import { POLICY_ACTS } from '../../sim/persuasion/data.ts';
import type { PolicyAct } from '../../sim/persuasion/data.ts';
import type { Conversation, Study, Turn } from './schema.ts';
import { conversationSchema, MAX_TURNS, orderOf, studySchema } from './schema.ts';

const openSchema = z.strictObject({
  /** exchanges so far; all answered */
  turns: z.array(conversationSchema.shape.turns.element).max(MAX_TURNS),
  /** the persuader's open line; null: it has yet to speak, or has no turns left */
  act: z.enum(POLICY_ACTS).nullable(),
  /** set once the conversation is over and waits for its rating */
  end: z.strictObject({ ended: conversationSchema.shape.ended, donation: conversationSchema.shape.donation }).nullable(),
});

export const sessionSchema = z.strictObject({
  study: studySchema,
  open: openSchema,
  /** arms have been named; nothing is added after that */
  revealed: z.boolean(),
});

export type Open = z.infer<typeof openSchema>;
export type Session = z.infer<typeof sessionSchema>;

const FRESH: Open = { turns: [], act: null, end: null };

export const begin = (study: Study): Session => ({ study, open: FRESH, revealed: false });

/** place of the conversation on hand; equal to the number planned when all are done */
export const indexOf = (s: Session): number => s.study.conversations.length;
export const plannedOf = (s: Session): number => orderOf(s.study).length;
export const armNow = (s: Session) => orderOf(s.study)[indexOf(s)] ?? null;

export type Phase = 'waiting' | 'answering' | 'no-turns' | 'rating' | 'done';

/** waiting: for the persuader's line; no-turns: the last line is answered, and only giving or leaving is left */
export function phaseOf({ study, open, revealed }: Session): Phase {
  if (revealed || study.conversations.length >= orderOf(study).length) return 'done';
  if (open.end) return 'rating';
  if (open.act) return 'answering';
  return open.turns.length >= MAX_TURNS ? 'no-turns' : 'waiting';
}

const change = (s: Session, open: Partial<Open>): Session => ({ ...s, open: { ...s.open, ...open } });

/** The persuader speaks. */
export const heard = (s: Session, act: PolicyAct): Session => (phaseOf(s) === 'waiting' ? change(s, { act }) : s);

/** The visitor answers. */
export function answered(s: Session, answer: UserAct, by: NonNullable<Turn['by']>): Session {
  const { act, turns } = s.open;
  return phaseOf(s) === 'answering' && act ? change(s, { turns: [...turns, { act, answer, by }], act: null }) : s;
}

/** The visitor gives or leaves; possible at any time. `gift` 0: nothing. */
export function ended(s: Session, gift: Conversation['donation']): Session {
  const phase = phaseOf(s);
  if (phase !== 'answering' && phase !== 'no-turns') return s;
  return change(s, { end: { donation: gift, ended: gift > 0 ? 'donated' : phase === 'no-turns' ? 'out-of-turns' : 'left' } });
}

/** Takes the end back, as long as it is not rated. */
export const notEnded = (s: Session): Session => (phaseOf(s) === 'rating' ? change(s, { end: null }) : s);

/** The rated conversation joins the study, and the next one begins. */
export function rated(s: Session, naturalness: number, again: boolean | null): Session {
  const { open, study } = s;
  const arm = armNow(s);
  if (phaseOf(s) !== 'rating' || !open.end || !arm) return s;
  const turns: Turn[] = open.act ? [...open.turns, { act: open.act, answer: null, by: null }] : open.turns;
  const conversation: Conversation = { index: indexOf(s), arm, turns, ...open.end, naturalness, again };
  return { ...s, study: { ...study, conversations: [...study.conversations, conversation] }, open: FRESH };
}

/** Names the arms, which ends the study. A conversation that is not rated is left out. */
export const revealed = (s: Session): Session => ({ ...s, open: FRESH, revealed: true });
