/** The backward pass of `forward.ts`: from the gradient at the logits to every parameter's gradient. */
import type { Backend, Buf, Recorder } from '../core/backend.ts';
import { attentionBwdKV, attentionBwdQ } from '../kernels/attention-bwd/kernel.ts';
import { embedBwdPosition, embedBwdToken } from '../kernels/embed-bwd/kernel.ts';
import { geluBwd } from '../kernels/gelu/kernel.ts';
import { layerNormBwdW, layerNormBwdX } from '../kernels/layer-norm-bwd/kernel.ts';
import { linearBwdW } from '../kernels/linear-bwd-w/kernel.ts';
import { linearBwdX } from '../kernels/linear-bwd-x/kernel.ts';
import type { Bank, Routing } from './bank.ts';
import type { Reading } from './decode.ts';
import type { Activations } from './forward.ts';
import type { ModelShape } from './layout.ts';
import { at } from './layout.ts';

type F = Buf<'f32'>;
export interface GradientBuffers {
  /** [models, size] */
  readonly grads: F;
  /** at the logits [n, vocab], written by the loss */
  readonly dlogits: F;
  /** of the residual stream [n, d] */
  readonly dx: F;
  readonly dln: F;
  readonly datt: F;
  readonly dqkv: F;
  readonly delta: F;
  readonly dact: F;
  readonly dfc: F;
}

export function createGradientBuffers(backend: Backend, label: string, bank: Bank, rows: number): GradientBuffers {
  const s: ModelShape = bank.shape;
  const n = rows * s.ctx;
  const f32 = (name: string, length: number) => backend.alloc(`${label} ${name}`, 'f32', length);
  const h = s.d * s.mlpRatio;
  return {
    grads: f32('grads', bank.models * bank.layout.size),
    dlogits: f32('dlogits', n * s.vocab),
    dx: f32('dx', n * s.d),
    dln: f32('dln', n * s.d),
    datt: f32('datt', n * s.d),
    dqkv: f32('dqkv', n * 3 * s.d),
    delta: f32('delta', n * s.heads),
    dact: f32('dact', n * h),
    dfc: f32('dfc', n * h),
  };
}

/** Records grads = d loss / d params for every model of the bank; model m owns the m-th rows/models rows, as `route` must say. */
export function recordBackward(rec: Recorder, bank: Bank, route: Routing, acts: Activations, g: GradientBuffers, reading: Reading): void {
  const { shape, layout, params, models } = bank;
  const { d, heads, ctx, vocab } = shape;
  const h = d * shape.mlpRatio;
  const { rows } = acts;
  const n = rows * ctx;
  const stride = layout.size;
  const { modelOf } = route;
  const back = { rows: n, stride, perModel: route.perModel * ctx };
  const sum = { models, rowsPerModel: n / models, stride };
  const { grads } = g;

  /** gradients of y = x W + b given dy, to W and b, and (into dx) to x */
  const lin = (x: F, dy: F, dx: F, name: string, k: number, width: number, zero: readonly [number, number] = [0, 0]) => {
    const w = at(layout, `${name}.weight`);
    rec.run(linearBwdW, { x, dy, grads }, { ...sum, k, n: width, w, b: at(layout, `${name}.bias`), zeroFrom: zero[0], zeroTo: zero[1] });
    rec.run(linearBwdX, { dy, params, modelOf, dx }, { ...back, k, n: width, w });
  };
  /** gradients of a layer norm of x given g.dln, to its gain and bias, and to x (added to g.dx) */
  const norm = (x: F, stats: F, name: string, add: number) => {
    const gamma = at(layout, `${name}.weight`);
    rec.run(layerNormBwdW, { x, stats, dy: g.dln, grads }, { ...sum, d, gamma, beta: at(layout, `${name}.bias`) });
    rec.run(layerNormBwdX, { x, stats, params, modelOf, dy: g.dln, dx: g.dx }, { ...back, d, gamma, add });
  };

  lin(acts.lnF, g.dlogits, g.dln, 'lm_head', d, vocab);
  norm(acts.xOut, acts.statsF, 'ln_f', 0);
  for (let l = shape.layers - 1; l >= 0; l--) {
    const a = acts.layers[l]!;
    const p = `blocks.${l}`;
    lin(a.act, g.dx, g.dact, `${p}.mlp.proj`, h, d);
    rec.run(geluBwd, { x: a.fc, dy: g.dact, dx: g.dfc }, { n: n * h });
    lin(a.ln2, g.dfc, g.dln, `${p}.mlp.fc`, d, h);
    norm(a.mid, a.stats2, `${p}.ln_2`, 1);
    lin(a.att, g.dx, g.datt, `${p}.attn.proj`, d, d);
    const attn = { rows, ctx, d, heads };
    rec.run(attentionBwdQ, { qkv: a.qkv, out: a.att, dout: g.datt, lse: a.lse, delta: g.delta, dqkv: g.dqkv }, attn);
    rec.run(attentionBwdKV, { qkv: a.qkv, dout: g.datt, lse: a.lse, delta: g.delta, dqkv: g.dqkv }, attn);
    lin(a.ln1, g.dqkv, g.dln, `${p}.attn.qkv`, d, 3 * d, [d, 2 * d]); // the key bias cancels in the softmax
    norm(a.x, a.stats1, `${p}.ln_1`, 1);
  }
  const emb = { models, rowsPerModel: rows / models, ctx, d, stride };
  rec.run(embedBwdToken, { tokens: reading.tokens, positions: reading.positions, dx: g.dx, grads }, { ...emb, slots: reading.slots, vocab, wte: at(layout, 'wte') });
  rec.run(embedBwdPosition, { dx: g.dx, grads }, { ...emb, wpe: at(layout, 'wpe') });
}
