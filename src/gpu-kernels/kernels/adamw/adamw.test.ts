import { describe, expect, it } from 'vitest';
import { Draw, expectClose, parity } from '../../testing/parity.ts';
import { adamw, gradScale, NORM_CHUNK, sumSquares } from './kernel.ts';

const close = { rtol: 1e-5, atol: 1e-7 };

describe('adamw', () => {
  it.each([
    [1, 1, 0],
    [3, 255, 1],
    [2, 257, 0.5],
    [1, 20000, 1],
  ])('%i models of %i parameters: gradient norms, clipped at %f', async (models, size, clip) => {
    const draw = new Draw(size);
    const grads = draw.floats(models * size);
    const chunks = Math.ceil(size / NORM_CHUNK);
    const { partial } = await parity(sumSquares, { grads, partial: models * chunks }, { models, size, chunks }, close);
    const { scale } = await parity(gradScale, { partial, scale: models * 2 }, { models, chunks, clip }, close);
    for (let m = 0; m < models; m++) {
      const norm = Math.hypot(...grads.slice(m * size, (m + 1) * size));
      expectClose(scale.slice(m * 2, m * 2 + 2), [clip > 0 ? Math.min(1, clip / norm) : 1, norm], `model ${m}`, { rtol: 1e-5 });
    }
  });

  it('follows the published rule for three steps, decaying only the first part', async () => {
    const draw = new Draw(1);
    const [models, size, decayEnd] = [2, 37, 20];
    const h = { beta1: 0.9, beta2: 0.98, eps: 1e-8, weightDecay: 0.1 };
    const n = models * size;
    let params: Float32Array = draw.floats(n);
    let m: Float32Array = new Float32Array(n);
    let v: Float32Array = new Float32Array(n);
    const wanted = { p: Float64Array.from(params), m: new Float64Array(n), v: new Float64Array(n) };
    const scale = [0.5, 3, 1, 0.2];
    const lr = 1e-2;
    for (let t = 1; t <= 3; t++) {
      const grads = draw.floats(n);
      grads[5] = 0;
      const out = await parity(adamw, { grads, scale, optim: [lr, 1 - h.beta1 ** t, 1 - h.beta2 ** t, 0], params, m, v }, { models, size, decayEnd, ...h }, close);
      params = out.params;
      m = out.m;
      v = out.v;
      for (let i = 0; i < n; i++) {
        const g = grads[i]! * scale[Math.floor(i / size) * 2]!;
        if (i % size < decayEnd) wanted.p[i]! *= 1 - lr * h.weightDecay;
        wanted.m[i] = h.beta1 * wanted.m[i]! + (1 - h.beta1) * g;
        wanted.v[i] = h.beta2 * wanted.v[i]! + (1 - h.beta2) * g * g;
        wanted.p[i]! -= (lr * (wanted.m[i]! / (1 - h.beta1 ** t))) / (Math.sqrt(wanted.v[i]! / (1 - h.beta2 ** t)) + h.eps);
      }
    }
    expectClose(params, wanted.p, 'params', { rtol: 1e-5, atol: 1e-6 });
    expect(v[5]).toBe(0); // no gradient, no step: 0 / (0 + eps)
  });
});
