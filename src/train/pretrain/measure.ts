/** What a network does, measured by dialogues: base success, entropy, who a simulator is and how collapsed it is. */
import type { Backend, Buf } from '../../gpu-kernels/core/backend.ts';
import { maskedLogprob } from '../../gpu-kernels/kernels/masked-logprob/kernel.ts';
import { createBank, createRouting, withContext } from '../../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../../gpu-kernels/model/decode.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { PROFILE_SLOT, readingOf } from '../../sim/reading.ts';
import type { NetPlayer } from '../../sim/rollout.ts';
import { createRollout } from '../../sim/rollout.ts';
import type { Scenario } from '../../sim/scenario.ts';
import type { ListOptions } from '../../sim/lists.ts';
import { createListQuality } from '../experiment/list-quality.ts';

const sum = (x: Float32Array): number => x.reduce((a, b) => a + b, 0);
const ROWS = 2048;
const MEASURE_SEED = 301;

export interface Measured {
  readonly success: number;
  readonly reward: number;
  readonly turns: number;
  /** mean entropy of the policy's decisions, nats, while the dialogue goes on */
  readonly policyEntropy: number;
  /** share of each profile among the users */
  readonly profiles: number[];
  /** mean collapse error per user decision and its sum per dialogue; absent for real users */
  readonly eps?: number;
  readonly epsBar?: number;
  /** of verbalized lists: mean TV(p_VS, P) per decision, and the share of malformed lists */
  readonly eta?: number;
  readonly malformed?: number;
}

/** Lists to measure: how they are used, and the base simulator P they are held against. */
export interface MeasuredLists {
  readonly options: ListOptions;
  readonly base: Float32Array;
}

export interface Network {
  readonly shape: ModelShape;
  readonly weights: Float32Array;
}

/** ROWS dialogues of a policy with a simulator (by verbalized lists, if so wished), or with real users when `simulator` is null. */
export async function measure(backend: Backend, scenario: Scenario, policy: Network, simulator: Network | null, verbalized?: MeasuredLists): Promise<Measured> {
  const seeds = backend.alloc('seeds', 'u32', 1, [MEASURE_SEED]);
  const player = (label: string, { shape, weights }: Network): NetPlayer => ({
    kind: 'network',
    bank: createBank(backend, label, shape, 1, [weights]),
    route: createRouting(backend, label, ROWS, [0]),
    temperature: 1,
  });
  const speaker = player('policy', policy);
  const rollout = createRollout(backend, {
    label: 'measure',
    scenario,
    rows: ROWS,
    perSeed: ROWS,
    seeds,
    streamOffset: 0,
    policy: { ...speaker, bank: withContext(speaker.bank, readingOf(scenario, 'policy').ctx) },
    user: simulator ? { ...player('simulator', simulator), ...(verbalized ? { lists: verbalized.options } : {}) } : { kind: 'table' },
  });
  const { rows, slots } = rollout;
  const { ctx, vocab } = rollout.policy.player.bank.shape;
  const score = createDecodeBuffers(backend, 'score', rollout.policy.player.bank.shape, rows, ctx);
  const [logprob, entropy] = ['logprob', 'entropy'].map((name) => backend.alloc(name, 'f32', rows * ctx)) as [Buf<'f32'>, Buf<'f32'>];
  const lists = verbalized ? createListQuality(backend, rollout, verbalized.base) : null;
  const plan = await backend.record('measure', (rec) => {
    rollout.record(rec);
    lists?.record(rec);
    const { player, positions } = rollout.policy;
    recordChunk(rec, player.bank, player.route, score, { tokens: rollout.tokens, slots, positions }, 0, ctx, 'all');
    rec.run(maskedLogprob, { logits: score.logits, tokens: rollout.tokens, positions, logprob, entropy }, { rows, ctx, slots, vocab, outOff: 0 });
  });
  plan.run();
  const outcome = await backend.read(rollout.outcome);
  const tokens = await backend.read(rollout.tokens);
  const profiles = scenario.profiles.map(() => 0);
  let [success, reward, turns] = [0, 0, 0];
  for (let r = 0; r < ROWS; r++) {
    reward += outcome[r * 3]! / ROWS;
    success += outcome[r * 3 + 1]! / ROWS;
    turns += outcome[r * 3 + 2]! / ROWS;
    profiles[tokens[r * rollout.slots + PROFILE_SLOT]! - scenario.tokens.profiles.lo]! += 1 / ROWS;
  }
  const h = await backend.read(entropy);
  const spoke = await backend.read(rollout.policy.active);
  const policyEntropy = h.reduce((a, b, i) => a + b * spoke[i]!, 0) / sum(spoke);
  if (!rollout.user) return { success, reward, turns, policyEntropy, profiles };
  const decisions = sum(await backend.read(rollout.user.active));
  const usual = { success, reward, turns, policyEntropy, profiles };
  if (lists) {
    const q = await backend.read(lists.quality);
    const column = (c: number): number => sum(q.filter((_, i) => i % lists.columns === c));
    return { ...usual, eta: column(0) / decisions, malformed: column(1) / decisions, eps: column(2) / decisions, epsBar: column(2) / ROWS };
  }
  const collapse = await backend.read(rollout.user.collapse);
  return { ...usual, eps: sum(collapse) / decisions, epsBar: sum(collapse) / ROWS };
}
