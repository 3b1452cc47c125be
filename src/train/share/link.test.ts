import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BACKENDS } from '../backend-choice.ts';
import type { ExperimentSettings } from '../experiment-settings.ts';
import { checkExperiment, defaultExperiment } from '../experiment-settings.ts';
import type { Setting } from '../settings.ts';
import { ARMS, SETTING_KEYS, SETTINGS } from '../settings.ts';
import { isLink, PARTS, readLink, settingsParams, writeLink } from './link.ts';
import type { LabLink } from './link.ts';
import { MAX_LINK } from './params.ts';
import { MAX_NOTE, MAX_TITLE, plainText } from './text.ts';

const plain: LabLink = { experiment: defaultExperiment, backend: 'auto', title: '', note: '', embed: false, hide: [] };
const write = (change: Partial<LabLink>): string => writeLink({ ...plain, ...change });
const withArms = (...arms: ExperimentSettings['arms']): ExperimentSettings => ({ ...defaultExperiment, arms });
const kinds = (hash: string): string[] => readLink(hash).notices.map((n) => n.kind);

/** reading takes a few milliseconds; a busy machine gets much longer, a link that hangs the page would take longer still, ms */
const HANG = 1000;

/** any valid value of a setting */
function valueOf(s: Setting): fc.Arbitrary<string | number> {
  if (s.kind === 'choice') return fc.constantFrom(...s.options.map((o) => o.value));
  if (s.kind === 'seeds')
    return fc.oneof(
      fc.uniqueArray(fc.nat(999_999), { minLength: 1, maxLength: s.max }).map((seeds) => seeds.join(',')),
      fc.tuple(fc.nat(999_000), fc.nat(s.max - 1)).map(([a, n]) => ` ${a} - ${a + n}`),
    );
  if (s.kind === 'int') return fc.oneof(fc.integer({ min: s.min, max: s.max }), fc.constantFrom(s.default, s.min, s.max));
  const steps = fc.nat(Math.floor((s.max - s.min) / s.step)).map((n) => s.min + n * s.step);
  return fc.oneof(fc.double({ min: s.min, max: s.max, noNaN: true }), steps, fc.constantFrom(s.default, s.min, s.max)).map((x) => Math.min(s.max, x) + 0);
}
/** big ones are cut by the budget, which has its own test */
const small: Partial<Record<string, fc.Arbitrary<string | number>>> = {
  prompts: fc.integer({ min: 1, max: 16 }),
  group: fc.integer({ min: 2, max: 8 }),
  evalDialogues: fc.integer({ min: 8, max: 64 }),
  model: fc.constantFrom('S', 'M'),
};
const experiments = fc
  .record({ ...Object.fromEntries(SETTING_KEYS.map((k) => [k, small[k] ?? valueOf(SETTINGS[k])])), arms: fc.shuffledSubarray([...ARMS], { minLength: 1, maxLength: 8 }) })
  .map((e) => e as unknown as ExperimentSettings);

