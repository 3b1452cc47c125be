import { describe, expect, test } from 'vitest';
import type { ExperimentSettings } from '../experiment-settings.ts';
import { defaultExperiment } from '../experiment-settings.ts';
import type { Measure, Metric, MetricOf } from './curves.ts';
import { settingsParams } from './link.ts';
import type { RecordedResult, RunToRecord } from './result.ts';
import { readResult, writeResult } from './result.ts';
import { madeUp } from './testing/made-up.ts';
import type { Mine } from './verdict.ts';
import { compare, differingSettings, verdictWords } from './verdict.ts';

const experiment: ExperimentSettings = { ...defaultExperiment, arms: ['single', 'verbalized'], updates: 100 };
const recorded = (run: RunToRecord): RecordedResult => readResult(writeResult(run, settingsParams(experiment)), settingsParams(experiment), 2);
const mineOf = (run: RunToRecord, change: Partial<Mine> = {}): Mine => ({ experiment, engineVersion: run.engineVersion, backend: run.backend, arms: run.arms, ...change });
const run = madeUp({ arms: 2, updates: 100 });
/** the same curves with other bits */
const otherBits = (r: RunToRecord): RunToRecord => ({ ...r, arms: r.arms.map((a) => ({ ...a, digest: 'f'.repeat(64) })) });
/** curves of one arm changed */
const changed = (arm: number, f: (measure: Measure, m: Metric) => Metric | undefined): RunToRecord =>
  otherBits({ ...run, arms: run.arms.map((a, i) => (i === arm ? { ...a, metric: ((m) => f(m, a.metric(m)!)) satisfies MetricOf } : a)) });
const shifted = (m: Metric, from: number, by: number): Metric => ({ updates: m.updates, values: m.values.map((v, i) => (m.updates[i]! >= from ? v.map((x) => x + by) : v)) });

describe('bit for bit', () => {
  test('when all digests are equal', () => {
    const v = compare(recorded(run), experiment, mineOf(run));
    expect(v).toEqual({ kind: 'identical', exact: false, arms: 2 });
    expect(verdictWords(v)).toBe(
      'Bit for bit: every number of all 2 arms is the recorded one (SHA-256 of the whole series). The recorded curves are rounded to a 255th to fit into a link, so a last digit may look different.',
    );
    const cpu = madeUp({ arms: 2, updates: 100, backend: 'cpu' });
    expect(compare(recorded(cpu), experiment, mineOf(cpu))).toMatchObject({ kind: 'identical', exact: true });
    expect(compare(recorded(cpu), experiment, mineOf(run))).toMatchObject({ kind: 'identical', exact: false });
  });
  test('arms in another order are still the same arms', () => {
    const mine = mineOf(run, { experiment: { ...experiment, arms: ['verbalized', 'single'] }, arms: [...run.arms].reverse() });
    expect(compare(recorded(run), experiment, mine).kind).toBe('identical');
  });
  test('a missing digest is never equal', () => {
    const none: RunToRecord = { ...run, arms: run.arms.map((a) => ({ ...a, digest: null })) };
    expect(compare(recorded(none), experiment, mineOf(none)).kind).toBe('agrees');
  });
});

describe('within the seeds', () => {
  test('agrees when every recorded mean lies between my lowest and highest seed', () => {
    const v = compare(recorded(run), experiment, mineOf(otherBits(run)));
    // 2 arms x 4 measures: 16 points while training, 8 evaluations
    expect(v).toEqual({ kind: 'agrees', exact: false, points: 2 * (2 * 16 + 2 * 8) });
    expect(verdictWords(v)).toMatch(/^Agrees within the seed interval: at each of 96 recorded points .* highest seed here\.$/);
  });
  test('one step of rounding more is still agreement, two are not', () => {
    const flat = (by: number) => changed(0, (m, x) => (m === 'success.train' ? { updates: x.updates, values: x.updates.map(() => [0.5 + by]) } : x));
    const theirs = recorded({ ...flat(0), arms: flat(0).arms.map((a, i) => ({ ...a, digest: run.arms[i]!.digest })) });
    const { step } = theirs.arms[0]!.curves['success.train'];
    expect(compare(theirs, experiment, mineOf(otherBits(flat(step / 3)))).kind).toBe('agrees');
    expect(compare(theirs, experiment, mineOf(otherBits(flat(2 * step)))).kind).toBe('differs');
  });
  test('in exact mode agreement without equal bits is said to be odd', () => {
    const cpu = madeUp({ arms: 2, updates: 100, backend: 'cpu' });
    const v = compare(recorded(cpu), experiment, mineOf(otherBits(cpu)));
    expect(v).toMatchObject({ kind: 'agrees', exact: true });
    expect(verdictWords(v)).toMatch(/exact mode, so the bits should be equal, and are not/);
  });
});

describe('differs', () => {
  test('from the first point outside, with its measure, arm and numbers', () => {
    const mine = changed(1, (m, x) => (m === 'success.heldout' ? shifted(x, 32, 2) : m === 'policy.entropy' ? shifted(x, 60, 5) : x));
    const v = compare(recorded(run), experiment, mineOf(mine));
    expect(v).toMatchObject({ kind: 'differs', exact: false, points: 96, first: { update: 32, arm: 'verbalized', measure: 'success.heldout' } });
    if (v.kind !== 'differs') throw new Error();
    const low = Math.min(...mine.arms[1]!.metric('success.heldout')!.values[2]!);
    expect(v.first.mine!.low).toBeCloseTo(low, 9);
    expect(v.differing).toBeGreaterThan(6);
    expect(verdictWords(v)).toMatch(
      /^It differs from update 32 on, in success on held-out users of Verbalized Sampling: recorded \d\.\d\d, the seeds here span \d\.\d\d to \d\.\d\d\. \d+ of 96 recorded points lie outside\.$/,
    );
  });
  test('where my run has no value', () => {
    const cut = changed(0, (_, x) => ({ updates: x.updates.slice(0, 5), values: x.values.slice(0, 5) }));
    const v = compare(recorded(run), experiment, mineOf(cut));
    expect(v).toMatchObject({ kind: 'differs', first: { arm: 'single', mine: null } });
    expect(verdictWords(v)).toMatch(/this run has no value there/);
    const none = changed(0, () => undefined);
    expect(compare(recorded(run), experiment, mineOf(none))).toMatchObject({ kind: 'differs', first: { update: 0, mine: null } });
  });
});

describe('not comparable', () => {
  test.each([
    [{ experiment: { ...experiment, gamma: 2, seeds: '1-4' } }, /^Not comparable: this run has other settings \(Collapse strength γ, Seeds\)\.$/],
    [{ experiment: { ...experiment, arms: ['single'] as const } }, /other settings \(Arms\)/],
    [{ engineVersion: 99 }, /recorded with version 3 of the engine, this is version 99/],
  ])('%o', (change, words) => {
    const v = compare(recorded(run), experiment, mineOf(run, change));
    expect(v.kind).toBe('incomparable');
    expect(verdictWords(v)).toMatch(words);
  });
  test('a result without points says nothing', () => {
    const empty: RunToRecord = { ...run, arms: run.arms.map(() => ({ digest: null, metric: () => undefined })) };
    expect(compare(recorded(empty), experiment, mineOf(run))).toMatchObject({ kind: 'incomparable', reason: 'the recorded result has no points' });
  });
  test('seeds may be spelled in two ways', () => {
    expect(differingSettings(experiment, { ...experiment, seeds: '1,2,3,4,5' })).toEqual([]);
  });
});
