/** One question put to a language model many times: directly, and as lists. It answers in words; each is read as one of the lab's acts of the user (understand.ts), or as none. */
import type { PolicyAct, UserAct } from '../../sim/persuasion/data.ts';
import type { Moment } from '../../sim/persuasion/phrases-user.ts';
import { sayLive } from '../../sim/persuasion/sentences.ts';
import { understand } from '../../sim/persuasion/understand.ts';
import { WORLD_RULES } from '../../sim/persuasion/world.ts';
import type { Message } from './prompts.ts';
import { directPrompt, listPrompt } from './prompts.ts';
import { readVerbalized } from './read-list.ts';

/** The part of web-llm's engine that is used (its OpenAI-style interface). */
export interface ChatEngine {
  readonly chat: {
    readonly completions: {
      create(request: { messages: Message[]; temperature: number; top_p: number; max_tokens: number; seed: number }): Promise<{ choices: { message: { content: string | null } }[] }>;
    };
  };
}

export interface Question {
  readonly act: PolicyAct;
  /** replies asked for directly */
  readonly replies: number;
  /** answers in each list; as many lists are asked for as give about as many answers */
  readonly perList: number;
  readonly seed: number;
}

/** null: no act could be told */
export interface ReadReply {
  readonly text: string;
  readonly act: UserAct | null;
}
export interface ReadList {
  /** the reply as written */
  readonly text: string;
  /** null: malformed */
  readonly candidates: readonly (ReadReply & { readonly probability: number })[] | null;
}
export type Answer = { readonly kind: 'direct'; readonly reply: ReadReply } | { readonly kind: 'list'; readonly list: ReadList };

/** bounds of what a visitor can ask for */
export const LIMITS = { replies: { min: 5, max: 200 }, perList: { min: 2, max: 10 } } as const;
const MAX_TOKENS = { direct: 60, perEntry: 60 };

/** The persuader's line of an act at the start of a conversation, and the moment it is. */
export function lineOf(act: PolicyAct, seed: number): { readonly line: string; readonly moment: Moment } {
  const live = sayLive([], act, seed, WORLD_RULES.maxTurns);
  return { line: live.said[0]!, moment: live.moment };
}

const read = (text: string, moment: Moment): ReadReply => ({ text: text.trim(), act: understand(text, moment).act });

export const listCount = (q: Pick<Question, 'replies' | 'perList'>): number => Math.ceil(q.replies / q.perList);

/**
 * Asks in turn, directly and for a list, so that one that is stopped has some of both. Temperature 1 and no nucleus: the model's own distribution.
 * @param on one answer, how many are done, and how many there will be
 * @throws what the engine throws
 */
export async function study(engine: ChatEngine, q: Question, on: (answer: Answer, done: number, of: number) => void): Promise<void> {
  const { line, moment } = lineOf(q.act, q.seed);
  const lists = listCount(q);
  const of = q.replies + lists;
  let done = 0;
  const ask = async (messages: Message[], max_tokens: number): Promise<string> => {
    const { choices } = await engine.chat.completions.create({ messages, temperature: 1, top_p: 1, max_tokens, seed: q.seed + done });
    return choices[0]?.message.content ?? '';
  };
  for (let i = 0; i < q.replies; i++) {
    const reply = read(await ask(directPrompt(line), MAX_TOKENS.direct), moment);
    on({ kind: 'direct', reply }, ++done, of);
    if (i % q.perList !== 0) continue;
    const text = await ask(listPrompt(line, q.perList), MAX_TOKENS.perEntry * q.perList);
    const candidates = readVerbalized(text)?.map((c) => ({ ...read(c.text, moment), probability: c.probability })) ?? null;
    on({ kind: 'list', list: { text, candidates } }, ++done, of);
  }
}
