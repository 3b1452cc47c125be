import { expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { ArmId } from '../../train/settings.ts';
import type { Run } from '../store/run.ts';
import { newRun } from '../store/run.ts';
import { prepareArms, prepareArmsEntropy } from './prepare-arms.ts';
import { prepareEntropy, prepareSuccess } from './prepare.ts';
import { readable } from './theirs.ts';

function run(...arms: ArmId[]): Run {
  const r = newRun(1, { ...defaultExperiment, arms });
  for (const a of r.arms)
    a.series.add([0, 250].map((update, i) => ({ update, values: { 'success.heldout': [0.3 + i / 10], 'success.train': [0.5], 'success.real': [0.2], 'policy.entropy': [2 - i] } })));
  return r;
}
const keys = (p: ReturnType<typeof prepareArms>) => p.plot.lines.map((l) => l.key);

test('what a link recorded is drawn without a run: faint, labelled, read out and said', () => {
  const p = prepareSuccess(null, null, 250, run('single'));
  expect(keys(p)).toEqual(['theirs-train', 'theirs-heldout', 'theirs-real']);
  expect(p.empty).toBe(false);
  expect(p.plot.lines.every((l) => l.faint && l.recorded)).toBe(true);
  expect(readable(p.plot.lines).map((l) => l.label)).toEqual(['Training simulator, theirs', 'Held-out simulators, theirs', 'Real users, theirs']);
  expect(p.summary).toBe('Theirs, recorded: Training simulator 0.50 after 250 updates; Held-out simulators 0.40 after 250 updates; Real users 0.20 after 250 updates.');
  expect(prepareEntropy(null, null, 250, 10, run('single')).summary).toBe('Theirs, recorded: Policy entropy 1.00 after 250 updates.');
});

test('several arms: theirs behind mine, in the same measure', () => {
  const both = run('single', 'verbalized');
  expect(keys(prepareArms(both, null, 'heldout', 250, both))).toEqual(['theirs-single', 'theirs-verbalized', 'single', 'verbalized']);
  expect(keys(prepareArms(null, null, 'real', 250, both))).toEqual(['theirs-single', 'theirs-verbalized']);
  expect(prepareArms(null, null, 'real', 250, both).summary).toMatch(/^Theirs, recorded: Collapse 0\.20/);
  expect(prepareArmsEntropy(both, null, 250, 10, both).summary).toMatch(/third of its start\. Theirs, recorded: /);
  // one arm on screen, several recorded: their held-out lines, as for a run put aside
  expect(keys(prepareSuccess(run('single'), null, 250, both))).toEqual(['theirs-single', 'theirs-verbalized', 'train', 'heldout', 'real']);
});

test('a run put aside is neither read out nor taken for theirs', () => {
  const p = prepareSuccess(null, run('single'), 250, run('single'));
  expect(readable(p.plot.lines)).toHaveLength(3);
  expect(p.plot.lines).toHaveLength(6);
  // beyond the axis nothing is drawn
  expect(prepareSuccess(null, null, 100, run('single')).plot.lines.map((l) => l.points.length)).toEqual([1, 1, 1]);
});
