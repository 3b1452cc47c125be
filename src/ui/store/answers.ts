/** What simulators would say at a history: the question last asked, and the last answer that came. Later questions overtake earlier ones. */
import type { FromWorker, History, Response } from '../../train/protocol.ts';

export interface Answers {
  /** id and history of the question last asked; null before the first */
  readonly asked: { readonly id: number; readonly history: History } | null;
  /** to the latest question answered, which need not be the last one asked */
  readonly shown: { readonly id: number; readonly history: History; readonly responses: readonly Response[]; readonly error: string | null } | null;
}

export const noAnswers: Answers = { asked: null, shown: null };

export const waiting = (a: Answers): boolean => a.asked !== null && a.asked.id !== a.shown?.id;

export const ask = (a: Answers, id: number, history: History): Answers => ({ ...a, asked: { id, history } });

/** Takes the answer to the question last asked; any other is out of date. */
export function answer(a: Answers, m: Extract<FromWorker, { type: 'responses' }>): Answers {
  if (a.asked?.id !== m.id) return a;
  return { ...a, shown: { ...a.asked, responses: m.responses, error: m.error ?? null } };
}
