/** Checks of the transformer's kernels, forward and backward: shapes meet every edge of the tiles, as in the kernels' own tests. */
import { attention } from '../kernels/attention/kernel.ts';
import { attentionBwdKV, attentionBwdQ } from '../kernels/attention-bwd/kernel.ts';
import { embed } from '../kernels/embed/kernel.ts';
import { embedBwdPosition, embedBwdToken } from '../kernels/embed-bwd/kernel.ts';
import { gelu, geluBwd } from '../kernels/gelu/kernel.ts';
import { layerNorm } from '../kernels/layer-norm/kernel.ts';
import { layerNormBwdW, layerNormBwdX } from '../kernels/layer-norm-bwd/kernel.ts';
import { linear } from '../kernels/linear/kernel.ts';
import { linearBwdW } from '../kernels/linear-bwd-w/kernel.ts';
import { linearBwdX } from '../kernels/linear-bwd-x/kernel.ts';
import { lnLinear } from '../kernels/ln-linear/kernel.ts';
import type { FolderChecks } from './check.ts';
import { check, onCpu } from './check.ts';
import { Draw } from './inputs.ts';

const eps = 1e-5;
const modelOf = [2, 0, 1, 2];

const embedChecks: FolderChecks = {
  folder: 'embed',
  make: () =>
    [
      { rows: 6, chunk: 3, pos0: 2, d: 5, perModel: 2 },
      { rows: 7, chunk: 2, pos0: 3, d: 8, perModel: 3 },
    ].map((s) => {
      const draw = new Draw(s.rows);
      const ctx = s.pos0 + s.chunk;
      const slots = ctx + 1;
      const vocab = 6;
      const wte = 3;
      const wpe = wte + vocab * s.d;
      const stride = wpe + ctx * s.d + 2;
      const tokens = draw.ints(s.rows * slots, vocab);
      const positions = Uint32Array.from({ length: ctx * 4 }, (_, i) => (i % 4 === 0 ? i / 4 + 1 : 99));
      return check(embed, s, { tokens, positions, params: draw.floats(3 * stride), modelOf, x: s.rows * s.chunk * s.d }, { ...s, slots, stride, wte, wpe }, { rtol: 0, atol: 0 });
    }),
};

const embedBwdChecks: FolderChecks = {
  folder: 'embed-bwd',
  make: () =>
    [
      { models: 3, rowsPerModel: 2, ctx: 4, d: 5, vocab: 7 },
      { models: 2, rowsPerModel: 5, ctx: 3, d: 8, vocab: 3 },
    ].flatMap((s) => {
      const draw = new Draw(s.models * 100 + s.d);
      const slots = s.ctx + 2;
      const rows = s.models * s.rowsPerModel;
      const wte = 1;
      const wpe = wte + s.vocab * s.d + 1;
      const stride = wpe + s.ctx * s.d;
      const positions = Uint32Array.from({ length: s.ctx * 4 }, (_, i) => Math.floor(i / 4) + 2);
      const tokens = draw.ints(rows * slots, s.vocab - 1);
      const dx = draw.floats(rows * s.ctx * s.d);
      const grads = draw.floats(s.models * stride);
      const scalars = { ...s, slots, stride, wte, wpe };
      return [check(embedBwdToken, s, { tokens, positions, dx, grads }, scalars), check(embedBwdPosition, s, { dx, grads }, scalars)];
    }),
};

const linearChecks: FolderChecks = {
  folder: 'linear',
  make: () =>
    [
      { rows: 1, chunk: 1, k: 3, n: 7, perModel: 1, yStride: 1, yOff: 0, residual: 1 },
      { rows: 7, chunk: 3, k: 10, n: 9, perModel: 2, yStride: 3, yOff: 0, residual: 0 },
      { rows: 6, chunk: 2, k: 6, n: 5, perModel: 3, yStride: 7, yOff: 4, residual: 1 },
      { rows: 5, chunk: 1, k: 33, n: 65, perModel: 5, yStride: 3, yOff: 2, residual: 0 },
    ].map((s) => {
      const { rows, chunk, k, n, yStride } = s;
      const draw = new Draw(k * n);
      const w = 2;
      const b = w + k * n + 1;
      const stride = b + n;
      const inputs = { x: draw.floats(rows * chunk * k), params: draw.floats(3 * stride), modelOf, res: draw.floats(rows * yStride * n), y: draw.floats(rows * yStride * n) };
      return check(linear, { rows, chunk, k, n }, inputs, { ...s, stride, w, b }, { rtol: 1e-5, atol: 1e-5 });
    }),
};

