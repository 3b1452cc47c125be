/** Global gradient-norm clip and AdamW (Loshchilov and Hutter 2019) over a bank's flat buffers [models, size], each model clipped by its own norm. */
import { defineKernel } from '../../core/kernel.ts';
import sumWgsl from './sum-squares.wgsl?raw';
import scaleWgsl from './grad-scale.wgsl?raw';
import wgsl from './adamw.wgsl?raw';

/** Elements of one partial sum. */
export const NORM_CHUNK = 256;

/** partial[model, c] = sum of squares of grads[model, c*256 .. (c+1)*256). */
export const sumSquares = defineKernel({
  name: 'sum-squares',
  bindings: { grads: 'f32', partial: 'rw f32' },
  scalars: { models: 'u32', size: 'u32', chunks: 'u32' },
  threads: (s) => s.models * s.chunks,
  wgsl: sumWgsl,
  cpu({ grads, partial }, s, cpu) {
    if (cpu.simd) {
      for (let m = 0; m < s.models; m++) cpu.simd.sumSquares(grads.byteOffset + m * s.size * 4, partial.byteOffset + m * s.chunks * 4, s.size, NORM_CHUNK);
      return;
    }
    for (let m = 0; m < s.models; m++)
      for (let c = 0; c < s.chunks; c++) {
        let sum = 0;
        const end = Math.min(s.size, (c + 1) * NORM_CHUNK);
        for (let i = c * NORM_CHUNK; i < end; i++) sum += grads[m * s.size + i]! * grads[m * s.size + i]!;
        partial[m * s.chunks + c] = sum;
      }
  },
});

/** scale[model] = {min(1, clip / (norm + 1e-6)), norm}; clip 0 turns clipping off. */
export const gradScale = defineKernel({
  name: 'grad-scale',
  bindings: { partial: 'f32', scale: 'rw f32' },
  scalars: { models: 'u32', chunks: 'u32', clip: 'f32' },
  threads: (s) => s.models * 64,
  wgsl: scaleWgsl,
  cpu({ partial, scale }, s) {
    for (let m = 0; m < s.models; m++) {
      let sum = 0;
      for (let c = 0; c < s.chunks; c++) sum += partial[m * s.chunks + c]!;
      const norm = Math.sqrt(sum);
      scale[m * 2] = s.clip > 0 ? Math.min(1, s.clip / (norm + 1e-6)) : 1;
      scale[m * 2 + 1] = norm;
    }
  },
});

/**
 * One AdamW step. optim [4] = {learning rate, 1 - beta1^t, 1 - beta2^t, unused}, written by the host before the plan runs so that both executors divide by the same numbers.
 * The first decayEnd elements of each model are decayed: p -= lr wd p.
 */
export const adamw = defineKernel({
  name: 'adamw',
  bindings: { grads: 'f32', scale: 'f32', optim: 'f32', params: 'rw f32', m: 'rw f32', v: 'rw f32' },
  scalars: { models: 'u32', size: 'u32', decayEnd: 'u32', beta1: 'f32', beta2: 'f32', eps: 'f32', weightDecay: 'f32' },
  threads: (s) => s.models * s.size,
  wgsl,
  cpu({ grads, scale, optim, params, m, v }, s, cpu) {
    const lr = optim[0]!;
    const bc1 = optim[1]!;
    const bc2 = optim[2]!;
    for (let q = 0; q < s.models; q++) {
      const k = scale[q * 2]!;
      if (cpu.simd) {
        const part = (from: number, n: number, keep: number) => {
          const o = (q * s.size + from) * 4;
          const at = [grads.byteOffset + o, params.byteOffset + o, m.byteOffset + o, v.byteOffset + o] as const;
          cpu.simd!.adamw(...at, n, k, lr, bc1, bc2, s.beta1, 1 - s.beta1, s.beta2, 1 - s.beta2, s.eps, keep);
        };
        part(0, s.decayEnd, 1 - lr * s.weightDecay);
        part(s.decayEnd, s.size - s.decayEnd, 1);
        continue;
      }
      for (let j = 0; j < s.size; j++) {
        const i = q * s.size + j;
        const g = grads[i]! * k;
        const mi = s.beta1 * m[i]! + (1 - s.beta1) * g;
        const vi = s.beta2 * v[i]! + (1 - s.beta2) * g * g;
        m[i] = mi;
        v[i] = vi;
        const p = j < s.decayEnd ? params[i]! * (1 - lr * s.weightDecay) : params[i]!;
        params[i] = p - (lr * (mi / bc1)) / (Math.sqrt(vi / bc2) + s.eps);
      }
    }
  },
});