describe('there and back', () => {
  test('every setting survives, without a notice', () => {
    fc.assert(
      fc.property(
        experiments,
        fc.constantFrom(...BACKENDS),
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        fc.subarray([...PARTS]),
        (experiment, backend, title, note, embed, hide) => {
          const link = { experiment, backend, title: plainText(title, MAX_TITLE), note: plainText(note, MAX_NOTE), embed, hide: embed ? hide : [] };
          const hash = writeLink(link);
          const read = readLink(hash);
          expect(read).toEqual({ ...link, experiment: { ...experiment, seeds: experiment.seeds.replace(/\s/g, '') }, version: 1, result: null, notices: [] });
          expect(writeLink(read)).toBe(hash);
          expect(hash).toMatch(/^#\/lab\?[\x21-\x7e]+$/);
          expect(isLink(hash)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is readable, says what a reader wants to know, and only what differs beyond that', () => {
    expect(write({})).toBe('#/lab?v=1&scenario=persuasion&arms=single&gamma=16&model=M&seeds=1-5&updates=250');
    const experiment = { ...withArms('single', 'verbalized'), gamma: 8, klWeight: 0.01 };
    expect(write({ experiment, title: 'Does it (really) collapse?', backend: 'cpu', embed: true, hide: ['tabs', 'settings'] })).toBe(
      '#/lab?v=1&scenario=persuasion&arms=single,verbalized&gamma=8&model=M&seeds=1-5&updates=250&kl=0.01&backend=cpu&title=Does+it+%28really%29+collapse%3F&embed&hide=settings,tabs',
    );
  });

  test('a hash with no settings at all is the defaults of version 1', () => {
    for (const hash of ['', '#', '#/lab', '#/lab?', '?v=1']) expect(readLink(hash)).toMatchObject({ experiment: defaultExperiment, notices: [] });
    expect(isLink('#/lab')).toBe(false);
    expect(isLink('#/lab?')).toBe(false);
    expect(isLink('#/about?v=1')).toBe(false);
    expect(isLink('#/lab?gamma=3')).toBe(true);
  });
});

test('every setting may be given by its own name, and is written by its short one', () => {
  fc.assert(
    fc.property(experiments, (experiment) => {
      const pairs = [['arm', experiment.arms.join(',')], ...SETTING_KEYS.map((k) => [k, String(experiment[k])])];
      const hash = `#/lab?v=1&${pairs.map(([k, v]) => `${k}=${encodeURIComponent(v!)}`).join('&')}`;
      const read = readLink(hash);
      expect(read.notices).toEqual([]);
      expect(writeLink(read)).toBe(write({ experiment }));
    }),
  );
});

describe('what cannot be taken at its word is named', () => {
  test.each([
    ['gamma=99', { gamma: 20 }, 'Collapse strength γ: the link asks for 99; 20 is used, the nearest from 1 to 20.'],
    ['gamma=-3', { gamma: 1 }, 'Collapse strength γ: the link asks for -3; 1 is used, the nearest from 1 to 20.'],
    ['group=4.4', { group: 4 }, 'Group size G: the link asks for 4.4; 4 is used, the nearest whole number.'],
    ['lr=1e300', { learningRate: 0.01 }, 'Learning rate: the link asks for 1e300; 0.01 is used, the nearest from 0.00001 to 0.01.'],
    ['lr=1e999', { learningRate: 0.01 }, 'Learning rate: the link asks for 1e999; 0.01 is used, the nearest from 0.00001 to 0.01.'],
    ['kl=a+lot', { klWeight: 0.005 }, 'KL weight β: the link asks for a lot; 0.005 is used, because that is not a number.'],
    ['kl=', { klWeight: 0.005 }, 'KL weight β: the link asks for nothing; 0.005 is used, because that is not a number.'],
    ['model=XL', { model: 'M' }, 'Policy size: the link asks for XL; M: width 64, 2 layers is used, because there is no such choice.'],
    ['seeds=1-50', { seeds: '1-10' }, 'Seeds: the link asks for 1-50; 1-10 is used, since a run has 1 to 10 different seeds, written as 1-5 or 1,3,7.'],
    ['seeds=3,3,x,9', { seeds: '3,9' }, 'Seeds: the link asks for 3,3,x,9; 3,9 is used, since a run has 1 to 10 different seeds, written as 1-5 or 1,3,7.'],
    ['seeds=none', { seeds: '1-5' }, 'Seeds: the link asks for none; 1-5 is used, since a run has 1 to 10 different seeds, written as 1-5 or 1,3,7.'],
    ['arms=single,best,single,oracle', { arms: ['single', 'oracle'] }, 'Arms: left out, because there is no such arm or it was named before: best and single. Used: single, oracle.'],
    ['arms=', { arms: ['single'] }, 'Arms: left out, because there is no such arm or it was named before: an empty name. Used: single.'],
    ['learningRate=0.002&population=3', { learningRate: 0.002, population: 3 }, undefined],
    ['arm=oracle,single', { arms: ['oracle', 'single'] }, undefined],
    ['klWeight=0.01&kl=0.02&gamma=3', { klWeight: 0.01, gamma: 3 }, 'Given by two names in the link: kl. The first value counts.'],
    ['gama=3', {}, 'This lab has no setting called gama; left out. Did you mean gamma?'],
    ['gama=3&mu=2', {}, 'This lab has no setting called gama and mu; left out.'],
    ['gamma=3&gamma=4', { gamma: 3 }, 'Given more than once in the link: gamma. The first value counts.'],
    ['backend=quantum', {}, 'Computed by: the link asks for quantum; Graphics card, where there is one is used, because there is no such choice.'],
    ['hide=tabs,ads', {}, 'Nothing is hidden: parts of the page (tabs and ads) are only left out together with embed.'],
    ['embed=0&hide=tabs', {}, 'Nothing is hidden: parts of the page (tabs) are only left out together with embed.'],
    ['embed&hide=tabs,ads', {}, 'This page has no part to hide called ads.'],
    ['v=0', {}, 'Version of the link: the link asks for 0; 1 is used, because there is no such version.'],
    ['v=7&gamma=3', { gamma: 3 }, 'This link is of version 7; this lab reads up to version 1. What could be read is used; the run may differ from the one that was meant.'],
    [`title=${'a'.repeat(70)}`, {}, 'Title: longer than 60 characters; the rest was left out.'],
    [`note=${'a'.repeat(300)}`, {}, 'Note: longer than 280 characters; the rest was left out.'],
    ['r=AAAA', {}, 'The recorded result in this link could not be read (it ends too early). Its settings are used.'],
  ])('%s', (query, settings, text) => {
    const { experiment, notices } = readLink(`#/lab?${query}`);
    expect(experiment).toEqual({ ...defaultExperiment, ...settings });
    expect(notices.map((n) => n.text)).toEqual(text === undefined ? [] : [text]);
  });

  test('more memory than a computer has', () => {
    const read = readLink(`#/lab?arms=${ARMS.join(',')}&model=L&prompts=64&group=32&evaln=512&seeds=1-10`);
    expect(read.notices.map((n) => [n.kind, n.field])).toEqual(['Dialogues per evaluation', 'Groups per update', 'Group size G', 'Policy size', 'Seeds'].map((f) => ['budget', f]));
    expect(read.notices[0]!.text).toMatch(/the link asks for 512; 128 is used, because all of it together would take more than 8 GB of memory/);
  });

  test('what is quoted back is short and harmless', () => {
    const [n] = readLink(`#/lab?model=${encodeURIComponent('\u0007' + '<b>'.repeat(100))}`).notices;
    expect(n!.asked).toBe(` ${'<b>'.repeat(13)}…`);
    const many = readLink(`#/lab?${Array.from({ length: 200 }, (_, i) => `k${i}=1`).join('&')}`).notices;
    expect(many.map((x) => x.text)).toEqual(['This lab has no setting called k0, k1, k2, k3, k4, k5, k6, k7 and 192 more; left out.']);
  });

  test('beyond 8 kB nothing is read', () => {
    const long = `#/lab?gamma=3&note=${'a'.repeat(MAX_LINK)}&gamma=5&kl=1`;
    expect(kinds(long)).toEqual(['length', 'text']);
    expect(readLink(long).experiment).toEqual({ ...defaultExperiment, gamma: 3 });
  });
});

test('title and note are plain text: no controls, nothing that turns the direction of text', () => {
  const read = readLink(`#/lab?title=${encodeURIComponent('a\u0000b\n\u202ec\u2066')}&note=%ff%fe%`);
  expect(read.title).toBe('a b c');
  expect(read.note).not.toMatch(/\p{Cc}/u);
  expect(Array.from(plainText('👩🏽‍🔬'.repeat(100), MAX_TITLE)).length).toBeLessThanOrEqual(MAX_TITLE);
});

describe('whatever the text', () => {
  const keys = ['v', 'arms', 'seeds', 'title', 'note', 'embed', 'hide', 'r', 'backend', '__proto__', 'constructor', ...settingsParams(defaultExperiment).keys()];
  const wild = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 8 })), fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.double().map(String), fc.constant('1-999999'))),
    { maxLength: 60 },
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ maxLength: 20_000 }),
    wild.map((pairs) => `#/lab?${pairs.map(([k, v]) => `${k}=${v}`).join('&')}`),
  );
  test('settings are valid, notices bounded, and it takes no time', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const start = performance.now();
        const read = readLink(text);
        expect(performance.now() - start).toBeLessThan(HANG);
        expect(checkExperiment(read.experiment)).toEqual({ ok: true, experiment: read.experiment });
        expect(read.notices.length).toBeLessThan(60);
        for (const n of read.notices) expect(n.text.length).toBeLessThan(1000);
        expect(Array.from(read.title).length).toBeLessThanOrEqual(MAX_TITLE);
        expect(Array.from(read.note).length).toBeLessThanOrEqual(MAX_NOTE);
        // what was made of it is itself a link that says the same
        expect(readLink(writeLink(read)).experiment).toEqual(read.experiment);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['spaces', `#/lab?seeds=${'1+'.repeat(4000)}x`],
    ['commas', `#/lab?arms=${','.repeat(8000)}`],
    ['digits', `#/lab?kl=${'1'.repeat(8000)}e`],
    ['ranges', `#/lab?seeds=${'0-999999,'.repeat(900)}`],
    ['percents', `#/lab?title=${'%'.repeat(8000)}`],
    ['keys', `#/lab?${'a&'.repeat(4000)}`],
    ['letters of a result', `#/lab?r=${'A'.repeat(8000)}`],
    ['a very long one', `#/lab?note=${'a'.repeat(5_000_000)}`],
  ])('%s by the thousand', (_, text) => {
    const start = performance.now();
    expect(checkExperiment(readLink(text).experiment).ok).toBe(true);
    expect(performance.now() - start).toBeLessThan(HANG);
  });
});
