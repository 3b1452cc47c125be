import { expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { newRun } from '../store/run.ts';
import { prepareMeasures, roundUp } from './prepare-measures.ts';

const run = newRun(1, { ...defaultExperiment, arms: ['single', 'verbalized'] });
run.arms.forEach((a, i) =>
  a.series.add([
    { update: 0, values: { 'grad.bias': [0, 0], 'grad.biasBound': [40, 60], 'sim.epsBar': [0.3 + i, 0.5 + i] } },
    { update: 16, values: { 'grad.bias': [0.004, 0.006], 'grad.biasBound': [8, 12], 'sim.epsBar': [0.2 + i, 0.4 + i] } },
  ]),
);

test('a bound is a line of its arm’s colour, and said as the most there can be', () => {
  const p = prepareMeasures(run, { metric: 'grad.bias', bound: 'grad.biasBound', axis: 'log', unit: '' }, 250);
  expect(p.plot.lines.map((l) => [l.key, l.label])).toEqual([
    ['single', 'Collapse'],
    ['verbalized', 'Verbalized'],
    ['single-bound', 'Collapse, bound'],
    ['verbalized-bound', 'Verbalized, bound'],
  ]);
  expect(p.plot.lines[2]?.colour).toBe(p.plot.lines[0]?.colour);
  expect(p.summary).toBe('Now: Collapse 0.005, at most 10; Verbalized 0.005, at most 10.');
});
test('a logarithmic axis holds all that is above 0', () => {
  const { plot } = prepareMeasures(run, { metric: 'grad.bias', bound: 'grad.biasBound', axis: 'log', unit: '' }, 250);
  expect([plot.yMin, plot.yMax]).toEqual([0.001, 100]);
  expect(plot.lines[0]?.points[0]?.mean).toBeNaN();
  expect(plot.yTicks.every((t) => t >= 0.001 && t <= 100)).toBe(true);
});
test('other axes begin at 0 and end at a round number', () => {
  const { plot } = prepareMeasures(run, { metric: 'sim.epsBar', axis: 'auto', unit: '' }, 250);
  expect([plot.yMin, plot.yMax]).toEqual([0, 2]);
  const high = newRun(1, defaultExperiment);
  high.arms[0]?.series.add([{ update: 0, values: { 'sim.epsBar': [4] } }]);
  expect(prepareMeasures(high, { metric: 'sim.epsBar', axis: 'auto', unit: '' }, 250).plot.yTicks).toEqual([0, 1, 2, 3, 4, 5]);
  expect([0.03, 1, 1.01, 7, 0].map(roundUp)).toEqual([0.05, 1, 2, 10, 1]);
});
test('names the series does not have are empty', () => {
  expect(prepareMeasures(run, { metric: 'policy.modeMass', axis: 'share', unit: '' }, 250)).toMatchObject({ empty: true, summary: '' });
  expect(prepareMeasures(null, { metric: 'policy.modeMass', axis: 'log', unit: '' }, 250).empty).toBe(true);
});
