/** Runs one training step of a golden file through the engine and compares every tensor with the referee's. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import type { Floats } from '../../gpu-kernels/core/kernel.ts';
import { maskedLogprob } from '../../gpu-kernels/kernels/masked-logprob/kernel.ts';
import { maskWeight } from '../../gpu-kernels/kernels/mask-weight/kernel.ts';
import { policyLoss } from '../../gpu-kernels/kernels/policy-loss/kernel.ts';
import { segmentSum } from '../../gpu-kernels/kernels/segment-sum/kernel.ts';
import { createGradientBuffers, recordBackward } from '../../gpu-kernels/model/backward.ts';
import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import { createActivations, recordForward } from '../../gpu-kernels/model/forward.ts';
import type { ParamLayout } from '../../gpu-kernels/model/layout.ts';
import { paramLayout } from '../../gpu-kernels/model/layout.ts';
import { createOptimiser, recordAdamW, setStep } from '../../gpu-kernels/model/optimiser.ts';
import type { Golden, GoldenTensors } from './schema.ts';
import { shapeOf } from './schema.ts';

/** Largest error allowed, relative to the largest entry of the tensor. */
export const TOLERANCE = 2e-4;

export interface GoldenResult {
  readonly case: string;
  readonly backend: string;
  /** max |x - y| / (max |y| + 1e-6), the worst tensor of each kind */
  readonly error: Readonly<Record<'logits' | 'logprob' | 'entropy' | 'loss' | 'grads' | 'params1' | 'params3', number>>;
  readonly ok: boolean;
}

/** max |x - y| / (max |y| + 1e-6); Infinity when any x is not finite. */
export function relativeError(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let worst = 0;
  let scale = 0;
  for (let i = 0; i < y.length; i++) {
    const e = Math.abs(x[i]! - y[i]!);
    if (!Number.isFinite(e)) return Infinity;
    worst = Math.max(worst, e);
    scale = Math.max(scale, Math.abs(y[i]!));
  }
  return worst / (scale + 1e-6);
}

function flatten(layout: ParamLayout, tensors: GoldenTensors): Float32Array {
  const out = new Float32Array(layout.size);
  for (const [name, t] of layout.tensors) out.set(tensors[name]!.data, t.offset);
  return out;
}

function worstTensor(layout: ParamLayout, got: Floats, expected: GoldenTensors): number {
  let worst = 0;
  for (const [name, t] of layout.tensors) worst = Math.max(worst, relativeError(got.subarray(t.offset, t.offset + t.length), expected[name]!.data));
  return worst;
}

/** What one step of a case gives, padding removed; `after` holds the parameters after 1, 2 and 3 steps. */
export interface GoldenNumbers {
  readonly layout: ParamLayout;
  readonly logits: Floats;
  readonly logprob: Floats;
  readonly entropy: Floats;
  readonly grads: Floats;
  readonly losses: number[];
  readonly after: Floats[];
}

