/** One policy-gradient update per seed for one side of finished dialogues: advantages, reference log-probabilities, clipped surrogate with k3 KL, backward pass, AdamW. */
import type { Backend, Buf, Recorder } from '../../gpu-kernels/core/backend.ts';
import { GROUP_STATS, groupAdvantage } from '../../gpu-kernels/kernels/group-advantage/kernel.ts';
import { maskedLogprob } from '../../gpu-kernels/kernels/masked-logprob/kernel.ts';
import { maskWeight } from '../../gpu-kernels/kernels/mask-weight/kernel.ts';
import { LOSS_TERMS, policyLoss } from '../../gpu-kernels/kernels/policy-loss/kernel.ts';
import { segmentSum } from '../../gpu-kernels/kernels/segment-sum/kernel.ts';
import { createGradientBuffers, recordBackward } from '../../gpu-kernels/model/backward.ts';
import type { Bank, Routing } from '../../gpu-kernels/model/bank.ts';
import { createRouting } from '../../gpu-kernels/model/bank.ts';
import { createDecodeBuffers, recordChunk } from '../../gpu-kernels/model/decode.ts';
import type { Activations } from '../../gpu-kernels/model/forward.ts';
import { createActivations, recordForward } from '../../gpu-kernels/model/forward.ts';
import type { Optimiser } from '../../gpu-kernels/model/optimiser.ts';
import { createOptimiser, recordAdamW } from '../../gpu-kernels/model/optimiser.ts';
import type { NetState, Rollout } from '../../sim/rollout.ts';

export interface LearnerOptions {
  readonly label: string;
  readonly rollout: Rollout;
  /** the side of the dialogues that learns: what it wrote, and when it was active */
  readonly side: NetState;
  /** [seeds models]; seed s owns the s-th rows/seeds dialogues, as `route` says */
  readonly bank: Bank;
  readonly route: Routing;
  /** one model: where the bank started, for the KL */
  readonly reference: Bank;
  /** [rows, 3], reward in the first column */
  readonly outcome: Buf<'f32'>;
  /** dialogues whose rewards are compared with each other */
  readonly group: number;
  /** see kernels/group-advantage */
  readonly advantageKind: number;
  readonly clipLow: number;
  readonly clipHigh: number;
  readonly klWeight: number;
  readonly entropyBonus: number;
  readonly weightDecay: number;
  readonly gradClip: number;
  /** measures everything and changes nothing */
  readonly frozen?: boolean;
}

export interface Learner {
  readonly optimiser: Optimiser;
  /** [seeds, 6] means over groups, columns GROUP_STATS */
  readonly groups: Buf<'f32'>;
  /** [seeds, 6] means over active tokens, columns LOSS_TERMS */
  readonly terms: Buf<'f32'>;
  /** what one update computes on its way, for those who want to watch */
  readonly inside: {
    /** [rows] */
    readonly advantage: Buf<'f32'>;
    /** [2, rows*ctx] = {old, reference} log-probabilities */
    readonly oldRef: Buf<'f32'>;
    /** [rows*ctx] */
    readonly weight: Buf<'f32'>;
    /** [rows*ctx, 6], columns LOSS_TERMS */
    readonly tokenTerms: Buf<'f32'>;
    /** [rows*ctx, vocab], of the loss to the logits */
    readonly dlogits: Buf<'f32'>;
    readonly acts: Activations;
  };
  record(rec: Recorder): void;
}

export function createLearner(backend: Backend, o: LearnerOptions): Learner {
  const { rollout, side, bank, route, reference, label } = o;
  const seeds = bank.models;
  const { rows, slots } = rollout;
  const { ctx, vocab } = bank.shape;
  const n = rows * ctx;
  const groupsPerSeed = rows / seeds / o.group;
  const f32 = (name: string, length: number) => backend.alloc(`${label} ${name}`, 'f32', length);
  const reading = { tokens: rollout.tokens, slots, positions: side.positions };
  const referenceRoute = createRouting(backend, `${label} reference`, rows, [0]);
  const referenceDecode = createDecodeBuffers(backend, `${label} reference`, reference.shape, rows, ctx);
  const acts = createActivations(backend, label, bank.shape, rows);
  const grads = createGradientBuffers(backend, label, bank, rows);
  const optimiser = createOptimiser(backend, label, bank, { beta1: 0.9, beta2: 0.98, eps: 1e-8, weightDecay: o.weightDecay, gradClip: o.gradClip });
  const advantage = f32('advantage', rows);
  const groupStats = f32('group stats', seeds * groupsPerSeed * GROUP_STATS.length);
  const oldRef = f32('old and reference log-probabilities', 2 * n);
  const entropy = f32('reference entropy', n);
  const count = f32('active tokens', seeds);
  const weight = f32('weight', n);
  const tokenTerms = f32('token terms', n * LOSS_TERMS.length);
  const groups = f32('groups', seeds * GROUP_STATS.length);
  const terms = f32('terms', seeds * LOSS_TERMS.length);

  function record(rec: Recorder): void {
    rec.run(groupAdvantage, { outcome: o.outcome, advantage, groupStats }, { groups: seeds * groupsPerSeed, size: o.group, kind: o.advantageKind });
    rec.run(segmentSum, { x: groupStats, y: groups }, { segments: seeds, n: groupsPerSeed, cols: GROUP_STATS.length, scale: 1 / groupsPerSeed, yOff: 0 });
    rec.copy(side.logprob, 0, oldRef, 0, n);
    recordChunk(rec, reference, referenceRoute, referenceDecode, reading, 0, ctx, 'all');
    rec.run(maskedLogprob, { logits: referenceDecode.logits, tokens: reading.tokens, positions: reading.positions, logprob: oldRef, entropy }, { rows, ctx, slots, vocab, outOff: n });
    rec.run(segmentSum, { x: side.active, y: count }, { segments: seeds, n: n / seeds, cols: 1, scale: 1, yOff: 0 });
    rec.run(maskWeight, { active: side.active, count, weight }, { models: seeds, n: n / seeds });
    recordForward(rec, bank, route, acts, reading);
    rec.run(
      policyLoss,
      { logits: acts.logits, tokens: reading.tokens, positions: reading.positions, weight, advantage, oldRef, dlogits: grads.dlogits, terms: tokenTerms },
      { rows, ctx, slots, vocab, kind: 0, clipLow: o.clipLow, clipHigh: o.clipHigh, klBeta: o.klWeight, entropyCoef: o.entropyBonus },
    );
    rec.run(segmentSum, { x: tokenTerms, y: terms }, { segments: seeds, n: n / seeds, cols: LOSS_TERMS.length, scale: 1, yOff: 0 });
    if (o.frozen) return;
    recordBackward(rec, bank, route, acts, grads, reading);
    recordAdamW(rec, bank, grads.grads, optimiser);
  }
  return { optimiser, groups, terms, inside: { advantage, oldRef, weight, tokenTerms, dlogits: grads.dlogits, acts }, record };
}
