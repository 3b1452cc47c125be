/** What one or many studies say about each arm, and about the differences between arms. */
import type { Interval } from '../stats.ts';
import { bootstrap, mean } from '../stats.ts';
import { bootstrapDifference, holm, neededPerGroup, welch } from './compare.ts';
import type { Conversation, Study, StudyArm } from './schema.ts';

export const MEASURES = ['donated', 'donation', 'naturalness', 'turns'] as const;
export type Measure = (typeof MEASURES)[number];

/** share as 0 or 1, US dollars, 1 to 7, lines heard */
export const VALUE: Readonly<Record<Measure, (c: Conversation) => number>> = {
  donated: (c) => (c.donation > 0 ? 1 : 0),
  donation: (c) => c.donation / 100,
  naturalness: (c) => c.naturalness,
  turns: (c) => c.turns.length,
};

/** what the statistics count: the conversations of one person, or, of several, one mean a person, since what one person does is not independent */
export type Unit = 'conversation' | 'person';

export interface ArmResult {
  readonly arm: StudyArm;
  readonly conversations: number;
  /** people who met it */
  readonly people: number;
  readonly measures: Readonly<Record<Measure, Interval>>;
  /** said they would talk to it again, of those who said anything */
  readonly again: { readonly yes: number; readonly said: number };
}

export interface Difference {
  readonly a: StudyArm;
  readonly b: StudyArm;
  readonly interval: Interval;
  /** units on each side */
  readonly n: readonly [number, number];
  readonly p: number;
  /** after Holm's correction over all pairs of this measure */
  readonly corrected: number;
  readonly needed: number;
}

export interface Results {
  readonly unit: Unit;
  readonly people: number;
  readonly conversations: number;
  readonly arms: readonly ArmResult[];
  readonly differences: Readonly<Record<Measure, readonly Difference[]>>;
}

/** One value a unit. Studies without a conversation of the arm have none. */
function valuesOf(studies: readonly Study[], arm: StudyArm, measure: Measure, unit: Unit): number[] {
  const byStudy = studies.map((s) => s.conversations.filter((c) => c.arm === arm).map(VALUE[measure]));
  return unit === 'conversation' ? byStudy.flat() : byStudy.filter((v) => v.length > 0).map(mean);
}

/** Arms in the order in which studies list them: before training first. */
export function armsOf(studies: readonly Study[]): StudyArm[] {
  const all = new Set(studies.flatMap((s) => s.source.policies.map((p) => p.arm)));
  return [...all].sort((a, b) => Number(b === 'start') - Number(a === 'start'));
}

export function resultsOf(studies: readonly Study[]): Results {
  const taken = studies.filter((s) => s.conversations.length > 0);
  const people = new Set(taken.map((s) => s.participant)).size;
  const unit: Unit = taken.length > 1 ? 'person' : 'conversation';
  const arms = armsOf(studies);
  const perArm = arms.map((arm): ArmResult => {
    const all = taken.flatMap((s) => s.conversations.filter((c) => c.arm === arm));
    const said = all.filter((c) => c.again !== null);
    const entries = MEASURES.map((m) => [m, bootstrap(valuesOf(taken, arm, m, unit))] as const);
    return {
      arm,
      conversations: all.length,
      people: taken.filter((s) => s.conversations.some((c) => c.arm === arm)).length,
      measures: Object.fromEntries(entries) as Record<Measure, Interval>,
      again: { yes: said.filter((c) => c.again).length, said: said.length },
    };
  });
  const pairs = arms.flatMap((a, i) => arms.slice(i + 1).map((b) => [a, b] as const));
  const differencesOf = (measure: Measure): Difference[] => {
    const rows = pairs.map(([a, b]) => {
      const [x, y] = [valuesOf(taken, a, measure, unit), valuesOf(taken, b, measure, unit)];
      return { a, b, interval: bootstrapDifference(x, y), n: [x.length, y.length] as const, p: welch(x, y).p, needed: neededPerGroup(x, y) };
    });
    const corrected = holm(rows.map((r) => r.p));
    return rows.map((r, i) => ({ ...r, corrected: corrected[i]! }));
  };
  return {
    unit,
    people,
    conversations: taken.reduce((n, s) => n + s.conversations.length, 0),
    arms: perArm,
    differences: Object.fromEntries(MEASURES.map((m) => [m, differencesOf(m)])) as unknown as Record<Measure, Difference[]>,
  };
}

/** Fewer units a side than this cannot tell luck from a difference, whatever the test says. */
export const FEW = 10;

/** The honest sentence under a table of differences. `name` says an arm in words. */
export function sizeWords(results: Results, measure: Measure, name: (arm: StudyArm) => string): string {
  const all = results.differences[measure];
  if (all.length === 0) return 'With one arm there is nothing to compare.';
  const units = results.unit === 'person' ? ['person', 'people'] : ['conversation', 'conversations'];
  const least = Math.min(...all.flatMap((d) => d.n));
  const counted = `${least} ${least === 1 ? units[0] : units[1]} in the smallest arm`;
  const largest = all.filter((d) => Number.isFinite(d.interval.estimate)).sort((x, y) => Math.abs(y.interval.estimate) - Math.abs(x.interval.estimate))[0];
  const known = all.filter((d) => Number.isFinite(d.needed)).sort((x, y) => x.needed - y.needed)[0];
  const need = known
    ? ` To find a difference of the size seen between ${name(known.a)} and ${name(known.b)} four times in five, at the 5 % level, about ${known.needed} ${units[1]} an arm would be needed${results.unit === 'conversation' ? ', from different people' : ''}.`
    : largest && largest.interval.estimate !== 0
      ? ' How many would be needed cannot be told: it takes values that vary within an arm.'
      : '';
  const clear = all.filter((d) => d.corrected < 0.05);
  if (least < 2) return `With ${counted} nothing can be concluded: there is no telling how much one arm varies.${need}`;
  if (least < FEW) return `With ${counted} nothing can be concluded${clear.length > 0 ? ', a small p value included' : ''}: a few of them could have come out otherwise.${need}`;
  if (clear.length === 0) return `With ${counted} no difference is clear of chance. That does not show that there is none.${need}`;
  const named = clear.map((d) => `${name(d.a)} and ${name(d.b)}`).join('; ');
  return `With ${counted}, what differs by more than chance would explain at the 5 % level, after correction: ${named}.${results.unit === 'conversation' ? ' All of it is one person’s judgement.' : ''}`;
}
