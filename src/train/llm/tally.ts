/** Answers added up: a distribution over the user's acts, beside the one of real people. */
import { ANSWER_COUNTS, POLICY_ACTS, USER_ACTS } from '../../sim/persuasion/data.ts';
import type { PolicyAct, UserAct } from '../../sim/persuasion/data.ts';
import { entropy } from '../../sim/persuasion/persuaders.ts';
import { totalVariation } from '../responses.ts';
import type { Interval } from '../stats.ts';
import { bootstrap } from '../stats.ts';
import type { ReadList, ReadReply } from './study.ts';

export interface Tally {
  /** replies, or well-formed lists */
  readonly n: number;
  /** [user act], of what could be read; null when nothing could */
  readonly probability: readonly number[] | null;
  /** share (replies) or mean stated mass (lists) of what no act could be told of */
  readonly unread: number;
  /** nats, with a 95 % bootstrap interval over replies or lists */
  readonly entropy: Interval;
  /** total variation to real people, likewise */
  readonly distance: Interval;
  /** different texts, capitals and punctuation aside */
  readonly distinct: number;
  readonly texts: number;
}

/** Real people (Persuasion for Good): first answers after this act, anywhere in a dialogue. */
export function people(act: PolicyAct): { readonly n: number; readonly probability: readonly number[] } {
  const counts = ANSWER_COUNTS[POLICY_ACTS.indexOf(act)]!;
  const n = counts.reduce((a, b) => a + b, 0);
  return { n, probability: counts.map((c) => c / n) };
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** [user act + 1]: mass on each act, and at the end on none. */
type Mass = readonly number[];
const massOf = (entries: readonly { readonly act: UserAct | null; readonly weight: number }[]): Mass => {
  const mass = new Array<number>(USER_ACTS.length + 1).fill(0);
  const total = entries.reduce((sum, e) => sum + e.weight, 0);
  for (const e of entries) mass[e.act === null ? USER_ACTS.length : USER_ACTS.indexOf(e.act)]! += e.weight / total;
  return mass;
};

/** Mean of the masses, of what could be read; null when nothing could. */
function distribution(masses: readonly Mass[]): number[] | null {
  const sum = USER_ACTS.map((_, a) => masses.reduce((s, m) => s + m[a]!, 0));
  const total = sum.reduce((a, b) => a + b, 0);
  return total > 0 ? sum.map((s) => s / total) : null;
}

function tally(masses: readonly Mass[], texts: readonly string[], act: PolicyAct): Tally {
  const real = people(act).probability;
  const over = (measure: (p: readonly number[]) => number): Interval =>
    bootstrap(
      masses.map((_, i) => i),
      (ids) => {
        const p = distribution(ids.map((i) => masses[i]!));
        return p ? measure(p) : NaN;
      },
    );
  return {
    n: masses.length,
    probability: distribution(masses),
    unread: masses.length > 0 ? masses.reduce((s, m) => s + m[USER_ACTS.length]!, 0) / masses.length : 0,
    entropy: over(entropy),
    distance: over((p) => totalVariation(p, real)),
    distinct: new Set(texts.map(plain)).size,
    texts: texts.length,
  };
}

export const tallyDirect = (replies: readonly ReadReply[], act: PolicyAct): Tally =>
  tally(
    replies.map((r) => massOf([{ act: r.act, weight: 1 }])),
    replies.map((r) => r.text),
    act,
  );

/** Each well-formed list counts once, its stated probabilities made to sum to 1: what drawing one entry of it would give on average. */
export function tallyLists(lists: readonly ReadList[], act: PolicyAct): Tally & { readonly malformed: number } {
  const formed = lists.flatMap((l) => (l.candidates ? [l.candidates] : []));
  const t = tally(
    formed.map((c) => massOf(c.map((e) => ({ act: e.act, weight: e.probability })))),
    formed.flat().map((c) => c.text),
    act,
  );
  return { ...t, malformed: lists.length - formed.length };
}
