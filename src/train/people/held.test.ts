import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { notYetOver, readBetween } from '../between.ts';
import { Experiment } from '../experiment/experiment.ts';
import { defaultExperiment } from '../experiment-settings.ts';
import { loadShippedPolicy } from '../models/load.ts';
import { policyShape } from '../pretrain/recipe.ts';
import { Runner } from '../runner.ts';
import { shippedModels } from '../testing/shipped.ts';
import { tinyModels, tinyScenario, tinySettings } from '../testing/tiny.ts';
import { holdPolicies, holdStart } from './held.ts';
import { openPolicy } from './policy-turn.ts';

const start = () => ({ shape: policyShape(tinyScenario, 'S'), params: [tinyModels().policy] });

describe('policies of a run', () => {
  test('are the first seed’s as they are between updates, the one before training first', { timeout: 60_000 }, async () => {
    const create = (arm: 'single' | 'base') => Experiment.create(createCpuBackend(), tinyScenario, tinySettings({ arm }), tinyModels());
    const experiments = [await create('base'), await create('single')];
    const over = notYetOver();
    const paused: (() => void)[] = [];
    const runner = new Runner(experiments, { onPoints: () => {}, onPaused: () => paused.shift()?.() });
    const pause = () => new Promise<void>((resolve) => paused.push(resolve));
    const run = { runner, over };
    let wait = pause();
    const done = runner.run(true);
    const read = () => readBetween(run, () => holdPolicies(defaultExperiment, experiments, start(), new Map()));
    await wait;
    const before = await read();
    expect(before).toMatchObject({ experiment: defaultExperiment, finished: false });
    expect(before!.policies.map((p) => [p.id, p.update])).toEqual([
      ['start', 0],
      ['single', 0],
    ]);
    expect(before!.policies[1]!.weights).toEqual(before!.policies[0]!.weights);

    wait = pause();
    runner.stepOnce();
    await wait;
    const after = await read();
    expect(after!.policies[1]!.update).toBe(1);
    expect(after!.policies[1]!.weights).not.toEqual(after!.policies[0]!.weights);
    expect(after!.policies[1]!.weights).toHaveLength(after!.policies[0]!.weights.length);

    // an arm that diverged has the weights it went back to
    const kept = await holdPolicies(defaultExperiment, experiments, start(), new Map([['single', 0]]), { single: 'abc' });
    expect(kept).toMatchObject({ finished: true, policies: [{ id: 'start' }, { id: 'single', update: 0, digest: 'abc' }] });

    // a run that is over answers nobody, and keeps nobody waiting
    runner.stop();
    await done;
    const late = read();
    over.settle();
    expect(await late).toBeNull();
    expect(await readBetween(null, () => Promise.resolve(1))).toBeNull();
  });
});

test('without a run: the shipped policy, which talks', async () => {
  const settings = { ...defaultExperiment, model: 'S' };
  const held = holdStart(tinyScenario, settings, await loadShippedPolicy(shippedModels, tinyScenario, settings));
  expect(held).toMatchObject({ experiment: null, policies: [{ id: 'start', update: 0 }] });
  const { shape, weights } = held.policies[0]!;
  const policy = openPolicy(tinyScenario, shape, weights);
  const p = await policy.distribution([]);
  // cloned from persuaders: it has a favourite among its ten first acts, and rules none out
  expect(Math.max(...p)).toBeGreaterThan(0.2);
  expect(Math.min(...p)).toBeGreaterThan(0);
  policy.close();
  await expect(loadShippedPolicy(shippedModels, tinyScenario, { ...settings, networks: 'scratch' })).rejects.toThrow(/press Run/);
});
