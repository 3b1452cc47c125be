import type { ModelShape } from './layout.ts';
import { paramLayout } from './layout.ts';

/**
 * The parameters of a model as one of another vocabulary or context: what both have is copied, the rest is taken from `fresh` (a larger model's own parameters), or dropped.
 * A larger model computes the same logits as the smaller one for what the smaller one knows.
 */
export function resizeModel(from: ModelShape, flat: Float32Array, to: ModelShape, fresh?: Float32Array): Float32Array {
  const source = paramLayout(from);
  const layout = paramLayout(to);
  const out = fresh ? fresh.slice() : new Float32Array(layout.size);
  for (const [name, t] of layout.tensors) {
    const s = source.tensors.get(name);
    if (!s) throw new Error(`resize: the smaller model has no ${name}`);
    const cols = t.shape.at(-1)!;
    const oldCols = s.shape.at(-1)!;
    const rows = Math.min(t.length / cols, s.length / oldCols);
    const n = Math.min(cols, oldCols);
    for (let r = 0; r < rows; r++) out.set(flat.subarray(s.offset + r * oldCols, s.offset + r * oldCols + n), t.offset + r * cols);
  }
  return out;
}
