/** Every diagnostic against its definition, in a world small enough to write every dialogue down. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { createBank, createRouting, inOrder } from '../../gpu-kernels/model/bank.ts';
import { initialWeights } from '../../gpu-kernels/model/init.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { exploitTrie } from '../../sim/persuasion/scripts.ts';
import { readingOf } from '../../sim/reading.ts';
import type { RolloutOptions } from '../../sim/rollout.ts';
import { createRollout } from '../../sim/rollout.ts';
import { twoTurns } from '../../sim/testing/two-turns.ts';
import type { MetricPoint } from '../protocol.ts';
import type { Leaf } from '../testing/enumerate.ts';
import { LEAVES, policyDecisions, scorer, userDecisions } from '../testing/enumerate.ts';
import { derived } from './metrics.ts';
import { createPolicyMetrics } from './policy-metrics.ts';
import { createRings, readLine } from './report.ts';
import { createTheory } from './theory.ts';
import { createUserMetrics } from './user-metrics.ts';

const body = { d: 8, layers: 1, heads: 2, mlpRatio: 2, eps: 1e-5 } as const;
const policyShape: ModelShape = { ...body, vocab: twoTurns.tokens.buckets.lo, ctx: readingOf(twoTurns, 'policy').ctx };
const userShape: ModelShape = { ...body, vocab: twoTurns.tokens.buckets.lo, ctx: readingOf(twoTurns, 'user').ctx };
/** louder than at the start of a training, so that no decision is a toss-up */
const loud = (shape: ModelShape, seed: number): Float32Array => initialWeights(shape, seed, 9).map((w) => w * 3);
const policyWeights = loud(policyShape, 3);
const userWeights = loud(userShape, 5);

/** what the enumeration says */
const exact = {
  mean: 0,
  epsBar: 0,
  decisions: 0,
  strategyEntropy: 0,
  modeMass: 0,
  exploitMass: 0,
  user: 0,
  policy: 0,
  bias: 0,
  scoreMax: 0,
};
let probability: number[] = [];

const sum = (x: readonly number[]): number => x.reduce((a, b) => a + b, 0);
const group = <K>(key: (l: Leaf) => K): Map<K, number[]> => {
  const out = new Map<K, number[]>();
  LEAVES.forEach((l, i) => out.set(key(l), [...(out.get(key(l)) ?? []), i]));
  return out;
};

/** Variance split with the policy's random numbers (x0, x1) held fixed, integrated piece by piece: an act is 0 where x lies below its probability. */
function exactSplit(pi0: number, pi1: (a0: number, u0: number) => number, users: (z: number, a0: number, u0: number) => number): { user: number; policy: number } {
  let mean = 0;
  let squares = 0;
  let within = 0;
  for (const a0 of [0, 1]) {
    const p0 = a0 === 0 ? pi0 : 1 - pi0;
    const cuts = [0, pi1(a0, 0), pi1(a0, 1), 1].sort((a, b) => a - b);
    for (let c = 0; c < 3; c++) {
      const width = p0 * (cuts[c + 1]! - cuts[c]!);
      const x1 = (cuts[c]! + cuts[c + 1]!) / 2;
      let m = 0;
      let s = 0;
      for (const z of [0, 1])
        for (const u0 of [0, 1]) {
          const a1 = x1 < pi1(a0, u0) ? 0 : 1;
          const l = LEAVES.find((x) => x.z === z && x.a0 === a0 && x.u0 === u0 && (x.turns === 1 || x.a1 === a1))!;
          const p = users(z, a0, u0);
          m += p * l.reward;
          s += p * l.reward * l.reward;
        }
      mean += width * m;
      squares += width * m * m;
      within += width * (s - m * m);
    }
  }
  return { user: within, policy: squares - mean * mean };
}

