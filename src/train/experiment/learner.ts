/** One policy update per seed from finished dialogues: advantages, reference log-probabilities, clipped surrogate with k3 KL, backward pass, AdamW. */
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
import { createActivations, recordForward } from '../../gpu-kernels/model/forward.ts';
import type { Optimiser } from '../../gpu-kernels/model/optimiser.ts';
import { createOptimiser, recordAdamW } from '../../gpu-kernels/model/optimiser.ts';
import type { Rollout } from '../../sim/rollout.ts';
import type { Settings } from '../settings.ts';

const ADVANTAGE_KIND: Readonly<Record<string, number>> = { standardised: 0, centred: 1, raw: 2 };

export interface Learner {
  readonly optimiser: Optimiser;
  /** [seeds, 6] means over groups, columns GROUP_STATS */
  readonly groups: Buf<'f32'>;
  /** [seeds, 6] means over active tokens, columns LOSS_TERMS */
  readonly terms: Buf<'f32'>;
  record(rec: Recorder): void;
}

/** `policy` [seeds models] is trained; `reference` holds the pre-trained policy as its only model. Seed s owns the s-th rows/seeds dialogues of the rollout. */
export function createLearner(backend: Backend, settings: Settings, rollout: Rollout, policy: Bank, route: Routing, reference: Bank): Learner {
  const seeds = policy.models;
  const { rows, slots } = rollout;
  const { ctx, vocab } = policy.shape;
  const n = rows * ctx;
  const { prompts, group } = settings;
  const f32 = (name: string, length: number) => backend.alloc(`learner ${name}`, 'f32', length);
  const reading = { tokens: rollout.tokens, slots, positions: rollout.policy.positions };
  const referenceRoute = createRouting(backend, 'reference', rows, [0]);
  const referenceDecode = createDecodeBuffers(backend, 'reference', reference.shape, rows, ctx);
  const acts = createActivations(backend, 'learner', policy.shape, rows);
  const grads = createGradientBuffers(backend, 'learner', policy, rows);
  const optimiser = createOptimiser(backend, 'learner', policy, { beta1: 0.9, beta2: 0.98, eps: 1e-8, weightDecay: settings.weightDecay, gradClip: settings.gradClip });
  const advantage = f32('advantage', rows);
  const groupStats = f32('group stats', seeds * prompts * GROUP_STATS.length);
  const oldRef = f32('old and reference log-probabilities', 2 * n);
  const entropy = f32('reference entropy', n);
  const count = f32('active tokens', seeds);
  const weight = f32('weight', n);
  const tokenTerms = f32('token terms', n * LOSS_TERMS.length);
  const groups = f32('groups', seeds * GROUP_STATS.length);
  const terms = f32('terms', seeds * LOSS_TERMS.length);

  function record(rec: Recorder): void {
    rec.run(groupAdvantage, { outcome: rollout.outcome, advantage, groupStats }, { groups: seeds * prompts, size: group, kind: ADVANTAGE_KIND[settings.advantage]! });
    rec.run(segmentSum, { x: groupStats, y: groups }, { segments: seeds, n: prompts, cols: GROUP_STATS.length, scale: 1 / prompts, yOff: 0 });
    rec.copy(rollout.policy.logprob, 0, oldRef, 0, n);
    recordChunk(rec, reference, referenceRoute, referenceDecode, reading, 0, ctx, 'all');
    rec.run(maskedLogprob, { logits: referenceDecode.logits, tokens: reading.tokens, positions: reading.positions, logprob: oldRef, entropy }, { rows, ctx, slots, vocab, outOff: n });
    rec.run(segmentSum, { x: rollout.policy.active, y: count }, { segments: seeds, n: n / seeds, cols: 1, scale: 1, yOff: 0 });
    rec.run(maskWeight, { active: rollout.policy.active, count, weight }, { models: seeds, n: n / seeds });
    recordForward(rec, policy, route, acts, reading);
    rec.run(
      policyLoss,
      { logits: acts.logits, tokens: reading.tokens, positions: reading.positions, weight, advantage, oldRef, dlogits: grads.dlogits, terms: tokenTerms },
      { rows, ctx, slots, vocab, kind: 0, clipLow: settings.clipLow, clipHigh: settings.clipHigh, klBeta: settings.klWeight, entropyCoef: settings.entropyBonus },
    );
    rec.run(segmentSum, { x: tokenTerms, y: terms }, { segments: seeds, n: n / seeds, cols: LOSS_TERMS.length, scale: 1, yOff: 0 });
    recordBackward(rec, policy, route, acts, grads, reading);
    recordAdamW(rec, policy, grads.grads, optimiser);
  }
  return { optimiser, groups, terms, record };
}
