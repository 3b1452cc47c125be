import { log } from '../cpu/math.ts';
import { philoxStream } from '../random/philox.ts';
import type { ModelShape, ParamLayout } from './layout.ts';
import { paramLayout } from './layout.ts';

/** Standard normals from uniforms by Marsaglia's polar method: needs only log and sqrt, so the bits are the same everywhere. */
export function normals(uniform: () => number): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const v = spare;
      spare = null;
      return v;
    }
    for (;;) {
      const a = 2 * uniform() - 1;
      const b = 2 * uniform() - 1;
      const s = a * a + b * b;
      if (s >= 1 || s === 0) continue;
      const f = Math.sqrt((-2 * log(s)) / s);
      spare = b * f;
      return a * f;
    }
  };
}

/** Standard deviations: 1/sqrt(3 fan-in) for linear weights (the variance of PyTorch's default), residual projections divided by sqrt(2 layers), a small head so that the start is near uniform. */
function deviation(name: string, shape: readonly number[], s: ModelShape): number {
  if (name === 'wte') return 0.3;
  if (name === 'wpe') return 0.1;
  const fan = 1 / Math.sqrt(3 * shape[0]!);
  if (name === 'lm_head.weight') return fan * 0.1;
  return name.endsWith('proj.weight') ? fan / Math.sqrt(2 * s.layers) : fan;
}

/** Fresh parameters [layout.size] of one model: weights normal, biases 0, layer norms 1 and 0. */
export function initialWeights(s: ModelShape, seed: number, stream: number, layout: ParamLayout = paramLayout(s)): Float32Array {
  const out = new Float32Array(layout.size);
  const next = normals(philoxStream(seed, stream));
  for (const [name, t] of layout.tensors) {
    if (/ln_\w+\.weight$/.test(name)) out.fill(1, t.offset, t.offset + t.length);
    else if (t.shape.length === 2) {
      const sd = deviation(name, t.shape, s);
      for (let i = 0; i < t.length; i++) out[t.offset + i] = next() * sd;
    }
  }
  return out;
}
