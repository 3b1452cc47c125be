import { describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { ArmId } from '../../train/settings.ts';
import type { Run } from '../store/run.ts';
import { newRun } from '../store/run.ts';
import { prepareArms, prepareArmsEntropy } from './prepare-arms.ts';
import { prepareEntropy, prepareSuccess } from './prepare.ts';

/** held-out success of each arm at 0, 64 and 250; training and real users rise alike */
function run(curves: Partial<Record<ArmId, readonly [number, number, number]>>): Run {
  const r = newRun(1, { ...defaultExperiment, arms: Object.keys(curves) as ArmId[] });
  r.arms.forEach((a) => {
    const held = curves[a.arm] ?? [0, 0, 0];
    a.series.add(
      [0, 64, 250].map((update, i) => ({
        update,
        values: { 'success.heldout': [held[i] ?? 0], 'success.train': [0.4 + 0.2 * i], 'success.real': [0.4 + 0.1 * i], 'policy.entropy': [2 - 0.7 * i] },
      })),
    );
  });
  return r;
}
const three = run({ single: [0.36, 0.44, 0.2], verbalized: [0.36, 0.5, 0.6], population: [0.36, 0.8, 0.7] });
const one = run({ single: [0.36, 0.44, 0.2] });
const keys = (p: ReturnType<typeof prepareArms>) => p.plot.lines.map((l) => l.key);

describe('several arms', () => {
  test('one measure at a time, a line an arm', () => {
    const p = prepareArms(three, null, 'heldout', 250);
    expect(keys(p)).toEqual(['single', 'verbalized', 'population']);
    expect(p.plot.levels).toEqual([{ value: 0.36, colour: 'var(--ink-3)' }]);
    expect(p.summary).toBe(
      'With held-out simulators: Collapse peaked at 0.44 after 64 updates and is now 0.20, below where it started (0.36); Verbalized rose from 0.36 to 0.60; Co-Training (population) peaked at 0.80 after 64 updates and is now 0.70.',
    );
    expect(prepareArms(three, null, 'train', 250).plot.levels).toEqual([]);
    expect(prepareArms(three, null, 'real', 250).summary).toContain('With real users: Collapse rose from 0.40 to 0.60;');
  });
  test('words stand beside the largest falls only, largest first', () => {
    const many = run({ single: [0.3, 0.5, 0.2], verbalized: [0.3, 0.9, 0.5], population: [0.3, 0.6, 0.5], uniform: [0.3, 0.4, 0.4] });
    expect(prepareArms(many, null, 'heldout', 250).plot.marks.map((m) => m.text)).toEqual(['Verbalized peaked 0.90, now 0.50', 'Collapse peaked 0.50, now 0.20']);
  });
  test('an arm that stopped is said', () => {
    const failed = { ...three, arms: three.arms.map((a) => (a.arm === 'verbalized' ? { ...a, failure: { update: 64, kept: 63, message: '' } } : a)) };
    expect(prepareArms(failed, null, 'heldout', 250).summary).toContain('Verbalized stopped at update 64.');
  });
  test('many arms are summed up by where they are', () => {
    const arms = ['base', 'single', 'persona', 'verbalized', 'population', 'uniform'] as const;
    const p = prepareArms(run(Object.fromEntries(arms.map((a) => [a, [0.3, 0.4, 0.5]]))), null, 'heldout', 250);
    expect(p.summary).toContain('Collapse is 0.50; Persona prompts is 0.50');
  });
  test('entropy: which arms fell below a third', () => {
    const p = prepareArmsEntropy(three, null, 250, 10);
    expect(p.summary).toContain('Below a third of its start: Collapse at 250, Verbalized at 250, Co-Training (population) at 250.');
    expect(p.plot.yMax).toBe(2.5);
  });
});

describe('the run put aside', () => {
  test('behind several arms: the same measure of its arms', () => {
    expect(keys(prepareArms(three, one, 'real', 250))).toEqual(['previous-single', 'single', 'verbalized', 'population']);
    expect(keys(prepareArmsEntropy(null, three, 250, 10))).toEqual(['previous-single', 'previous-verbalized', 'previous-population']);
  });
  test('behind one arm: all measures of one, the held-out success of several', () => {
    expect(keys(prepareSuccess(one, one, 250))).toEqual(['previous-train', 'previous-heldout', 'previous-real', 'train', 'heldout', 'real']);
    expect(keys(prepareSuccess(one, three, 250))).toEqual(['previous-single', 'previous-verbalized', 'previous-population', 'train', 'heldout', 'real']);
    expect(keys(prepareEntropy(one, three, 250, 10))).toEqual(['previous-single', 'previous-verbalized', 'previous-population', 'entropy']);
  });
  test('is cut where the axis ends', () => {
    expect(prepareArms(null, three, 'heldout', 100).plot.lines[0]?.points.map((p) => p.update)).toEqual([0, 64]);
  });
});
