/** The training pass over whole sequences: forward, keeping what the backward pass needs. */
import type { Backend, Buf, Recorder } from '../core/backend.ts';
import { attention } from '../kernels/attention/kernel.ts';
import { embed } from '../kernels/embed/kernel.ts';
import { gelu } from '../kernels/gelu/kernel.ts';
import { layerNorm } from '../kernels/layer-norm/kernel.ts';
import { linear } from '../kernels/linear/kernel.ts';
import type { Bank, Routing } from './bank.ts';
import type { Reading } from './decode.ts';
import type { ModelShape } from './layout.ts';
import { at } from './layout.ts';

type F = Buf<'f32'>;
export interface LayerActivations {
  /** block input [n, d], n = rows*ctx */
  readonly x: F;
  readonly ln1: F;
  readonly stats1: F;
  readonly qkv: F;
  readonly att: F;
  readonly lse: F;
  /** after attention's residual [n, d] */
  readonly mid: F;
  readonly ln2: F;
  readonly stats2: F;
  /** before GELU [n, 4d] */
  readonly fc: F;
  readonly act: F;
}

export interface Activations {
  readonly rows: number;
  readonly layers: readonly LayerActivations[];
  readonly xOut: F;
  readonly lnF: F;
  readonly statsF: F;
  /** [n, vocab] */
  readonly logits: F;
}

export function createActivations(backend: Backend, label: string, s: ModelShape, rows: number): Activations {
  const n = rows * s.ctx;
  const f32 = (name: string, length: number) => backend.alloc(`${label} ${name}`, 'f32', length);
  const h = s.d * s.mlpRatio;
  const layer = (l: number): LayerActivations => ({
    x: f32(`x ${l}`, n * s.d),
    ln1: f32(`ln1 ${l}`, n * s.d),
    stats1: f32(`stats1 ${l}`, n * 2),
    qkv: f32(`qkv ${l}`, n * 3 * s.d),
    att: f32(`att ${l}`, n * s.d),
    lse: f32(`lse ${l}`, n * s.heads),
    mid: f32(`mid ${l}`, n * s.d),
    ln2: f32(`ln2 ${l}`, n * s.d),
    stats2: f32(`stats2 ${l}`, n * 2),
    fc: f32(`fc ${l}`, n * h),
    act: f32(`act ${l}`, n * h),
  });
  return {
    rows,
    layers: Array.from({ length: s.layers }, (_, l) => layer(l)),
    xOut: f32('x out', n * s.d),
    lnF: f32('ln f', n * s.d),
    statsF: f32('stats f', n * 2),
    logits: f32('logits', n * s.vocab),
  };
}

/** Records logits [rows*ctx, vocab] for every position of every row. */
export function recordForward(rec: Recorder, bank: Bank, route: Routing, acts: Activations, reading: Reading): void {
  const { shape, layout, params } = bank;
  const { d, heads, ctx, eps } = shape;
  const { modelOf, perModel } = route;
  const n = acts.rows * ctx;
  const stride = layout.size;
  rec.run(
    embed,
    { tokens: reading.tokens, positions: reading.positions, params, modelOf, x: acts.layers[0]?.x ?? acts.xOut },
    {
      rows: acts.rows,
      chunk: ctx,
      pos0: 0,
      slots: reading.slots,
      d,
      stride,
      wte: at(layout, 'wte'),
      wpe: at(layout, 'wpe'),
      perModel,
    },
  );
  const flat = { rows: n, stride, perModel: perModel * ctx };
  const mm = { ...flat, chunk: 1, yStride: 1, yOff: 0 };
  acts.layers.forEach((a, l) => {
    const t = (name: string) => at(layout, `blocks.${l}.${name}`);
    rec.run(layerNorm, { x: a.x, params, modelOf, y: a.ln1, stats: a.stats1 }, { ...flat, d, eps, gamma: t('ln_1.weight'), beta: t('ln_1.bias') });
    rec.run(linear, { x: a.ln1, params, modelOf, res: a.ln1, y: a.qkv }, { ...mm, k: d, n: 3 * d, w: t('attn.qkv.weight'), b: t('attn.qkv.bias'), residual: 0 });
    rec.run(attention, { qkv: a.qkv, out: a.att, lse: a.lse }, { rows: acts.rows, chunk: ctx, pos0: 0, ctx, d, heads });
    rec.run(linear, { x: a.att, params, modelOf, res: a.x, y: a.mid }, { ...mm, k: d, n: d, w: t('attn.proj.weight'), b: t('attn.proj.bias'), residual: 1 });
    rec.run(layerNorm, { x: a.mid, params, modelOf, y: a.ln2, stats: a.stats2 }, { ...flat, d, eps, gamma: t('ln_2.weight'), beta: t('ln_2.bias') });
    rec.run(linear, { x: a.ln2, params, modelOf, res: a.ln2, y: a.fc }, { ...mm, k: d, n: d * shape.mlpRatio, w: t('mlp.fc.weight'), b: t('mlp.fc.bias'), residual: 0 });
    rec.run(gelu, { x: a.fc, y: a.act }, { n: n * d * shape.mlpRatio });
    rec.run(
      linear,
      { x: a.act, params, modelOf, res: a.mid, y: acts.layers[l + 1]?.x ?? acts.xOut },
      { ...mm, k: d * shape.mlpRatio, n: d, w: t('mlp.proj.weight'), b: t('mlp.proj.bias'), residual: 1 },
    );
  });
  rec.run(layerNorm, { x: acts.xOut, params, modelOf, y: acts.lnF, stats: acts.statsF }, { ...flat, d, eps, gamma: at(layout, 'ln_f.weight'), beta: at(layout, 'ln_f.bias') });
  rec.run(linear, { x: acts.lnF, params, modelOf, res: acts.lnF, y: acts.logits }, { ...mm, k: d, n: shape.vocab, w: at(layout, 'lm_head.weight'), b: at(layout, 'lm_head.bias'), residual: 0 });
}