const linearBwdWChecks: FolderChecks = {
  folder: 'linear-bwd-w',
  make: () =>
    [
      { models: 2, rowsPerModel: 9, k: 8, n: 12, zeroFrom: 4, zeroTo: 8 },
      { models: 1, rowsPerModel: 150, k: 6, n: 66, zeroFrom: 22, zeroTo: 44 },
    ].map((s) => {
      const { models, rowsPerModel, k, n } = s;
      const draw = new Draw(models + k * n);
      const w = 1;
      const b = w + k * n + 2;
      const stride = b + n + 1;
      const rows = models * rowsPerModel;
      const inputs = { x: draw.floats(rows * k), dy: draw.floats(rows * n), grads: draw.floats(models * stride) };
      return check(linearBwdW, { models, rowsPerModel, k, n }, inputs, { ...s, stride, w, b }, { rtol: 1e-5, atol: 2e-5 });
    }),
};

const linearBwdXChecks: FolderChecks = {
  folder: 'linear-bwd-x',
  make: () =>
    [
      { rows: 7, k: 9, n: 10, perModel: 2 },
      { rows: 11, k: 66, n: 7, perModel: 5 },
    ].map((s) => {
      const draw = new Draw(s.rows * s.k * s.n);
      const w = 3;
      const stride = w + s.k * s.n + 1;
      return check(linearBwdX, s, { dy: draw.floats(s.rows * s.n), params: draw.floats(3 * stride), modelOf, dx: s.rows * s.k }, { ...s, stride, w }, { rtol: 1e-5, atol: 1e-5 });
    }),
};

const layerNormChecks: FolderChecks = {
  folder: 'layer-norm',
  make: () =>
    [
      { rows: 70, d: 6, perModel: 32 },
      { rows: 9, d: 33, perModel: 4 },
    ].map((s) => {
      const draw = new Draw(s.rows);
      const stride = 2 * s.d + 3;
      const params = draw.floats(4 * stride);
      const x = draw.floats(s.rows * s.d, -3, 5);
      return check(layerNorm, s, { x, params, modelOf: [3, 0, 2], y: s.rows * s.d, stats: s.rows * 2 }, { ...s, eps, stride, gamma: 1, beta: s.d + 2 }, { rtol: 1e-5, atol: 2e-6 });
    }),
};

const layerNormBwdChecks: FolderChecks = {
  folder: 'layer-norm-bwd',
  make: async () => {
    const checks = [
      { models: 2, rowsPerModel: 9, d: 12 },
      { models: 1, rowsPerModel: 70, d: 5 },
    ].map(async (s) => {
      const draw = new Draw(s.d);
      const rows = s.models * s.rowsPerModel;
      const stride = 2 * s.d + 2;
      const x = draw.floats(rows * s.d);
      const dy = draw.floats(rows * s.d);
      const before = draw.floats(rows * s.d);
      const params = draw.floats(s.models * stride);
      const order = Array.from({ length: s.models }, (_, i) => s.models - 1 - i);
      const scalars = { rows, ...s, perModel: s.rowsPerModel, eps, stride, gamma: 1, beta: s.d + 1, add: 1 };
      const { stats } = await onCpu(layerNorm, { x, params, modelOf: order, y: rows * s.d, stats: rows * 2 }, scalars);
      const close = { rtol: 1e-4, atol: 1e-5 };
      return [check(layerNormBwdX, s, { x, stats, params, modelOf: order, dy, dx: before }, scalars, close), check(layerNormBwdW, s, { x, stats, dy, grads: params }, scalars, close)];
    });
    return (await Promise.all(checks)).flat();
  },
};

