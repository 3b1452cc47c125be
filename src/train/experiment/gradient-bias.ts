/**
 * Theorem 3.2, measured: the distance of the policy gradient with the training users from the gradient with a reference, beside the bound 2 B R_max errorBar (the paper's equation 5). The reference is the
 * same users answering their mode (error: the collapse error), or, where they verbalize, the base simulator P (Proposition 3.7; error: eta). Both sides play with the same random numbers.
 */
import type { Backend, Buf, Recorder } from '../../gpu-kernels/core/backend.ts';
import { sumSquares, NORM_CHUNK } from '../../gpu-kernels/kernels/adamw/kernel.ts';
import { BIAS_BOUND, biasBound, GAP_CHUNK, gradientGap } from '../../gpu-kernels/kernels/gradient-gap/kernel.ts';
import { GROUP_STATS, groupAdvantage } from '../../gpu-kernels/kernels/group-advantage/kernel.ts';
import { maskWeight } from '../../gpu-kernels/kernels/mask-weight/kernel.ts';
import { LOSS_TERMS, policyLoss } from '../../gpu-kernels/kernels/policy-loss/kernel.ts';
import { segmentSum } from '../../gpu-kernels/kernels/segment-sum/kernel.ts';
import { createGradientBuffers, recordBackward } from '../../gpu-kernels/model/backward.ts';
import type { Bank } from '../../gpu-kernels/model/bank.ts';
import { createBank, createRouting, inOrder, storedShape, withContext } from '../../gpu-kernels/model/bank.ts';
import { createActivations, recordForward } from '../../gpu-kernels/model/forward.ts';
import type { Rollout } from '../../sim/rollout.ts';
import type { Source } from './report.ts';

/** dialogues of each half whose score function is looked at alone */
const SCORE_PASSES = 8;

export interface GradientBiasOptions {
  /** with the training users, and with the reference; of equal rows */
  readonly training: Rollout;
  readonly reference: Rollout;
  /** [seeds models] */
  readonly policy: Bank;
  /** [seeds, cols] error of a dialogue of `training`, summed over its decisions, in column `col` */
  readonly error: { readonly buf: Buf<'f32'>; readonly cols: number; readonly col: number };
  readonly rMax: number;
}

export interface GradientBias {
  readonly source: Source;
  /** after both rollouts */
  record(rec: Recorder): void;
}

