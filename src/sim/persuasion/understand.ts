/**
 * What a person who types means, as one of the user's acts. No network: every word votes for the acts in whose lines it occurs. Lines of the moment count double, a few everyday replies
 * that the lines lack are given below, and the telling words can be shown. A tie and a line without a telling word are not guessed.
 */
import type { UserAct } from './data.ts';
import { USER_ACTS } from './data.ts';
import type { Moment } from './phrases-user.ts';
import { USER_PHRASES } from './phrases-user.ts';

/** replies people type that no line has, or that one word decides */
const REPLIES: Readonly<Record<UserAct, readonly string[]>> = {
  agree: ['ok i will donate', 'sure', 'fine i will give', 'yes i will give', 'deal', 'count me in', 'i want to donate', 'happy to donate'],
  refuse: ['no', 'nope', 'no thanks', 'never', 'i refuse', 'i wont donate', 'not interested', 'leave me alone', 'i dont want to give', 'stop asking'],
  negative: ['bad', 'awful', 'annoying', 'this is a scam', 'boring', 'i dont care', 'i hate this', 'pushy', 'i dont believe you', 'terrible'],
  question: ['?', 'why ?', 'what ?', 'who ?', 'how ?', 'where ?', 'when ?', 'how much ?', 'which one ?', 'really ?'],
  positive: ['good', 'great', 'nice', 'lovely', 'wonderful', 'cool', 'i love it', 'awesome', 'interesting', 'impressive'],
  neutral: ['ok', 'okay', 'hm', 'hmm', 'maybe', 'perhaps', 'i see', 'whatever', 'fine', 'i dont know'],
  social: ['hi', 'hello', 'hey', 'bye', 'goodbye', 'thanks', 'thank you', 'nice to meet you', 'good morning', 'see you'],
};
const YES = ['yes', 'yeah', 'yep', 'sure'];
const NO = ['no', 'nope', 'nah', 'never'];
const decide = (yes: UserAct, no: UserAct): ReadonlyMap<string, UserAct> => new Map([...YES.map((w) => [w, yes] as const), ...NO.map((w) => [w, no] as const)]);
/** a yes or a no answers what was asked: after an ask it is about giving, after an inquiry about the person */
const DECIDED: Readonly<Partial<Record<Moment, ReadonlyMap<string, UserAct>>>> = {
  ask: decide('agree', 'refuse'),
  small: decide('agree', 'refuse'),
  inquiry: decide('positive', 'negative'),
};
/** what such a word counts for its act, and for no other */
const DECIDED_VOTE = 0.6;
/** how many lines of its kind one such reply stands for */
const REPLY_WEIGHT = 3;
const MOMENT_WEIGHT = 2;
/** the runner-up must stay below this part of the winner */
const CLEAR = 0.85;
/** longer texts are cut: nobody says more in one line of a chat */
export const MAX_TEXT = 300;

/** "I don't, why?" -> i dont why ? */
export function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, MAX_TEXT)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\{amount\}/g, ' ')
      .replace(/[’'`]/g, '')
      .match(/[\p{L}\p{N}]+|\?/gu) ?? []
  );
}

interface Count {
  readonly words: Map<string, number>;
  /** weight of all lines */
  total: number;
}

/** How often each word occurs in the lines of each act, at one moment. */
function countWords(moment: Moment): Map<UserAct, Count> {
  const counts = new Map<UserAct, Count>();
  for (const act of USER_ACTS) {
    const count: Count = { words: new Map(), total: 0 };
    const add = (line: string, weight: number): void => {
      count.total += weight;
      for (const w of new Set(wordsOf(line))) count.words.set(w, (count.words.get(w) ?? 0) + weight);
    };
    for (const [when, lines] of Object.entries(USER_PHRASES[act]))
      // lines that let money follow say yes whatever their act
      if (when !== 'given' || act === 'agree') for (const line of lines) add(line, when === moment ? MOMENT_WEIGHT : 1);
    for (const line of REPLIES[act]) add(line, REPLY_WEIGHT);
    counts.set(act, count);
  }
  return counts;
}

const tables = new Map<Moment, Map<UserAct, Count>>();
function tableOf(moment: Moment): Map<UserAct, Count> {
  const table = tables.get(moment) ?? countWords(moment);
  tables.set(moment, table);
  return table;
}

/** What a word says: for each act how much more often than evenly it is that act's. Words that every act uses say nothing. */
function votes(word: string, moment: Moment, table: Map<UserAct, Count>): number[] {
  const decided = DECIDED[moment]?.get(word);
  if (decided) return USER_ACTS.map((act) => (act === decided ? DECIDED_VOTE : 0));
  const share = USER_ACTS.map((act) => {
    const { words, total } = table.get(act)!;
    return ((words.get(word) ?? 0) + 0.25) / total;
  });
  const sum = share.reduce((a, b) => a + b, 0);
  const known = USER_ACTS.some((act) => table.get(act)!.words.has(word));
  return share.map((s) => (known ? Math.max(0, s / sum - 1 / USER_ACTS.length) : 0));
}

export interface Understood {
  /** null: it could not be told */
  readonly act: UserAct | null;
  /** why not: no telling word, or two acts are about as likely */
  readonly doubt: 'none' | 'tie' | null;
  /** acts with votes, most first */
  readonly ranked: readonly { readonly act: UserAct; readonly score: number }[];
  /** the words that told most, for the act understood or the first of a tie */
  readonly because: readonly string[];
}

/** The act a typed line is nearest to, at a moment of the conversation. */
export function understand(text: string, moment: Moment): Understood {
  const table = tableOf(moment);
  const words = [...new Set(wordsOf(text))];
  const byWord = words.map((word) => ({ word, vote: votes(word, moment, table) }));
  const ranked = USER_ACTS.map((act, i) => ({ act, score: byWord.reduce((sum, w) => sum + w.vote[i]!, 0) }))
    .filter((r) => r.score > 1e-9)
    .sort((a, b) => b.score - a.score);
  const [first, second] = ranked;
  if (!first || first.score < 0.1) return { act: null, doubt: 'none', ranked, because: [] };
  const at = USER_ACTS.indexOf(first.act);
  const because = byWord
    .filter((w) => w.vote[at]! > 0.05)
    .sort((a, b) => b.vote[at]! - a.vote[at]!)
    .slice(0, 3)
    .map((w) => w.word);
  const tie = second !== undefined && second.score >= CLEAR * first.score;
  return { act: tie ? null : first.act, doubt: tie ? 'tie' : null, ranked, because };
}
