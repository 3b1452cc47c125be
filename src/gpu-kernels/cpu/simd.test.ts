// Every kernel in WebAssembly against its own TypeScript run in float64: random inputs, odd sizes, single rows, heads of every width from 1 to 33.
import { describe, expect, it } from 'vitest';
import type { Bindings, Kernel, Scalars, ScalarValues } from '../core/kernel.ts';
import { adamw, NORM_CHUNK, sumSquares } from '../kernels/adamw/kernel.ts';
import { attentionBwdKV, attentionBwdQ } from '../kernels/attention-bwd/kernel.ts';
import { attention } from '../kernels/attention/kernel.ts';
import { embedBwdPosition, embedBwdToken } from '../kernels/embed-bwd/kernel.ts';
import { embed } from '../kernels/embed/kernel.ts';
import { gelu, geluBwd } from '../kernels/gelu/kernel.ts';
import { layerNormBwdW, layerNormBwdX } from '../kernels/layer-norm-bwd/kernel.ts';
import { layerNorm } from '../kernels/layer-norm/kernel.ts';
import { linearBwdW } from '../kernels/linear-bwd-w/kernel.ts';
import { linearBwdX } from '../kernels/linear-bwd-x/kernel.ts';
import { linear } from '../kernels/linear/kernel.ts';
import { lnLinear } from '../kernels/ln-linear/kernel.ts';
import { maskedLogprob } from '../kernels/masked-logprob/kernel.ts';
import { policyLoss } from '../kernels/policy-loss/kernel.ts';
import { sample } from '../kernels/sample/kernel.ts';
import { softLoss } from '../kernels/soft-loss/kernel.ts';
import type { Inputs, Outputs } from '../testing/parity.ts';
import { Draw, runOn } from '../testing/parity.ts';
import { positionTable } from '../testing/positions.ts';
import { createCpuBackend } from './backend.ts';
import { instantiateSimd } from './simd.ts';

/**
 * Runs both and fails where |f32 - f64| > rtol * (the tensor's largest entry, or `least` where differences of larger numbers may leave little); integers must be
 * equal. What a kernel writes starts as NaN, so that no element is left out.
 */
async function agree<B extends Bindings, S extends Scalars>(kernel: Kernel<B, S>, inputs: Inputs<B>, scalars: ScalarValues<S>, rtol = 2e-6, least = 1e-24): Promise<Outputs<B>> {
  const filled = Object.fromEntries(
    Object.entries(kernel.bindings).map(([name, type]) => {
      const x = inputs[name as keyof B];
      return [name, typeof x === 'number' && type === 'rw f32' ? new Float32Array(x).fill(NaN) : x];
    }),
  ) as Inputs<B>;
  const wanted = await runOn(createCpuBackend({ precision: 'f64' }), kernel, filled, scalars);
  const got = await runOn(createCpuBackend(), kernel, filled, scalars);
  for (const [name, w] of Object.entries<Float32Array | Uint32Array>(wanted)) {
    const g = got[name]!;
    const scale = Array.from(w).reduce((a, v) => Math.max(a, Math.abs(v) || 0), least);
    for (let i = 0; i < w.length; i++) {
      if (Number.isNaN(w[i]) && Number.isNaN(g[i])) continue; // neither wrote it
      if (!(Math.abs(g[i]! - w[i]!) <= (kernel.bindings[name] === 'rw u32' ? 0 : rtol * scale))) expect.fail(`${kernel.name}.${name}[${i}] = ${g[i]}, in float64 ${w[i]}`);
    }
  }
  return got;
}
const SIZES = [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 64];
const none = Uint32Array.of(0);

describe('element by element', () => {
  it.each([1, 2, 3, 4, 5, 100, 1001])('gelu, %i elements', async (n) => {
    const draw = new Draw(n);
    const x = draw.floats(n, -9, 9);
    await agree(gelu, { x, y: n }, { n });
    await agree(geluBwd, { x, dy: draw.floats(n), dx: n }, { n }, 2e-6, 1);
  });

  it('gelu keeps its relative accuracy for negative numbers and passes on NaN', async () => {
    const x = Float32Array.from({ length: 400 }, (_, i) => -i / 100);
    const { y } = await runOn(createCpuBackend(), gelu, { x, y: 400 }, { n: 400 });
    const { y: wanted } = await runOn(createCpuBackend({ precision: 'f64' }), gelu, { x, y: 400 }, { n: 400 });
    y.forEach((v, i) => expect(Math.abs(v - wanted[i]!)).toBeLessThanOrEqual(2e-6 * Math.abs(wanted[i]!)));
    const bad = await runOn(createCpuBackend(), gelu, { x: Float32Array.of(1, NaN, -1, 2, NaN), y: 5 }, { n: 5 });
    expect([...bad.y].map(Number.isNaN)).toEqual([false, true, false, false, true]);
  });

  it.each([1, 3, 4, 5, 255, 256, 257, 1030])('sum of squares and AdamW, %i parameters of 2 models', async (size) => {
    const draw = new Draw(size);
    const n = 2 * size;
    const chunks = Math.ceil(size / NORM_CHUNK);
    const grads = draw.floats(n);
    await agree(sumSquares, { grads, partial: 2 * chunks }, { models: 2, size, chunks });
    const state = { params: draw.floats(n), m: draw.floats(n, -0.1, 0.1), v: draw.floats(n, 0, 0.1) };
    const s = { models: 2, size, decayEnd: Math.floor(size / 3), beta1: 0.9, beta2: 0.999, eps: 1e-8, weightDecay: 0.1 };
    await agree(adamw, { grads, scale: Float32Array.of(0.5, 1, 1, 1), optim: Float32Array.of(1e-3, 0.1, 0.001, 0), ...state }, s);
  });
});

