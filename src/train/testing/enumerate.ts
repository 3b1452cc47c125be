/** Exact expectations in the two-turn world: every history written down with its probability under a policy and a user network, computed in float64. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { maskedLogprob } from '../../gpu-kernels/kernels/masked-logprob/kernel.ts';
import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../../gpu-kernels/model/decode.ts';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import type { Role } from '../../sim/reading.ts';
import { BOS_SLOT, PERSONA_SLOT, PROFILE_SLOT, readingOf, slotCount, slotOf } from '../../sim/reading.ts';
import { DISCOUNT, rewardOf, twoTurns } from '../../sim/testing/two-turns.ts';

/** profile, acts and answers; u1 is said and changes nothing */
export interface Leaf {
  readonly z: number;
  readonly a0: number;
  readonly u0: number;
  readonly a1: number;
  readonly u1: number;
  /** turns played */
  readonly turns: number;
  readonly reward: number;
}

export const LEAVES: readonly Leaf[] = Array.from({ length: 32 }, (_, i) => {
  const [z, a0, u0, a1, u1] = [i >> 4, (i >> 3) & 1, (i >> 2) & 1, (i >> 1) & 1, i & 1] as const;
  const early = rewardOf(z, a0, u0, null);
  return { z, a0, u0, a1, u1, turns: early === null ? 2 : 1, reward: early ?? DISCOUNT * rewardOf(z, a0, u0, a1)! };
})
  // what stands behind an early end is not a history of its own
  .filter((l) => l.turns === 2 || (l.a1 === 0 && l.u1 === 0));

const tokensOf = (l: Leaf): number[] => {
  const { tokens } = twoTurns;
  const row = new Array<number>(slotCount(twoTurns)).fill(0);
  row[BOS_SLOT] = tokens.bos;
  row[PERSONA_SLOT] = tokens.personas.lo;
  row[PROFILE_SLOT] = tokens.profiles.lo + l.z;
  [l.a0, l.a1].forEach((a, t) => (row[slotOf(twoTurns, t, 0)] = tokens.policyActs.lo + a));
  [l.u0, l.u1].forEach((u, t) => (row[slotOf(twoTurns, t, 1)] = tokens.userActs.lo + u));
  return row;
};

/** log-probability of every decision of a role in every leaf: [leaf][decision]; the policy's are its acts, the user's its profile and its answers */
export async function scorer(role: Role, shape: ModelShape): Promise<(weights: ArrayLike<number>) => Promise<number[][]>> {
  const backend: Backend = createCpuBackend({ precision: 'f64' });
  const reading = readingOf(twoTurns, role);
  const rows = LEAVES.length;
  const { ctx } = reading;
  const bank = createBank(backend, role, { ...shape, ctx }, 1, []);
  const route = createRouting(backend, role, rows, [0]);
  const tokens = backend.alloc('tokens', 'u32', rows * slotCount(twoTurns), LEAVES.flatMap(tokensOf));
  const positions = backend.alloc('positions', 'u32', reading.positions.length, reading.positions);
  const decode = createDecodeBuffers(backend, role, bank.shape, rows, ctx);
  const logprob = backend.alloc('logprob', 'f32', rows * ctx);
  const entropy = backend.alloc('entropy', 'f32', rows * ctx);
  const slots = slotCount(twoTurns);
  const plan = await backend.record('score', (rec) => {
    recordChunk(rec, bank, route, decode, { tokens, slots, positions }, 0, ctx, 'all');
    rec.run(maskedLogprob, { logits: decode.logits, tokens, positions, logprob, entropy }, { rows, ctx, slots, vocab: shape.vocab, outOff: 0 });
  });
  const at = [...reading.predictedAt.values()];
  return async (weights) => {
    backend.write(bank.params, weights);
    plan.run();
    const all = await backend.read(logprob);
    return LEAVES.map((_, r) => at.map((p) => all[r * ctx + p]!));
  };
}

/** decisions made before the end */
export const policyDecisions = (l: Leaf, logp: readonly number[]): number => logp.slice(0, l.turns).reduce((a, b) => a + b, 0);
export const userDecisions = (l: Leaf, logp: readonly number[]): number => logp.slice(0, 1 + l.turns).reduce((a, b) => a + b, 0);
