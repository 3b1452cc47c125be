import { beforeAll, describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import { initialWeights } from '../../gpu-kernels/model/init.ts';
import { philoxUniform } from '../../gpu-kernels/random/philox.ts';
import { slotOf } from '../../sim/reading.ts';
import { createRollout, STREAM } from '../../sim/rollout.ts';
import { policyShape } from '../pretrain/recipe.ts';
import { tinyScenario as scenario } from '../testing/tiny.ts';
import type { Exchange } from './policy-turn.ts';
import { drawAct, openPolicy } from './policy-turn.ts';

const shape = policyShape(scenario, 'S');
const weights = initialWeights(shape, 3, 1);
// random networks are nearly uniform: larger weights make choices that differ
for (let i = 0; i < weights.length; i++) weights[i]! *= 3;
const SEED = 11;
const ROWS = 24;

/** Dialogues of a rollout with real users, and the log-probability of every act in them. */
async function played(temperature: number) {
  const backend = createCpuBackend();
  const rollout = createRollout(backend, {
    label: 'test',
    scenario,
    rows: ROWS,
    perSeed: ROWS,
    seeds: backend.alloc('seeds', 'u32', 1, [SEED]),
    policy: { kind: 'network', bank: createBank(backend, 'policy', shape, 1, [weights]), route: createRouting(backend, 'policy', ROWS, new Array<number>(ROWS).fill(0)), temperature },
    user: { kind: 'table' },
    streamOffset: 0,
  });
  const plan = await backend.record('play', (rec) => rollout.record(rec));
  plan.run();
  const tokens = await backend.read(rollout.tokens);
  const logprob = await backend.read(rollout.policy.logprob);
  const active = await backend.read(rollout.policy.active);
  const { reading } = rollout.policy;
  const rows: { history: Exchange[]; act: number; logprob: number; slot: number; row: number }[] = [];
  for (let row = 0; row < ROWS; row++) {
    const history: Exchange[] = [];
    for (let t = 0; t < scenario.maxTurns; t++) {
      const slot = slotOf(scenario, t, 0);
      const at = row * reading.ctx + reading.predictedAt.get(slot)!;
      if (!active[at]) break;
      const token = (index: number) => tokens[row * rollout.slots + slotOf(scenario, t, index)]!;
      const act = token(0) - scenario.tokens.policyActs.lo;
      rows.push({ history: [...history], act, logprob: logprob[at]!, slot, row });
      history.push({ act, answer: token(1) - scenario.tokens.userActs.lo });
    }
  }
  return rows;
}

describe('a policy’s turn', () => {
  let decisions: Awaited<ReturnType<typeof played>>;
  beforeAll(async () => {
    decisions = await played(1);
  });

  test('has the distribution that the rollout used, at every decision of whole dialogues', async () => {
    const policy = openPolicy(scenario, shape, weights);
    expect(Math.max(...decisions.map((d) => d.history.length))).toBe(scenario.maxTurns - 1);
    for (const d of decisions) {
      const p = await policy.distribution(d.history);
      expect(p.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      expect(Math.log(p[d.act]!)).toBeCloseTo(d.logprob, 4);
    }
    policy.close();
  });

  test('is drawn as the rollout draws', async () => {
    const policy = openPolicy(scenario, shape, weights);
    for (const d of decisions) expect(drawAct(await policy.distribution(d.history), philoxUniform(SEED, STREAM.policy, 0, d.row, d.slot))).toBe(d.act);
    expect(new Set(decisions.map((d) => d.act)).size).toBeGreaterThan(4);
    policy.close();
  });

  test('follows the temperature of the run, too', async () => {
    const policy = openPolicy(scenario, shape, weights, 0.5);
    for (const d of await played(0.5)) expect(drawAct(await policy.distribution(d.history), philoxUniform(SEED, STREAM.policy, 0, d.row, d.slot))).toBe(d.act);
    policy.close();
  });

  test('depends on history and seed alone: not on what was asked before', async () => {
    const talk = async (seed: number, before: number): Promise<number[]> => {
      const policy = openPolicy(scenario, shape, weights);
      for (let i = 0; i < before; i++) await policy.act([{ act: i, answer: 1 }], 99);
      const acts: number[] = [];
      for (let t = 0; t < scenario.maxTurns; t++)
        acts.push(
          await policy.act(
            acts.map((act, i) => ({ act, answer: i % 7 })),
            seed,
          ),
        );
      policy.close();
      return acts;
    };
    expect(await talk(5, 0)).toEqual(await talk(5, 3));
    const others = await Promise.all([6, 7, 8].map((s) => talk(s, 0)));
    expect(new Set([...others, await talk(5, 0)].map(String)).size).toBeGreaterThan(1);
  });

  test('what is no history is refused', async () => {
    const policy = openPolicy(scenario, shape, weights);
    await expect(policy.distribution([{ act: 10, answer: 0 }])).rejects.toThrow(/act 10 is not one of 10/);
    await expect(policy.distribution([{ act: 0, answer: 7 }])).rejects.toThrow(/answer 7 is not one of 7/);
    await expect(policy.distribution(new Array<Exchange>(8).fill({ act: 0, answer: 0 }))).rejects.toThrow(/8 exchanges, a dialogue has 8/);
    policy.close();
  });

  test('weights that are not numbers are said, not played', async () => {
    const policy = openPolicy(scenario, shape, weights.slice().fill(NaN));
    await expect(policy.act([], 1)).rejects.toThrow(/not finite/);
    policy.close();
  });
});

test('u falls on the act whose share it lies in', () => {
  const p = [0.25, 0, 0.5, 0.25];
  expect([0, 0.2499, 0.25, 0.7499, 0.75, 0.9999].map((u) => drawAct(p, u))).toEqual([0, 0, 2, 2, 3, 3]);
  // rounding may leave the sum below u
  expect(drawAct([0.5, 0.4999], 0.99999)).toBe(1);
});
