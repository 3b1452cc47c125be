/** Forward passes without gradients: a chunk of new positions against a cache, which is decoding (chunk 1 or 2) and whole-sequence scoring (chunk = ctx) alike. */
import type { Backend, Buf, Recorder } from '../core/backend.ts';
import { attention } from '../kernels/attention/kernel.ts';
import { embed } from '../kernels/embed/kernel.ts';
import { linear } from '../kernels/linear/kernel.ts';
import { lnLinear } from '../kernels/ln-linear/kernel.ts';
import type { Bank, Routing } from './bank.ts';
import type { ModelShape } from './layout.ts';
import { at } from './layout.ts';

/** Where a network reads: tokens [rows, slots] through positions [ctx, 4] = {input slot, target slot, lo, hi}. */
export interface Reading {
  readonly tokens: Buf<'u32'>;
  readonly slots: number;
  readonly positions: Buf<'u32'>;
}

export interface DecodeBuffers {
  readonly rows: number;
  readonly maxChunk: number;
  /** positions the cache holds, at most the network's */
  readonly ctx: number;
  readonly x: Buf<'f32'>;
  readonly mid: Buf<'f32'>;
  readonly att: Buf<'f32'>;
  readonly lse: Buf<'f32'>;
  readonly fc: Buf<'f32'>;
  /** one cache a layer: [rows, ctx, 3d] */
  readonly qkv: readonly Buf<'f32'>[];
  /** [rows, vocab] when maxChunk < ctx, else [rows*ctx, vocab] (ctx of the cache) */
  readonly logits: Buf<'f32'>;
}

/** `ctx`: how many positions will be read; fewer than the network's save memory and keep rows of the cache close together. */
export function createDecodeBuffers(backend: Backend, label: string, s: ModelShape, rows: number, maxChunk: number, ctx = s.ctx): DecodeBuffers {
  if (ctx > s.ctx) throw new Error(`${label}: ${ctx} positions, the network has ${s.ctx}`);
  const n = rows * maxChunk;
  const f32 = (name: string, length: number) => backend.alloc(`${label} ${name}`, 'f32', length);
  return {
    rows,
    maxChunk,
    ctx,
    x: f32('x', n * s.d),
    mid: f32('mid', n * s.d),
    att: f32('att', n * s.d),
    lse: f32('lse', n * s.heads),
    fc: f32('fc', n * s.d * s.mlpRatio),
    qkv: Array.from({ length: s.layers }, (_, l) => f32(`qkv ${l}`, rows * ctx * 3 * s.d)),
    logits: f32('logits', (maxChunk < ctx ? rows : n) * s.vocab),
  };
}

/**
 * Records positions pos0 .. pos0+chunk-1 for every row. head: `last` writes logits [rows, vocab] of the chunk's last position, `all` logits [rows*chunk, vocab], `none` only fills the cache.
 */
export function recordChunk(rec: Recorder, bank: Bank, route: Routing, buf: DecodeBuffers, reading: Reading, pos0: number, chunk: number, head: 'last' | 'all' | 'none'): void {
  const { shape, layout } = bank;
  const { d, heads, eps } = shape;
  const { rows, ctx } = buf;
  const { modelOf, perModel } = route;
  const { params } = bank;
  const common = { rows, chunk, stride: layout.size, perModel };
  if (pos0 + chunk > ctx || chunk > buf.maxChunk) throw new Error(`decode: positions ${pos0}..${pos0 + chunk - 1} of ${ctx}, at most ${buf.maxChunk} at a time`);
  rec.run(embed, { tokens: reading.tokens, positions: reading.positions, params, modelOf, x: buf.x }, { ...common, pos0, slots: reading.slots, d, wte: at(layout, 'wte'), wpe: at(layout, 'wpe') });
  const place = { yStride: chunk, yOff: 0 };
  for (let l = 0; l < shape.layers; l++) {
    const t = (name: string) => at(layout, `blocks.${l}.${name}`);
    const qkv = buf.qkv[l]!;
    rec.run(
      lnLinear,
      { x: buf.x, params, modelOf, y: qkv },
      {
        ...common,
        k: d,
        n: 3 * d,
        eps,
        gamma: t('ln_1.weight'),
        beta: t('ln_1.bias'),
        w: t('attn.qkv.weight'),
        b: t('attn.qkv.bias'),
        yStride: ctx,
        yOff: pos0,
        gelu: 0,
        lastOnly: 0,
      },
    );
    if (head === 'none' && l === shape.layers - 1) return; // only the cache of the last layer is needed
    rec.run(attention, { qkv, out: buf.att, lse: buf.lse }, { rows, chunk, pos0, ctx, d, heads });
    rec.run(linear, { x: buf.att, params, modelOf, res: buf.x, y: buf.mid }, { ...common, ...place, k: d, n: d, w: t('attn.proj.weight'), b: t('attn.proj.bias'), residual: 1 });
    rec.run(
      lnLinear,
      { x: buf.mid, params, modelOf, y: buf.fc },
      {
        ...common,
        ...place,
        k: d,
        n: d * shape.mlpRatio,
        eps,
        gamma: t('ln_2.weight'),
        beta: t('ln_2.bias'),
        w: t('mlp.fc.weight'),
        b: t('mlp.fc.bias'),
        gelu: 1,
        lastOnly: 0,
      },
    );
    rec.run(linear, { x: buf.fc, params, modelOf, res: buf.mid, y: buf.x }, { ...common, ...place, k: d * shape.mlpRatio, n: d, w: t('mlp.proj.weight'), b: t('mlp.proj.bias'), residual: 1 });
  }
  const lastOnly = head === 'last' ? 1 : 0;
  rec.run(
    lnLinear,
    { x: buf.x, params, modelOf, y: buf.logits },
    {
      ...common,
      k: d,
      n: shape.vocab,
      eps,
      gamma: at(layout, 'ln_f.weight'),
      beta: at(layout, 'ln_f.bias'),
      w: at(layout, 'lm_head.weight'),
      b: at(layout, 'lm_head.bias'),
      yStride: lastOnly ? 1 : chunk,
      yOff: 0,
      gelu: 0,
      lastOnly,
    },
  );
}