beforeAll(async () => {
  const scorePolicy = await scorer('policy', policyShape);
  const scoreUser = await scorer('user', userShape);
  const pi = await scorePolicy(policyWeights);
  const phi = await scoreUser(userWeights);
  const pPolicy = LEAVES.map((l, i) => Math.exp(policyDecisions(l, pi[i]!)));
  const pUser = LEAVES.map((l, i) => Math.exp(userDecisions(l, phi[i]!)));
  probability = LEAVES.map((_, i) => pPolicy[i]! * pUser[i]!);
  exact.mean = sum(LEAVES.map((l, i) => probability[i]! * l.reward));
  // eps of a binary decision is the smaller probability
  const eps = (lp: number): number => Math.min(Math.exp(lp), 1 - Math.exp(lp));
  exact.epsBar = sum(LEAVES.map((l, i) => probability[i]! * sum(phi[i]!.slice(0, 1 + l.turns).map(eps))));
  exact.decisions = sum(LEAVES.map((l, i) => probability[i]! * (1 + l.turns)));
  const strategies = [...group((l) => (l.turns === 1 ? `${l.a0}` : `${l.a0}${l.a1}`)).values()].map((rows) => sum(rows.map((i) => probability[i]!)));
  exact.strategyEntropy = -sum(strategies.map((p) => p * Math.log(p)));
  exact.modeMass = Math.max(...strategies);

  // mode users: every decision takes its likelier side
  const isMode = LEAVES.map((l, i) => phi[i]!.slice(0, 1 + l.turns).every((lp) => Math.exp(lp) > 0.5));
  // scores by central differences of every leaf's log-probability
  const scores = LEAVES.map(() => new Float64Array(policyWeights.length));
  const w = Float64Array.from(policyWeights);
  const h = 1e-5;
  for (let j = 0; j < w.length; j++) {
    const at = w[j]!;
    w[j] = at + h;
    const up = await scorePolicy(w);
    w[j] = at - h;
    const down = await scorePolicy(w);
    w[j] = at;
    LEAVES.forEach((l, i) => (scores[i]![j] = (policyDecisions(l, up[i]!) - policyDecisions(l, down[i]!)) / (2 * h)));
  }
  const gradient = (weight: readonly number[]): Float64Array => {
    const g = new Float64Array(policyWeights.length);
    LEAVES.forEach((l, i) => scores[i]!.forEach((s, j) => (g[j]! += weight[i]! * l.reward * s)));
    return g;
  };
  const [g, gMode] = [gradient(probability), gradient(LEAVES.map((_, i) => (isMode[i] ? pPolicy[i]! : 0)))];
  exact.bias = Math.sqrt(g.reduce((s, x, j) => s + (x - gMode[j]!) ** 2, 0));
  exact.scoreMax = Math.max(...scores.map((s) => Math.hypot(...s)));

  const find = (a0: number, u0: number) => LEAVES.findIndex((l) => l.z === 1 && l.a0 === a0 && l.u0 === u0 && l.a1 === 0 && l.u1 === 0);
  const users = (z: number, a0: number, u0: number): number => {
    const i = LEAVES.findIndex((l) => l.z === z && l.a0 === a0 && l.u0 === u0 && l.a1 === 0 && l.u1 === 0);
    return Math.exp(phi[i]![0]! + phi[i]![1]!);
  };
  Object.assign(
    exact,
    exactSplit(Math.exp(pi[find(0, 0)]![0]!), (a0, u0) => Math.exp(pi[find(a0, u0)]![1]!), users),
  );

  const trie = exploitTrie(twoTurns, 0);
  const inside = (l: Leaf): boolean => (l.turns === 1 ? [l.a0] : [l.a0, l.a1]).reduce((node, a) => trie[node * 2 + a]!, 1) > 0;
  exact.exploitMass = sum(LEAVES.map((l, i) => (inside(l) ? probability[i]! : 0)));
}, 120_000);