/** Runs the case on a fresh backend (which it does not destroy). */
export async function computeGolden(backend: Backend, g: Golden): Promise<GoldenNumbers> {
  const shape = shapeOf(g);
  const { ctx, vocab } = shape;
  const decays = (name: string) => g.optimizer.decay_applies_to.includes(name);
  const layout = paramLayout(shape, decays);
  const bank = createBank(backend, 'golden', shape, 1, [flatten(layout, g.params)], decays);
  const rows = g.batch.input.length;
  const width = g.batch.input[0]!.length;
  const n = rows * ctx;
  const route = createRouting(backend, 'golden', rows, [0]);

  // inputs and targets side by side in one token buffer; rows shorter than ctx are padded with inactive positions, which nothing earlier can see
  const tokens = new Uint32Array(rows * 2 * ctx);
  const active = new Float32Array(n);
  const oldRef = new Float32Array(2 * n);
  for (let r = 0; r < rows; r++)
    for (let t = 0; t < width; t++) {
      tokens[r * 2 * ctx + t] = g.batch.input[r]![t]!;
      tokens[r * 2 * ctx + ctx + t] = g.batch.target[r]![t]!;
      active[r * ctx + t] = g.batch.active[r]![t]!;
      oldRef[r * ctx + t] = g.batch.old_logprob[r * width + t]!;
      oldRef[n + r * ctx + t] = g.batch.ref_logprob[r * width + t]!;
    }
  const positions = Array.from({ length: ctx }, (_, t) => [t, ctx + t, ...(g.batch.allowed[t] ?? [0, vocab])]).flat();
  const reading = { tokens: backend.alloc('tokens', 'u32', tokens.length, tokens), slots: 2 * ctx, positions: backend.alloc('positions', 'u32', positions.length, positions) };
  const f32 = (label: string, length: number, init?: ArrayLike<number>) => backend.alloc(label, 'f32', length, init);
  const acts = createActivations(backend, 'golden', shape, rows);
  const grads = createGradientBuffers(backend, 'golden', bank, rows);
  const o = g.optimizer;
  const optimiser = createOptimiser(backend, 'golden', bank, { beta1: o.beta1, beta2: o.beta2, eps: o.eps, weightDecay: o.weight_decay, gradClip: o.grad_clip_norm });
  const buf = {
    active: f32('active', n, active),
    count: f32('count', 1),
    weight: f32('weight', n),
    advantage: f32('advantage', rows, g.batch.advantage),
    oldRef: f32('old ref', 2 * n, oldRef),
    terms: f32('terms', n * 6),
    sums: f32('sums', 6),
    logprob: f32('logprob', n),
    entropy: f32('entropy', n),
  };

  const loss = await backend.record('loss and gradient', (rec) => {
    recordForward(rec, bank, route, acts, reading);
    rec.run(maskedLogprob, { logits: acts.logits, tokens: reading.tokens, positions: reading.positions, logprob: buf.logprob, entropy: buf.entropy }, { rows, ctx, slots: 2 * ctx, vocab, outOff: 0 });
    rec.run(segmentSum, { x: buf.active, y: buf.count }, { segments: 1, n, cols: 1, scale: 1, yOff: 0 });
    rec.run(maskWeight, { active: buf.active, count: buf.count, weight: buf.weight }, { models: 1, n });
    rec.run(
      policyLoss,
      { logits: acts.logits, tokens: reading.tokens, positions: reading.positions, weight: buf.weight, advantage: buf.advantage, oldRef: buf.oldRef, dlogits: grads.dlogits, terms: buf.terms },
      { rows, ctx, slots: 2 * ctx, vocab, kind: g.loss.kind === 'grpo' ? 0 : 1, clipLow: g.loss.clip_low, clipHigh: g.loss.clip_high, klBeta: g.loss.kl_beta, entropyCoef: g.loss.entropy_coef },
    );
    rec.run(segmentSum, { x: buf.terms, y: buf.sums }, { segments: 1, n, cols: 6, scale: 1, yOff: 0 });
    recordBackward(rec, bank, route, acts, grads, reading);
  });
  const step = await backend.record('AdamW', (rec) => recordAdamW(rec, bank, grads.grads, optimiser));

  const losses: number[] = [];
  const after: Floats[] = [];
  let first: { logits: Floats; logprob: Floats; entropy: Floats; grads: Floats } | undefined;
  for (let t = 1; t <= 3; t++) {
    loss.run();
    losses.push((await backend.read(buf.sums, 0, 1))[0]!);
    first ??= { logits: await backend.read(acts.logits), logprob: await backend.read(buf.logprob), entropy: await backend.read(buf.entropy), grads: await backend.read(grads.grads) };
    setStep(backend, optimiser, t, o.lr);
    step.run();
    after.push(await backend.read(bank.params));
  }
  /** drops the padded positions: [rows, ctx, k] -> [rows, width, k] */
  const trim = (x: Floats, k: number): Floats => {
    if (width === ctx) return x;
    const out = x.slice(0, rows * width * k);
    for (let r = 0; r < rows; r++) out.set(x.subarray(r * ctx * k, (r * ctx + width) * k), r * width * k);
    return out;
  };
  return { layout, logits: trim(first!.logits, vocab), logprob: trim(first!.logprob, 1), entropy: trim(first!.entropy, 1), grads: first!.grads, losses, after };
}

/** Runs the case and compares it with the referee's numbers. */
export async function runGolden(backend: Backend, g: Golden): Promise<GoldenResult> {
  const n = await computeGolden(backend, g);
  const e = g.expected;
  const error = {
    logits: relativeError(n.logits, e.logits.data),
    logprob: relativeError(n.logprob, e.logprob.data),
    entropy: relativeError(n.entropy, e.entropy.data),
    loss: Math.max(relativeError([n.losses[0]!], [e.loss]), relativeError(n.losses, e.losses_of_3_steps)),
    grads: worstTensor(n.layout, n.grads, e.grads),
    params1: worstTensor(n.layout, n.after[0]!, e.params_after['1']),
    params3: worstTensor(n.layout, n.after[2]!, e.params_after['3']),
  };
  return { case: g.case, backend: backend.info.kind, error, ok: Object.values(error).every((x) => x <= TOLERANCE) };
}