describe('attention', () => {
  const widths = Array.from({ length: 33 }, (_, i) => i + 1);
  it.each(widths)('heads of %i, whole sequences and backward', async (hd) => {
    const draw = new Draw(hd);
    const [rows, ctx, heads] = [2, 1 + (hd % 11), 1 + (hd % 3)];
    const d = hd * heads;
    const n = rows * ctx;
    const qkv = draw.floats(n * 3 * d, -2, 2);
    const { out, lse } = await agree(attention, { qkv, out: n * d, lse: n * heads }, { rows, chunk: ctx, pos0: 0, ctx, d, heads });
    const dout = draw.floats(n * d);
    const s = { rows, ctx, d, heads };
    const { delta } = await agree(attentionBwdQ, { qkv, out: out, dout, lse: lse, delta: n * heads, dqkv: n * 3 * d }, s, 5e-6);
    await agree(attentionBwdKV, { qkv, dout, lse: lse, delta: delta, dqkv: n * 3 * d }, s, 5e-6);
  });

  it.each([0, 3, 9])('a chunk of 2 at position %i of 11, the cache beyond it undefined', async (pos0) => {
    const draw = new Draw(pos0);
    const [rows, chunk, ctx, d, heads] = [3, 2, 11, 24, 2];
    const qkv = draw.floats(rows * ctx * 3 * d);
    for (let r = 0; r < rows; r++) qkv.fill(NaN, (r * ctx + pos0 + chunk) * 3 * d, (r + 1) * ctx * 3 * d);
    const { out } = await agree(attention, { qkv, out: rows * chunk * d, lse: rows * chunk * heads }, { rows, chunk, pos0, ctx, d, heads });
    expect([...out].every(Number.isFinite)).toBe(true);
  });
});

describe('layer norm and embedding', () => {
  it.each(SIZES)('width %i', async (d) => {
    const draw = new Draw(d);
    const [models, perModel] = [2, 1 + (d % 6)];
    const rows = models * perModel;
    const stride = 2 * d + 3;
    const modelOf = Uint32Array.of(1, 0);
    const params = draw.floats(models * stride, 0.5, 2);
    const x = draw.floats(rows * d, -3, 5);
    const { stats } = await agree(layerNorm, { x, params, modelOf, y: rows * d, stats: rows * 2 }, { rows, d, eps: 1e-5, stride, gamma: 1, beta: d + 2, perModel }, d < 4 ? 1e-4 : 2e-6);
    const dy = draw.floats(rows * d);
    for (const add of [0, 1]) await agree(layerNormBwdX, { x, stats: stats, params, modelOf, dy, dx: draw.floats(rows * d) }, { rows, d, stride, gamma: 1, perModel, add }, 5e-6, 1);
    await agree(layerNormBwdW, { x, stats: stats, dy, grads: models * stride }, { models, rowsPerModel: perModel, d, stride, gamma: 1, beta: d + 2 });

    const [ctx, vocab] = [5, 7];
    const { positions, tokens, slots } = positionTable(draw, rows, ctx, vocab);
    const all = stride + (vocab + ctx) * d;
    const place = { slots, d, stride: all, wte: 1, wpe: 1 + vocab * d };
    await agree(embed, { tokens, positions, params: draw.floats(models * all), modelOf, x: rows * 3 * d }, { ...place, rows, chunk: 3, pos0: 2, perModel });
    const dx = draw.floats(rows * ctx * d);
    const bwd = { models, rowsPerModel: perModel, ctx, d, stride: all };
    await agree(embedBwdToken, { tokens, positions, dx, grads: models * all }, { ...bwd, slots, vocab, wte: place.wte });
    await agree(embedBwdPosition, { dx, grads: models * all }, { ...bwd, wpe: place.wpe });
  });
});

