import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { loadShippedSimulators } from './models/load.ts';
import { shippedModels } from './testing/shipped.ts';
import { resizeModel } from '../gpu-kernels/model/resize.ts';
import { directShape, simulatorShape } from './pretrain/recipe.ts';
import type { History } from './protocol.ts';
import { decide, respond, totalVariation } from './responses.ts';
import { tinyScenario } from './testing/tiny.ts';

const settings = { gamma: 16, networks: 'shipped', vsK: 5, vsDraw: 'prob' } as const;
const frozen = loadShippedSimulators(shippedModels, tinyScenario, settings);
const start: History = { profile: 0, acts: [], answers: [] };

describe('responses at a history', () => {
  test('who am I: P is the real prior, alignment leaves one type, the list brings the others back', async () => {
    const [base, aligned, listed] = await respond(tinyScenario, settings, start, await frozen, []);
    const prior = Array.from(tinyScenario.realUsers.prior);
    expect(totalVariation(base!.probability, prior)).toBeLessThan(0.05);
    expect(Math.max(...aligned!.probability)).toBeGreaterThan(0.85);
    expect(aligned!.distance).toBeGreaterThan(0.5);
    expect(listed!.distance).toBeLessThan(0.15);
    expect(listed!.list!.candidates.map((c) => c.token).sort()).toEqual([0, 1, 2, 3]);
    for (const r of [base!, aligned!, listed!]) expect(r.probability.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
  });

  test('an answer after two exchanges is near the table the real users answer by', async () => {
    const history: History = { profile: 2, acts: [6, 1, 7], answers: [0, 2] };
    const [base, aligned] = await respond(tinyScenario, settings, history, await frozen, []);
    const { answers } = tinyScenario.realUsers;
    const table = Array.from(answers.subarray((2 * 10 + 7) * 7, (2 * 10 + 7) * 7 + 7));
    expect(totalVariation(base!.probability, table)).toBeLessThan(0.12);
    expect(Math.max(...aligned!.probability)).toBeGreaterThan(Math.max(...base!.probability));
  });

  test('the longest history has an answer, too', async () => {
    const { maxTurns } = tinyScenario;
    const history: History = { profile: 1, acts: new Array<number>(maxTurns).fill(1), answers: new Array<number>(maxTurns - 1).fill(0) };
    const all = await respond(tinyScenario, settings, history, await frozen, [
      { arm: 'cotrain', shape: directShape(tinyScenario), weights: resizeModel(simulatorShape(tinyScenario), (await frozen).base, directShape(tinyScenario)) },
    ]);
    for (const r of all) expect(r.probability.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    // the part that answers directly is the same network
    expect(all[3]!.distance).toBeLessThan(1e-6);
  });

  test('a simulator that learns is asked as it is', async () => {
    const shape = simulatorShape(tinyScenario);
    const { base } = await frozen;
    const all = await respond(tinyScenario, settings, start, await frozen, [{ arm: 'cotrain', shape, weights: base }]);
    expect(all[3]).toMatchObject({ id: 'trained', distance: 0, probability: all[0]!.probability });
  });

  test.each([
    [{ profile: 9, acts: [], answers: [] }, /profile 9 is not one of 4/],
    [{ profile: 0, acts: [10], answers: [] }, /act 10 is not one of 10/],
    [{ profile: 0, acts: [1, 2], answers: [7] }, /answer 7 is not one of 7/],
    [{ profile: 0, acts: [1, 2], answers: [] }, /every act but the last needs an answer/],
    [{ profile: 0, acts: new Array<number>(9).fill(0), answers: new Array<number>(8).fill(0) }, /9 acts, a dialogue has 8/],
  ])('%o is refused', async (history, error) => {
    await expect(decide(createCpuBackend(), tinyScenario, simulatorShape(tinyScenario), (await frozen).base, history)).rejects.toThrow(error);
  });

  test('a simulator that is not shipped is not made up', async () => {
    await expect(loadShippedSimulators(shippedModels, tinyScenario, { ...settings, gamma: 5 })).rejects.toThrow(/γ 5 is made when a run begins/);
  });
});
