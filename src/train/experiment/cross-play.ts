/**
 * Cross-play: every arm's policies, and the policy before training, with every arm's training users, every held-out family and every type of real user. A policy visits another arm's users by standing
 * in for that arm's own policies during a batch of dialogues that nobody learns from, so nothing is allocated.
 */
import { storedShape } from '../../gpu-kernels/model/bank.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { resizeModel } from '../../gpu-kernels/model/resize.ts';
import { PROFILE_SLOT } from '../../sim/reading.ts';
import type { Rollout } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import { ARM_WORDS } from '../arms/words.ts';
import { breather } from '../breathe.ts';
import type { CrossPlay } from '../protocol.ts';
import type { Experiment } from './experiment.ts';

/** random numbers no update, evaluation or measurement uses */
const ROUNDS_FROM = 3 << 24;
/** batches of training dialogues behind one cell */
const ROUNDS = 2;

/** One policy a seed; a single one stands for all. */
export interface Policies {
  readonly shape: ModelShape;
  readonly params: readonly Float32Array[];
}

async function policiesOf({ policy, backend }: Experiment): Promise<Policies> {
  const all = await backend.read(policy.params);
  const { size } = policy.layout;
  return { shape: storedShape(policy), params: Array.from({ length: policy.models }, (_, m) => all.slice(m * size, (m + 1) * size)) };
}

/** Runs `f` with other policies in the place of the experiment's own, which are back afterwards. */
async function visiting<T>(host: Experiment, own: Policies, guest: Policies, f: () => Promise<T>): Promise<T> {
  const { policy, backend } = host;
  const put = (p: Policies): void => {
    for (let m = 0; m < policy.models; m++) backend.write(policy.params, resizeModel(p.shape, p.params[m % p.params.length]!, storedShape(policy)), m * policy.layout.size);
  };
  if (guest === own) return f();
  put(guest);
  try {
    return await f();
  } finally {
    put(own);
  }
}

/** [seed][kind] share of successes; `kindOf` a row within its seed, NaN where a seed had no dialogue of a kind */
function shares(outcome: ArrayLike<number>, seeds: number, kinds: number, kindOf: (row: number) => number): number[][] {
  const perSeed = outcome.length / 3 / seeds;
  return Array.from({ length: seeds }, (_, s) => {
    const won = new Array<number>(kinds).fill(0);
    const all = new Array<number>(kinds).fill(0);
    for (let r = s * perSeed; r < (s + 1) * perSeed; r++) {
      const k = kindOf(r);
      all[k]!++;
      won[k]! += outcome[r * 3 + 1]!;
    }
    return won.map((w, k) => w / all[k]!);
  });
}

async function withTrainingUsers(host: Experiment): Promise<number[]> {
  const S = host.seeds.length;
  const sum = new Array<number>(S).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    host.playTraining(ROUNDS_FROM + round);
    const outcome = await host.backend.read(host.rollout.outcome);
    shares(outcome, S, 1, () => 0).forEach(([x], s) => (sum[s]! += x! / ROUNDS));
  }
  return sum;
}

/** [seed][family], [seed][type of real user] */
async function withOthers(host: Experiment): Promise<{ families: number[][]; types: number[][] }> {
  const S = host.seeds.length;
  const { panel, real } = host.evaluator;
  const { lo, hi } = host.scenario.tokens.profiles;
  host.playEvaluation(ROUNDS_FROM);
  const perFamily = host.settings.evalDialogues;
  const F = panel.rows / S / perFamily;
  const read = async (r: Rollout) => host.backend.read(r.outcome);
  const families = shares(await read(panel), S, F, (row) => Math.floor(row / perFamily) % F);
  const tokens = await host.backend.read(real.tokens);
  const types = shares(await read(real), S, hi - lo, (row) => tokens[row * real.slots + PROFILE_SLOT]! - lo);
  return { families, types };
}

/** Plays everything, a few batches of dialogues for every cell; null when given up. Every experiment must have done as many updates. */
export async function measureCrossPlay(scenario: Scenario, experiments: readonly Experiment[], start: Policies, aborted: () => boolean): Promise<CrossPlay | null> {
  const first = experiments[0];
  if (!first) return null;
  const own = await Promise.all(experiments.map(policiesOf));
  const guests = [start, ...own];
  // the users of `base` are those of `single`
  const hosts = experiments.filter((e) => e.settings.arm !== 'base');
  const success: number[][][] = [];
  const breath = breather();
  for (const [g, guest] of guests.entries()) {
    const cells: number[][] = [];
    for (const host of hosts) {
      await breath();
      if (aborted()) return null;
      const mine = own[experiments.indexOf(host)]!;
      // where one network plays both sides, another policy in its place would change the users too
      cells.push(host.onlyOwnPolicy && guest !== mine ? host.seeds.map(() => NaN) : await visiting(host, mine, guest, () => withTrainingUsers(host)));
    }
    const home = g === 0 ? first : experiments[g - 1]!;
    const { families, types } = await visiting(home, own[experiments.indexOf(home)]!, guest, () => withOthers(home));
    for (const bySeed of [families, types]) bySeed[0]!.forEach((_, k) => cells.push(bySeed.map((x) => x[k]!)));
    success.push(cells);
  }
  return {
    update: first.update,
    rows: [{ id: 'start', label: 'Before training' }, ...experiments.map((e) => ({ id: e.settings.arm, label: ARM_WORDS[e.settings.arm].label }))],
    columns: [
      ...hosts.map((h) => ({ id: h.settings.arm, label: ARM_WORDS[h.settings.arm].label, kind: 'train' as const })),
      ...first.families.map((f) => ({ id: f.id, label: f.label, kind: 'heldout' as const })),
      ...scenario.profiles.map((p) => ({ id: p.id, label: p.label, kind: 'real' as const })),
    ],
    success,
    dialogues: ROUNDS * first.settings.prompts * first.settings.group,
  };
}