describe('linear', () => {
  it.each(
    SIZES.flatMap((n, i) => [[1 + (i % 11), n, SIZES[(i * 5 + 3) % SIZES.length]!]]).concat([
      [130, 34, 64],
      [259, 13, 9],
    ]),
  )('%i rows, %i columns from %i', async (m, n, k) => {
    const draw = new Draw(m * n * k);
    const models = 2;
    const rows = m * models;
    const stride = k * n + n + 2;
    const modelOf = Uint32Array.of(1, 0);
    const params = draw.floats(models * stride);
    const x = draw.floats(rows * k);
    const dy = draw.floats(rows * n);
    const at = { k, n, stride, w: 1, b: 1 + k * n };
    for (const residual of [0, 1]) await agree(linear, { x, params, modelOf, res: draw.floats(rows * n), y: rows * n }, { ...at, rows, chunk: 1, perModel: m, yStride: 1, yOff: 0, residual });
    await agree(linear, { x, params, modelOf, res: none, y: models * 5 * n }, { ...at, rows: models, chunk: m > 3 ? 3 : m, perModel: 1, yStride: 5, yOff: 1, residual: 0 });
    await agree(linearBwdX, { dy, params, modelOf, dx: rows * k }, { ...at, rows, perModel: m });
    await agree(linearBwdW, { x, dy, grads: models * stride }, { ...at, models, rowsPerModel: m, zeroFrom: 0, zeroTo: n >> 1 }, 5e-6);
    const norm = { ...at, stride: stride + 2 * k, gamma: stride, beta: stride + k, eps: 1e-5 };
    const all = draw.floats(models * norm.stride);
    for (const lastOnly of [0, 1])
      await agree(
        lnLinear,
        { x, params: all, modelOf, y: models * 2 * rows * n },
        { ...norm, rows: models, chunk: m, perModel: 1, yStride: m + 1, yOff: 1, gelu: 1 - lastOnly, lastOnly },
        k < 4 ? 1e-3 : 5e-6,
      );
  });
});

describe('softmax over a range', () => {
  it.each([2, 5, 8, 34, 65])('vocabulary of %i', async (vocab) => {
    const draw = new Draw(vocab);
    const [rows, ctx] = [6, 7];
    const n = rows * ctx;
    const { positions, tokens, slots } = positionTable(draw, rows, ctx, vocab);
    const logits = draw.floats(n * vocab, -6, 6);
    const weight = draw.floats(n, 0, 1).map((w, i) => (i % ctx === 0 || w < 0.2 ? 0 : w));
    await agree(maskedLogprob, { logits, tokens, positions, logprob: n + 3, entropy: n }, { rows, ctx, slots, vocab, outOff: 3 });
    const s = { rows, ctx, slots, vocab, clipLow: 0.2, clipHigh: 0.28, klBeta: 0.04, entropyCoef: 0.01 };
    for (const kind of [0, 1])
      await agree(policyLoss, { logits, tokens, positions, weight, advantage: draw.floats(rows), oldRef: draw.floats(2 * n, -4, 0), dlogits: n * vocab, terms: n * 6 }, { ...s, kind });
    const target = draw.floats(n * vocab, 0, 1).map((q) => (q < 0.5 ? 0 : q));
    await agree(softLoss, { logits, target, positions, weight, dlogits: n * vocab, terms: n * 2 }, { rows, ctx, vocab });
    for (const temperature of [1, 0.7]) {
      const lo = vocab >> 2;
      const inputs = { logits, alive: draw.ints(n, 2), clock: Uint32Array.of(5), seeds: Uint32Array.of(1, 2), tokens: new Uint32Array(n * 3), logprob: n * 2, active: n * 2, collapse: n * 2 };
      await agree(sample, inputs, { rows: n, vocab, lo, hi: vocab, slots: 3, slot: 1, ctx: 2, pos: 1, perSeed: n / 2, stream: 9, nested: 0, temperature });
    }
  });
});

it('nothing is written outside the outputs', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
  const simd = instantiateSimd(memory);
  const f = new Float32Array(memory.buffer);
  for (const n of SIZES) {
    f.fill(7);
    const at = (i: number) => 4 * (100 + i * 100);
    simd.gelu(at(0), at(1), n);
    simd.columnSums(at(0), at(2), 1, n);
    simd.layerNorm(at(0), at(0), at(50), at(3), 0, 1, n, 1e-5, 0, 0, 0, 1);
    simd.mm(1, n, 1, at(0), 4, at(0), 4 * n, at(4), 4 * n, 0, 0, 0);
    simd.transpose(at(0), at(5), 1, n);
    for (let i = 1; i <= 5; i++) expect([n, i, f[at(i) / 4 - 1], f[at(i) / 4 + n]]).toEqual([n, i, 7, 7]);
  }
});