/** The lab's own measurement: 8 seeds of `perSeed` dialogues each. */
async function measured(perSeed: number, repeats: number, S = 8): Promise<MetricPoint> {
  const backend = createCpuBackend();
  const seeds = backend.alloc('seeds', 'u32', S, inOrder(S));
  const policy = createBank(backend, 'policy', policyShape, S, [policyWeights]);
  const user = createBank(backend, 'user', userShape, 1, [userWeights]);
  const dialogues: RolloutOptions = {
    label: 'training',
    scenario: twoTurns,
    rows: S * perSeed,
    perSeed,
    seeds,
    streamOffset: 0,
    policy: { kind: 'network', bank: policy, route: createRouting(backend, 'policy', perSeed, inOrder(S)), temperature: 1 },
    user: { kind: 'network', bank: user, route: createRouting(backend, 'user', S * perSeed, [0]), temperature: 1 },
  };
  const training = createRollout(backend, dialogues);
  const watch = createUserMetrics(backend, training, S);
  const strategies = createPolicyMetrics(backend, training, S);
  const collect = await backend.record('collect', (rec) => {
    training.record(rec);
    watch.record(rec);
    strategies.record(rec);
  });
  const theory = createTheory(backend, { training, rollout: dialogues, collect, policy, error: watch.error, repeats });
  const rings = createRings(backend, S, [
    { size: 1, sources: [...watch.sources, ...strategies.sources] },
    { size: 1, sources: theory.sources },
  ]);
  await theory.prepare(rings[1]!);
  const line = await backend.record('line', (rec) => rings[0]!.record(rec, training.clock));
  theory.run(0, 0);
  backend.write(training.clock, [0, 0, 0, 0]);
  collect.run();
  line.run();
  const data = await backend.read(rings[0]!.report);
  return derived({ update: 0, values: { ...readLine(rings[0]!, data, 0, 0, S).values, ...readLine(rings[1]!, data, 0, 0, S).values } }, 1);
}

const mean = (x: readonly number[]): number => sum(x) / x.length;

describe('in the two-turn world', () => {
  test('the enumeration is a probability distribution, and neither side is a coin', () => {
    expect(sum(probability)).toBeCloseTo(1, 10);
    expect(exact.epsBar).toBeGreaterThan(0.2);
    expect(exact.epsBar).toBeLessThan(1.4);
  });

  test('what is measured is what the definitions say', { timeout: 60_000 }, async () => {
    const { values } = await measured(2048, 16);
    const got = (name: string): number => mean(values[name]!);
    // 16,384 dialogues: a share has a standard error of at most .004
    expect(Math.abs(got('sim.epsBar') - exact.epsBar)).toBeLessThan(0.015);
    expect(Math.abs(got('sim.eps') - exact.epsBar / exact.decisions)).toBeLessThan(0.005);
    expect(Math.abs(got('policy.strategyEntropy') - exact.strategyEntropy)).toBeLessThan(0.015);
    expect(Math.abs(got('policy.modeMass') - exact.modeMass)).toBeLessThan(0.015);
    expect(Math.abs(got('policy.exploitMass') - exact.exploitMass)).toBeLessThan(0.015);
    // 1,024 draws of the policy's random numbers
    expect(Math.abs(got('variance.user') - exact.user)).toBeLessThan(0.05 * exact.user);
    expect(Math.abs(got('variance.policy') - exact.policy)).toBeLessThan(0.1 * exact.policy);
    expect(Math.abs(got('variance.userShare') - exact.user / (exact.user + exact.policy))).toBeLessThan(0.03);
    expect(got('variance.bound')).toBeCloseTo(got('sim.epsBar'), 6);
    expect(got('variance.user')).toBeLessThan(got('variance.bound'));
    expect(Math.abs(got('grad.bias') - exact.bias)).toBeLessThan(0.1 * exact.bias);
    // the largest of 16 dialogues a seed; some seed meets the largest there is, and none a larger one
    expect(Math.max(...values['grad.scoreMax']!)).toBeCloseTo(exact.scoreMax, 2);
    expect(got('grad.biasBound')).toBeGreaterThan(exact.bias);
    values['grad.biasBound']!.forEach((bound, s) => expect(bound / values['grad.scoreMax']![s]!).toBeCloseTo(2 * exact.epsBar, 1));
  });

  test('a user that always answers its mode has no user-side variance and no bias', async () => {
    const sure = userWeights.map((x) => x * 40);
    const keep = Float32Array.from(userWeights);
    userWeights.set(sure);
    const { values } = await measured(128, 8, 2).finally(() => userWeights.set(keep));
    expect(mean(values['sim.epsBar']!)).toBeLessThan(1e-3);
    expect(Math.max(...values['variance.user']!)).toBeLessThan(1e-3);
    expect(Math.max(...values['grad.bias']!)).toBeLessThan(1e-3);
  });

  test('too few dialogues to split are not measured, instead of measured wrongly', async () => {
    const { values } = await measured(3, 3, 1);
    expect(Object.keys(values).some((k) => k.startsWith('grad.') || k === 'variance.user')).toBe(false);
  });
});
