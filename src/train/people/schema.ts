/** A study as it is kept and exported: what was planned, which policies took part, and every conversation. Acts only: nothing a person typed, no name, no time of day. */
import { z } from 'zod';
import { POLICY_ACTS, USER_ACTS } from '../../sim/persuasion/data.ts';
import { WORLD_RULES } from '../../sim/persuasion/world.ts';
import { ARMS } from '../settings.ts';
import { conversationSeed, drawOrder } from './order.ts';

export const STUDY_FORMAT = 'thaw-people';
export const STUDY_VERSION = 1;
/** what can be given of the imaginary payment, US cents */
export const GIFTS = [25, 50, 100, 200] as const;
export const MAX_TURNS = WORLD_RULES.maxTurns;
export const NATURALNESS = { least: 1, most: 7 } as const;
export const PER_ARM = { least: 1, most: 5, usual: 2 } as const;
/** policies of one study at most: every arm, and the one before training */
const MAX_POLICIES = ARMS.length + 1;
const MAX_SEED = 2 ** 31 - 1;

const whole = (lo: number, hi: number) => z.number().int().min(lo).max(hi);
const hex64 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
const armSchema = z.enum([...ARMS, 'start']);
/** random, and says nothing of whoever it stands for */
const participantSchema = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hex digits');

export const policySchema = z.strictObject({
  arm: armSchema,
  /** updates it had behind it */
  update: whole(0, 1e6),
  /** SHA-256 of the weights */
  weights: hex64,
  /** digest of its arm's series, where the run was finished */
  run: hex64.nullable(),
});

const turnSchema = z.strictObject({
  act: z.enum(POLICY_ACTS),
  /** null: no answer, the conversation ended here */
  answer: z.enum(USER_ACTS).nullable(),
  /** how the answer was given: chosen from the list, typed and taken as understood, or typed and put right */
  by: z.enum(['chosen', 'typed', 'corrected']).nullable(),
});

export const conversationSchema = z
  .strictObject({
    /** place in the order, from 0 */
    index: whole(0, 99),
    arm: armSchema,
    turns: z.array(turnSchema).min(1).max(MAX_TURNS),
    ended: z.enum(['donated', 'left', 'out-of-turns']),
    /** US cents, imaginary */
    donation: z.union([z.literal(0), ...GIFTS.map((g) => z.literal(g))]),
    naturalness: whole(NATURALNESS.least, NATURALNESS.most),
    /** would talk to this one again; null: not said */
    again: z.boolean().nullable(),
  })
  .refine((c) => (c.ended === 'donated') === c.donation > 0, 'a donation and how the conversation ended do not agree')
  .refine((c) => c.turns.every((t, i) => (t.answer === null ? i === c.turns.length - 1 : true) && (t.answer === null) === (t.by === null)), 'only the last line can be unanswered')
  .refine((c) => c.ended !== 'out-of-turns' || (c.turns.length === MAX_TURNS && c.turns.at(-1)?.answer !== null), 'the conversation did not run out of turns');

const setting = z.union([z.string().max(200), z.number(), z.array(z.string().max(40)).max(40)]);

const fields = {
  format: z.literal(STUDY_FORMAT, { error: 'is no study of this lab' }),
  version: z.literal(STUDY_VERSION, { error: `must be ${STUDY_VERSION}, the version this page reads` }),
  participant: participantSchema,
  /** draws the order of the arms and every word of luck in the conversations */
  seed: whole(0, MAX_SEED),
  perArm: whole(PER_ARM.least, PER_ARM.most),
  source: z.strictObject({
    engine: whole(0, 1e6),
    scenario: z.literal('persuasion'),
    /** settings of the run the policies come from; null: no run */
    settings: z
      .record(z.string().max(40), setting)
      .refine((r) => Object.keys(r).length <= 120, 'too many settings')
      .nullable(),
    policies: z.array(policySchema).min(1).max(MAX_POLICIES),
  }),
  conversations: z
    .array(conversationSchema)
    .max(PER_ARM.most * MAX_POLICIES)
    .readonly(),
};

export const studySchema = z.strictObject(fields).check((ctx) => {
  const study = ctx.value;
  const fail = (path: (string | number)[], message: string) => ctx.issues.push({ code: 'custom', input: study, path, message });
  const arms = study.source.policies.map((p) => p.arm);
  if (new Set(arms).size !== arms.length) fail(['source', 'policies'], 'name an arm twice');
  const order = drawOrder(study.seed, arms, study.perArm);
  study.conversations.forEach((c, i) => {
    if (c.index !== i) fail(['conversations', i, 'index'], 'is out of order');
    else if (order[i] !== c.arm) fail(['conversations', i, 'arm'], 'is not the one that the seed drew');
  });
});

export type Study = z.infer<typeof studySchema>;
export type StudyArm = z.infer<typeof armSchema>;
export type StudyPolicy = z.infer<typeof policySchema>;
export type Conversation = z.infer<typeof conversationSchema>;
export type Turn = z.infer<typeof turnSchema>;

/** The arms in the order in which they are met. */
export const orderOf = (study: Study): StudyArm[] =>
  drawOrder(
    study.seed,
    study.source.policies.map((p) => p.arm),
    study.perArm,
  );

export const seedOf = (study: Study, index: number): number => conversationSeed(study.seed, index);

/** One line that names the field at fault. */
export function faultOf(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${issue.path.join('.') || 'the file'}: ${issue.message}` : 'it is not valid';
}
