/** Makes golden files of any shape: random weights and batch, the expected numbers computed by the CPU referee in float64 (which the given files and finite differences hold to account). */
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { normals } from '../../gpu-kernels/model/init.ts';
import { tensorShapes } from '../../gpu-kernels/model/layout.ts';
import { philoxStream } from '../../gpu-kernels/random/philox.ts';
import type { GoldenNumbers } from '../golden/run.ts';
import { computeGolden } from '../golden/run.ts';
import type { Golden, GoldenTensors } from '../golden/schema.ts';
import { parseGolden } from '../golden/schema.ts';

export interface CaseShape {
  readonly vocab: number;
  readonly d: number;
  readonly layers: number;
  readonly heads: number;
  readonly ctx: number;
  readonly mlpRatio?: number;
  readonly rows: number;
  /** tokens a row, at most ctx */
  readonly width?: number;
  readonly kind: 'grpo' | 'cross_entropy';
  readonly seed: number;
}

export async function makeGoldenCase(s: CaseShape): Promise<Golden> {
  const uniform = philoxStream(s.seed, 77);
  const normal = normals(uniform);
  const below = (n: number) => Math.min(n - 1, Math.floor(uniform() * n));
  const width = s.width ?? s.ctx;
  const shape = { vocab: s.vocab, d: s.d, layers: s.layers, heads: s.heads, ctx: s.ctx, mlpRatio: s.mlpRatio ?? 4, eps: 1e-5 };
  const params: GoldenTensors = {};
  for (const [name, dims] of tensorShapes(shape)) {
    const n = dims.reduce((a, b) => a * b, 1);
    const [mean, sd] = /ln_\w+\.weight$/.test(name) ? [1, 0.1] : [0, name === 'wte' || name === 'wpe' ? 0.4 : dims.length === 2 ? 0.6 / Math.sqrt(dims[0]!) + 0.05 : 0.1];
    params[name] = { shape: dims, data: Array.from({ length: n }, () => Math.fround(mean + sd * normal())) };
  }
  const half = Math.max(1, Math.floor(s.vocab / 2));
  const allowed = Array.from({ length: width }, (_, t): [number, number] => (t % 2 === 0 || half === s.vocab ? [0, half] : [half, s.vocab]));
  const rows = Array.from({ length: s.rows }, () => {
    const input = Array.from({ length: width }, () => below(s.vocab));
    const target = allowed.map(([lo, hi]) => lo + below(hi - lo));
    const end = 1 + below(width);
    return { input, target, active: Array.from({ length: width }, (_, t) => (t < end && (s.kind === 'cross_entropy' || t % 2 === 0) ? 1 : 0)) };
  });
  const logps = () => Array.from({ length: s.rows * width }, () => Math.fround(-1.5 + 0.5 * normal()));
  const expected = {
    logits: { shape: [1], data: [] },
    logprob: { shape: [1], data: [] },
    entropy: { shape: [1], data: [] },
    loss: 0,
    grads: {},
    losses_of_3_steps: [0, 0, 0],
    params_after: { '1': {}, '3': {} },
  };
  const g = {
    case: `made-${s.seed}`,
    model: {
      vocab: s.vocab,
      d_model: s.d,
      n_layer: s.layers,
      n_head: s.heads,
      ctx: s.ctx,
      mlp_ratio: shape.mlpRatio,
      ln_eps: 1e-5,
      activation: 'gelu_tanh' as const,
      linear_layout: 'in,out' as const,
    },
    params,
    batch: {
      input: rows.map((r) => r.input),
      target: rows.map((r) => r.target),
      allowed,
      active: rows.map((r) => r.active),
      advantage: rows.map(() => Math.fround(normal())),
      old_logprob: logps(),
      ref_logprob: logps(),
    },
    loss: { kind: s.kind, clip_low: 0.2, clip_high: 0.28, kl_beta: 0.005, entropy_coef: s.kind === 'grpo' ? 0.01 : 0 },
    optimizer: {
      name: 'adamw' as const,
      lr: 0.003,
      beta1: 0.9,
      beta2: 0.98,
      eps: 1e-8,
      weight_decay: 0.1,
      decay_applies_to: Object.keys(params).filter((n) => /(qkv|proj|fc|lm_head)\.weight$/.test(n)),
      grad_clip_norm: 1,
    },
    expected,
  } as Golden;
  const referee = createCpuBackend({ precision: 'f64' });
  g.expected = toExpected(await computeGolden(referee, g), g);
  return parseGolden(JSON.stringify(g)); // through the schema, as a file would go
}

function toExpected(n: GoldenNumbers, g: Golden): Golden['expected'] {
  const rows = g.batch.input.length;
  const width = g.batch.input[0]!.length;
  const tensors = (flat: ArrayLike<number>): GoldenTensors =>
    Object.fromEntries([...n.layout.tensors].map(([name, t]) => [name, { shape: [...t.shape], data: Array.from({ length: t.length }, (_, i) => flat[t.offset + i]!) }]));
  return {
    logits: { shape: [rows, width, g.model.vocab], data: Array.from(n.logits) },
    logprob: { shape: [rows, width], data: Array.from(n.logprob) },
    entropy: { shape: [rows, width], data: Array.from(n.entropy) },
    loss: n.losses[0]!,
    grads: tensors(n.grads),
    losses_of_3_steps: n.losses,
    params_after: { '1': tensors(n.after[0]!), '3': tensors(n.after[2]!) },
  };
}