const lnLinearChecks: FolderChecks = {
  folder: 'ln-linear',
  make: () =>
    [
      { rows: 5, chunk: 2, k: 7, n: 9, perModel: 2, yStride: 2, yOff: 0, gelu: 1, lastOnly: 0 },
      { rows: 6, chunk: 3, k: 12, n: 5, perModel: 3, yStride: 5, yOff: 2, gelu: 0, lastOnly: 0 },
      { rows: 4, chunk: 1, k: 5, n: 70, perModel: 4, yStride: 2, yOff: 1, gelu: 1, lastOnly: 1 },
    ].map((s) => {
      const { rows, chunk, k, n } = s;
      const draw = new Draw(k * n);
      const at = { gamma: 1, beta: 1 + k, w: 2 + 2 * k, b: 2 + 2 * k + k * n };
      const stride = at.b + n + 1;
      const inputs = { x: draw.floats(rows * chunk * k, -2, 2), params: draw.floats(3 * stride), modelOf, y: draw.floats(rows * s.yStride * n) };
      return check(lnLinear, { rows, chunk, k, n }, inputs, { ...s, ...at, stride, eps }, { rtol: 1e-4, atol: 2e-5 });
    }),
};

const attentionChecks: FolderChecks = {
  folder: 'attention',
  make: () =>
    [
      { rows: 3, chunk: 2, pos0: 4, ctx: 9, d: 10, heads: 2 },
      { rows: 2, chunk: 1, pos0: 6, ctx: 7, d: 40, heads: 8 },
      { rows: 1, chunk: 20, pos0: 3, ctx: 23, d: 33, heads: 1 },
    ].map((s) => {
      const n = s.rows * s.chunk;
      const qkv = new Draw(s.d).floats(s.rows * s.ctx * 3 * s.d, -2, 2);
      return check(attention, s, { qkv, out: n * s.d, lse: n * s.heads }, s, { rtol: 1e-5, atol: 3e-6 });
    }),
};

const attentionBwdChecks: FolderChecks = {
  folder: 'attention-bwd',
  make: async () => {
    const checks = [
      { rows: 2, ctx: 6, d: 12, heads: 4 },
      { rows: 1, ctx: 18, d: 24, heads: 8 },
      { rows: 2, ctx: 3, d: 33, heads: 1 },
    ].map(async (s) => {
      const draw = new Draw(s.d + s.ctx);
      const n = s.rows * s.ctx;
      const qkv = draw.floats(n * 3 * s.d, -1.5, 1.5);
      const dout = draw.floats(n * s.d);
      const dqkv = draw.floats(n * 3 * s.d);
      const { out, lse } = await onCpu(attention, { qkv, out: n * s.d, lse: n * s.heads }, { ...s, chunk: s.ctx, pos0: 0 });
      const q = { qkv, out, dout, lse, delta: n * s.heads, dqkv };
      const { delta } = await onCpu(attentionBwdQ, q, s);
      const close = { rtol: 1e-4, atol: 5e-6 };
      return [check(attentionBwdQ, s, q, s, close), check(attentionBwdKV, s, { qkv, dout, lse, delta, dqkv }, s, close)];
    });
    return (await Promise.all(checks)).flat();
  },
};

const geluChecks: FolderChecks = {
  folder: 'gelu',
  make: () => {
    const draw = new Draw(333);
    // where a naive tanh overflows, where GELU bends, and exact zeros
    const x = Float32Array.from([0, -0, 1e-20, 1, -1, 3, -3, 9, -9, 60, -60, 1000, -1000, 1e5, -1e5, ...draw.floats(333, -6, 6)]);
    const n = x.length;
    const close = { rtol: 1e-5, atol: 2e-6 };
    return [check(gelu, { n }, { x, y: n }, { n }, close), check(geluBwd, { n }, { x, dy: draw.floats(n), dx: n }, { n }, close)];
  },
};

export const layerChecks: readonly FolderChecks[] = [
  embedChecks,
  layerNormChecks,
  linearChecks,
  lnLinearChecks,
  attentionChecks,
  geluChecks,
  embedBwdChecks,
  layerNormBwdChecks,
  linearBwdWChecks,
  linearBwdXChecks,
  attentionBwdChecks,
];
