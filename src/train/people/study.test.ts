import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversationSeed, drawOrder } from './order.ts';
import { faultOf, MAX_TURNS, orderOf, STUDY_FORMAT, STUDY_VERSION, studySchema } from './schema.ts';
import { answered, begin, ended, heard, notEnded, phaseOf, rated, revealed, sessionSchema } from './session.ts';
import type { Session } from './session.ts';
import { madeUpStudy } from './testing/study.ts';

describe('the order of the arms', () => {
  test('meets every arm once a round, is repeatable, and does not depend on how arms are listed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 5 }), (seed, perArm) => {
        const arms = ['start', 'single', 'verbalized', 'population'];
        const order = drawOrder(seed, arms, perArm);
        for (let r = 0; r < perArm; r++) expect(order.slice(r * 4, r * 4 + 4).sort()).toEqual([...arms].sort());
        expect(drawOrder(seed, [...arms].reverse(), perArm)).toEqual(order);
      }),
      { numRuns: 50 },
    );
  });
  test('puts every arm in every place about equally often', () => {
    const first = { a: 0, b: 0, c: 0 };
    for (let seed = 0; seed < 900; seed++) first[drawOrder(seed, ['a', 'b', 'c'] as const, 1)[0]!]++;
    // 300 expected, standard deviation 14
    for (const n of Object.values(first)) expect(Math.abs(n - 300)).toBeLessThan(60);
  });
  test('conversations have seeds of their own', () => {
    const seeds = Array.from({ length: 20 }, (_, i) => conversationSeed(7, i));
    expect(new Set(seeds).size).toBe(20);
    expect(conversationSeed(8, 0)).not.toBe(seeds[0]);
  });
});

describe('a session', () => {
  const start = (): Session => begin({ ...madeUpStudy(), conversations: [] });
  test('goes from line to answer to rating to the next conversation', () => {
    let s = start();
    expect(phaseOf(s)).toBe('waiting');
    expect(answered(s, 'agree', 'chosen')).toBe(s);
    s = heard(s, 'inquiry');
    expect(phaseOf(s)).toBe('answering');
    expect(heard(s, 'ask')).toBe(s);
    s = answered(s, 'positive', 'typed');
    s = heard(s, 'ask');
    s = ended(s, 50);
    expect(phaseOf(s)).toBe('rating');
    expect(phaseOf(notEnded(s))).toBe('answering');
    s = rated(s, 6, null);
    expect(phaseOf(s)).toBe('waiting');
    expect(s.study.conversations).toEqual([
      {
        index: 0,
        arm: orderOf(s.study)[0],
        turns: [
          { act: 'inquiry', answer: 'positive', by: 'typed' },
          { act: 'ask', answer: null, by: null },
        ],
        ended: 'donated',
        donation: 50,
        naturalness: 6,
        again: null,
      },
    ]);
    expect(sessionSchema.parse(JSON.parse(JSON.stringify(s)))).toEqual(s);
  });
  test('runs out of turns, and can still give then', () => {
    let s = start();
    for (let t = 0; t < MAX_TURNS; t++) s = answered(heard(s, 'social'), 'neutral', 'chosen');
    expect(phaseOf(s)).toBe('no-turns');
    expect(heard(s, 'ask')).toBe(s);
    expect(ended(s, 0).open.end).toEqual({ donation: 0, ended: 'out-of-turns' });
    expect(ended(s, 200).open.end).toEqual({ donation: 200, ended: 'donated' });
    expect(studySchema.safeParse(rated(ended(s, 0), 1, true).study).success).toBe(true);
    expect(studySchema.safeParse(rated(ended(s, 25), 1, true).study).success).toBe(true);
  });
  test('is done when all are rated, or when the arms are named', () => {
    const whole = begin(madeUpStudy());
    expect(phaseOf(whole)).toBe('done');
    const s = revealed(heard(start(), 'ask'));
    expect(phaseOf(s)).toBe('done');
    expect(s.study.conversations).toEqual([]);
    expect(heard(s, 'ask')).toBe(s);
  });
});

describe('the schema', () => {
  const study = madeUpStudy();
  const first = study.conversations[0]!;
  const withFirst = (change: object): unknown => ({ ...study, conversations: [{ ...first, ...change }, ...study.conversations.slice(1)] });
  test('takes what the page writes', () => {
    expect(studySchema.parse(JSON.parse(JSON.stringify(study)))).toEqual(study);
    expect(study).toMatchObject({ format: STUDY_FORMAT, version: STUDY_VERSION });
  });
  test.each<[string, unknown, RegExp]>([
    ['another format', { ...study, format: 'other' }, /format: is no study/],
    ['another version', { ...study, version: 2 }, /version: must be 1/],
    ['a name instead of a number', { ...study, participant: 'Ada' }, /participant/],
    ['what does not belong there', { ...study, note: 'hello' }, /note/],
    ['a rating out of range', withFirst({ naturalness: 8 }), /naturalness/],
    ['an amount nobody can give', withFirst({ donation: 75, ended: 'donated' }), /donation/],
    ['an end that is none', withFirst({ donation: 0, ended: 'donated' }), /do not agree/],
    ['an act nobody has', withFirst({ turns: [{ act: 'threat', answer: null, by: null }] }), /turns\.0\.act/],
    ['a line left unanswered in between', withFirst({ turns: [{ act: 'ask', answer: null, by: null }, ...first.turns] }), /unanswered/],
    ['an arm the seed did not draw', { ...study, seed: study.seed + 1 }, /not the one that the seed drew/],
    ['an arm twice', { ...study, source: { ...study.source, policies: [study.source.policies[0], ...study.source.policies] } }, /twice/],
    ['a list', [study], /the file/],
  ])('refuses %s, naming the field', (_, value, fault) => {
    const r = studySchema.safeParse(value);
    expect(r.success).toBe(false);
    if (!r.success) expect(faultOf(r.error)).toMatch(fault);
  });
  test('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything(), (x) => {
        expect(studySchema.safeParse(x).success).toBe(false);
      }),
      { numRuns: 100 },
    );
    const damaged = { ...study, source: { ...study.source, policies: null } };
    expect(studySchema.safeParse(damaged).success).toBe(false);
  });
});
