/** Form of a golden file: one whole training step computed by an outside referee. */
import { z } from 'zod';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { tensorShapes } from '../../gpu-kernels/model/layout.ts';

const count = (max: number) => z.number().int().min(1).max(max);
const numbers = z.array(z.number());
const tensor = z.object({ shape: z.array(count(1_000_000)), data: numbers });
const tensors = z.record(z.string(), tensor);

const file = z.object({
  case: z.string(),
  model: z.object({
    vocab: count(65536),
    d_model: count(2048),
    n_layer: z.number().int().min(0).max(64),
    n_head: count(64),
    ctx: count(2048),
    mlp_ratio: z.number().positive().max(16),
    ln_eps: z.number().positive(),
    activation: z.literal('gelu_tanh'),
    linear_layout: z.literal('in,out'),
  }),
  params: tensors,
  batch: z.object({
    input: z.array(z.array(z.number().int().nonnegative())).min(1),
    target: z.array(z.array(z.number().int().nonnegative())).min(1),
    allowed: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])),
    active: z.array(z.array(z.number().min(0).max(1))),
    advantage: numbers,
    old_logprob: numbers,
    ref_logprob: numbers,
  }),
  loss: z.object({ kind: z.enum(['grpo', 'cross_entropy']), clip_low: z.number(), clip_high: z.number(), kl_beta: z.number(), entropy_coef: z.number() }),
  optimizer: z.object({
    name: z.literal('adamw'),
    lr: z.number(),
    beta1: z.number(),
    beta2: z.number(),
    eps: z.number(),
    weight_decay: z.number(),
    decay_applies_to: z.array(z.string()),
    grad_clip_norm: z.number().nonnegative(),
  }),
  expected: z.object({
    logits: tensor,
    logprob: tensor,
    entropy: tensor,
    loss: z.number(),
    grads: tensors,
    losses_of_3_steps: z.array(z.number()).length(3),
    params_after: z.object({ '1': tensors, '3': tensors }),
  }),
});

export type Golden = z.infer<typeof file>;
export type GoldenTensors = Golden['params'];

export function shapeOf(g: Golden): ModelShape {
  const m = g.model;
  return { vocab: m.vocab, d: m.d_model, layers: m.n_layer, heads: m.n_head, ctx: m.ctx, mlpRatio: m.mlp_ratio, eps: m.ln_eps };
}

/** Parses and checks a golden file's text. Throws one clear line naming the field at fault. */
export function parseGolden(text: string): Golden {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (e) {
    throw new Error(`not JSON: ${(e as Error).message}`, { cause: e });
  }
  const r = file.safeParse(json);
  if (!r.success) {
    const issue = r.error.issues[0]!;
    throw new Error(`${issue.path.join('.') || 'file'}: ${issue.message}`);
  }
  check(r.data);
  return r.data;
}

function check(g: Golden): void {
  const shape = shapeOf(g);
  if (shape.d % shape.heads !== 0) throw new Error(`model.n_head: ${shape.heads} does not divide d_model ${shape.d}`);
  if (!Number.isInteger(shape.d * shape.mlpRatio)) throw new Error('model.mlp_ratio: times d_model is not a whole number');
  const sets: [string, GoldenTensors][] = [
    ['params', g.params],
    ['expected.grads', g.expected.grads],
    ['expected.params_after.1', g.expected.params_after['1']],
    ['expected.params_after.3', g.expected.params_after['3']],
  ];
  for (const [name, shapeWanted] of tensorShapes(shape))
    for (const [where, set] of sets) {
      const t = set[name];
      if (!t) throw new Error(`${where}.${name}: missing`);
      const n = shapeWanted.reduce((a, b) => a * b, 1);
      if (t.shape.join() !== shapeWanted.join()) throw new Error(`${where}.${name}: shape [${t.shape.join(', ')}], the model has [${shapeWanted.join(', ')}]`);
      if (t.data.length !== n) throw new Error(`${where}.${name}: ${t.data.length} numbers, the model's shape needs ${n}`);
    }
  const known = new Set(tensorShapes(shape).map(([name]) => name));
  for (const [where, names] of [...sets.map(([where, set]) => [where, Object.keys(set)] as const), ['optimizer.decay_applies_to', g.optimizer.decay_applies_to] as const])
    for (const name of names) if (!known.has(name)) throw new Error(`${where}: the model has no tensor ${name}`);
  const { batch, expected } = g;
  const rows = batch.input.length;
  const width = batch.input[0]!.length;
  if (width < 1 || width > shape.ctx) throw new Error(`batch.input: ${width} tokens a row, ctx is ${shape.ctx}`);
  for (const key of ['input', 'target', 'active'] as const) {
    if (batch[key].length !== rows) throw new Error(`batch.${key}: ${batch[key].length} rows, input has ${rows}`);
    for (const row of batch[key]) {
      if (row.length !== width) throw new Error(`batch.${key}: a row of ${row.length}, input has ${width}`);
      if (key !== 'active' && row.some((t) => t >= shape.vocab)) throw new Error(`batch.${key}: a token outside the vocabulary of ${shape.vocab}`);
    }
  }
  if (batch.allowed.length !== width) throw new Error(`batch.allowed: ${batch.allowed.length} ranges, input has ${width} positions`);
  batch.allowed.forEach(([lo, hi], t) => {
    if (hi > shape.vocab || lo > hi || (lo === hi && batch.active.some((row) => row[t]! > 0))) throw new Error(`batch.allowed.${t}: [${lo}, ${hi}) is no range of the vocabulary`);
    if (batch.target.some((row, r) => batch.active[r]![t]! > 0 && (row[t]! < lo || row[t]! >= hi))) throw new Error(`batch.target: position ${t} holds a token outside its range`);
  });
  if (batch.advantage.length !== rows) throw new Error(`batch.advantage: ${batch.advantage.length} numbers, input has ${rows} rows`);
  for (const key of ['old_logprob', 'ref_logprob'] as const) if (batch[key].length !== rows * width) throw new Error(`batch.${key}: ${batch[key].length} numbers, expected ${rows * width}`);
  if (expected.logits.data.length !== rows * width * shape.vocab) throw new Error('expected.logits: wrong length');
  for (const key of ['logprob', 'entropy'] as const) if (expected[key].data.length !== rows * width) throw new Error(`expected.${key}: wrong length`);
}
