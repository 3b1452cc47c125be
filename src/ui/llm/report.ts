/** What was asked and answered, to copy. */
import { lineOf } from '../../train/llm/study.ts';
import { people, tallyDirect, tallyLists } from '../../train/llm/tally.ts';
import type { Asked } from './state.ts';

export function reportJson({ model, question, replies, lists, state }: Asked): string {
  if (!question) return '{}';
  const { act } = question;
  return JSON.stringify(
    {
      thaw: 'language-model',
      model,
      state,
      question: { ...question, line: lineOf(act, question.seed).line },
      people: people(act),
      direct: tallyDirect(replies, act),
      list: tallyLists(lists, act),
      replies,
      lists,
    },
    // JSON has no NaN: an interval of one value is none
    (_, v: unknown) => (typeof v === 'number' && !Number.isFinite(v) ? null : v),
    1,
  );
}
