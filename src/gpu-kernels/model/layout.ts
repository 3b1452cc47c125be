/** Shape of a transformer and where its parameters lie in a bank's flat buffer [models, size]. */

export interface ModelShape {
  readonly vocab: number;
  /** width */
  readonly d: number;
  readonly layers: number;
  readonly heads: number;
  /** longest input */
  readonly ctx: number;
  readonly mlpRatio: number;
  /** layer norm's epsilon */
  readonly eps: number;
}

export interface TensorPlace {
  /** elements from the start of one model's parameters */
  readonly offset: number;
  readonly shape: readonly number[];
  readonly length: number;
}

export interface ParamLayout {
  /** floats per model, a multiple of 4 */
  readonly size: number;
  /** parameters before this offset get weight decay */
  readonly decayEnd: number;
  readonly tensors: ReadonlyMap<string, TensorPlace>;
}

/** Names and shapes in GPT-2's order and naming; linear weights are [in, out]. */
export function tensorShapes(s: ModelShape): [name: string, shape: number[]][] {
  const { d } = s;
  const h = d * s.mlpRatio;
  const out: [string, number[]][] = [
    ['wte', [s.vocab, d]],
    ['wpe', [s.ctx, d]],
  ];
  for (let l = 0; l < s.layers; l++) {
    const p = `blocks.${l}`;
    out.push(
      [`${p}.ln_1.weight`, [d]],
      [`${p}.ln_1.bias`, [d]],
      [`${p}.attn.qkv.weight`, [d, 3 * d]],
      [`${p}.attn.qkv.bias`, [3 * d]],
      [`${p}.attn.proj.weight`, [d, d]],
      [`${p}.attn.proj.bias`, [d]],
    );
    out.push([`${p}.ln_2.weight`, [d]], [`${p}.ln_2.bias`, [d]], [`${p}.mlp.fc.weight`, [d, h]], [`${p}.mlp.fc.bias`, [h]], [`${p}.mlp.proj.weight`, [h, d]], [`${p}.mlp.proj.bias`, [d]]);
  }
  out.push(['ln_f.weight', [d]], ['ln_f.bias', [d]], ['lm_head.weight', [d, s.vocab]], ['lm_head.bias', [s.vocab]]);
  return out;
}

/** Linear weights decay; embeddings, biases and layer norms do not. */
export const defaultDecay = (name: string): boolean => /(qkv|proj|fc|lm_head)\.weight$/.test(name);

/** Places every tensor; decayed ones come first so that AdamW needs one number to know them. Throws when heads do not divide d. */
export function paramLayout(s: ModelShape, decays: (name: string) => boolean = defaultDecay): ParamLayout {
  if (s.d % s.heads !== 0) throw new Error(`model: ${s.heads} heads do not divide width ${s.d}`);
  const tensors = new Map<string, TensorPlace>();
  let offset = 0;
  let decayEnd = 0;
  const shapes = tensorShapes(s);
  for (const decayed of [true, false]) {
    for (const [name, shape] of shapes) {
      if (decays(name) !== decayed) continue;
      const length = shape.reduce((a, b) => a * b, 1);
      tensors.set(name, { offset, shape, length });
      offset += length;
    }
    if (decayed) decayEnd = offset;
  }
  return { size: Math.ceil(offset / 4) * 4, decayEnd, tensors };
}

/** Offset of a tensor that must be there. */
export function at(layout: ParamLayout, name: string): number {
  const t = layout.tensors.get(name);
  if (!t) throw new Error(`no tensor ${name}`);
  return t.offset;
}