/** Needs an even number of dialogues a seed, at least four; null otherwise. */
export function createGradientBias(backend: Backend, o: GradientBiasOptions): GradientBias | null {
  const { training, policy } = o;
  const { rows, slots } = training;
  const seeds = policy.models;
  const half = rows / seeds / 2;
  if (!Number.isInteger(half) || half < 2) return null;
  const models = 2 * seeds;
  const { shape, layout } = policy;
  const { ctx, vocab } = shape;
  const { size } = layout;
  const n = rows * ctx;
  const f32 = (name: string, length: number, init?: ArrayLike<number>) => backend.alloc(`gradient bias ${name}`, 'f32', length, init);
  const twins = withContext(createBank(backend, 'gradient bias', storedShape(policy), models, []), ctx);
  const route = createRouting(backend, 'gradient bias', half, inOrder(models));
  const acts = createActivations(backend, 'gradient bias', shape, rows);
  const buffers = createGradientBuffers(backend, 'gradient bias', twins, rows);
  const other = f32('reference gradient', models * size);
  const advantage = f32('advantage', rows);
  const groups = f32('groups', models * GROUP_STATS.length);
  const old = f32('log-probabilities', 2 * n);
  const weight = f32('weight', n);
  const terms = f32('terms', n * LOSS_TERMS.length);
  const halves = f32(
    'dialogues of a half',
    models,
    inOrder(models).map(() => half),
  );
  const ones = f32(
    'ones',
    models,
    inOrder(models).map(() => 1),
  );
  const chunks = Math.ceil(size / GAP_CHUNK);
  const partial = f32('partial', seeds * chunks);
  const gap = f32('gap', seeds);
  const passes = Math.min(SCORE_PASSES, half);
  const single = {
    route: createRouting(backend, 'score', 1, inOrder(models)),
    acts: createActivations(backend, 'score', shape, models),
    buffers: { ...createGradientBuffers(backend, 'score', twins, models), grads: buffers.grads },
    tokens: backend.alloc('score tokens', 'u32', models * slots),
    active: f32('score active', models * ctx),
    weight: f32('score weight', models * ctx),
    zeros: f32('score zeros', 2 * models * ctx),
    norm: f32('score norm', models * Math.ceil(size / NORM_CHUNK)),
    norms: f32('score norms', passes * models),
  };
  const out = f32('out', seeds * BIAS_BOUND.length);
  const lossScalars = { ctx, slots, vocab, clipLow: 1, clipHigh: 1, klBeta: 0, entropyCoef: 0 };

  /** grads = - gradient of E[R] from each half: sum over its dialogues of (R - mean of the half) grad log pi, divided by their number */
  function gradient(rec: Recorder, rollout: Rollout): void {
    const { tokens, policy: side } = rollout;
    const reading = { tokens, slots, positions: side.positions };
    rec.run(groupAdvantage, { outcome: rollout.outcome, advantage, groupStats: groups }, { groups: models, size: half, kind: 1 });
    rec.copy(side.logprob, 0, old, 0, n);
    rec.run(maskWeight, { active: side.active, count: halves, weight }, { models, n: half * ctx });
    recordForward(rec, twins, route, acts, reading);
    rec.run(policyLoss, { logits: acts.logits, tokens, positions: side.positions, weight, advantage, oldRef: old, dlogits: buffers.dlogits, terms }, { ...lossScalars, rows, kind: 0 });
    recordBackward(rec, twins, route, acts, buffers, reading);
  }

  /** norms[pass] = ||sum_t grad log pi||^2 of one dialogue of every half */
  function score(rec: Recorder, pass: number): void {
    const { tokens, policy: side } = training;
    for (let m = 0; m < models; m++) {
      const row = m * half + pass;
      rec.copy(tokens, row * slots, single.tokens, m * slots, slots);
      rec.copy(side.active, row * ctx, single.active, m * ctx, ctx);
    }
    const reading = { tokens: single.tokens, slots, positions: side.positions };
    rec.run(maskWeight, { active: single.active, count: ones, weight: single.weight }, { models, n: ctx });
    recordForward(rec, twins, single.route, single.acts, reading);
    const { dlogits } = single.buffers;
    const loss = { logits: single.acts.logits, tokens: single.tokens, positions: side.positions, weight: single.weight, advantage: single.zeros, oldRef: single.zeros, dlogits, terms };
    rec.run(policyLoss, loss, { ...lossScalars, rows: models, kind: 1 });
    recordBackward(rec, twins, single.route, single.acts, single.buffers, reading);
    const norm = Math.ceil(size / NORM_CHUNK);
    rec.run(sumSquares, { grads: buffers.grads, partial: single.norm }, { models, size, chunks: norm });
    rec.run(segmentSum, { x: single.norm, y: single.norms }, { segments: models, n: norm, cols: 1, scale: 1, yOff: pass * models });
  }

  return {
    source: { buf: out, names: ['grad.bias', 'grad.biasBound', 'grad.scoreMax'] },
    record(rec) {
      for (let m = 0; m < models; m++) rec.copy(policy.params, Math.floor(m / 2) * size, twins.params, m * size, size);
      gradient(rec, o.reference);
      rec.copy(buffers.grads, 0, other, 0, models * size);
      gradient(rec, training);
      rec.run(gradientGap, { a: buffers.grads, b: other, partial }, { seeds, size, chunks });
      rec.run(segmentSum, { x: partial, y: gap }, { segments: seeds, n: chunks, cols: 1, scale: 1, yOff: 0 });
      for (let pass = 0; pass < passes; pass++) score(rec, pass);
      // R - mean of n dialogues falls short of R - expectation by (n - 1) / n, in both halves
      const unshrink = half / (half - 1);
      const { buf: error, cols, col } = o.error;
      rec.run(biasBound, { gap, scores: single.norms, error, out }, { seeds, passes, cols, col, scale: unshrink * unshrink, rMax: o.rMax });
    },
  };
}
