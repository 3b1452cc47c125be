import { defineKernel } from '../../core/kernel.ts';
import { tanh } from '../../cpu/math.ts';
import wgsl from './gelu.wgsl?raw';
import bwdWgsl from './gelu-bwd.wgsl?raw';

const C = 0.7978845608028654; // sqrt(2 / pi)
const A = 0.044715;

/** tanh-GELU (Hendrycks and Gimpel 2016): 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))). */
export function geluOf(x: number): number {
  return 0.5 * x * (1 + tanh(C * (x + A * x * x * x)));
}

/** y[i] = gelu(x[i]) for n elements. */
export const gelu = defineKernel({
  name: 'gelu',
  bindings: { x: 'f32', y: 'rw f32' },
  scalars: { n: 'u32' },
  threads: (s) => s.n,
  wgsl,
  cpu({ x, y }, s, cpu) {
    if (cpu.simd) return cpu.simd.gelu(x.byteOffset, y.byteOffset, s.n);
    for (let i = 0; i < s.n; i++) y[i] = geluOf(x[i]!);
  },
});

/** dx[i] = dy[i] * gelu'(x[i]). */
export const geluBwd = defineKernel({
  name: 'gelu-bwd',
  bindings: { x: 'f32', dy: 'f32', dx: 'rw f32' },
  scalars: { n: 'u32' },
  threads: (s) => s.n,
  wgsl: bwdWgsl,
  cpu({ x, dy, dx }, s, cpu) {
    if (cpu.simd) return cpu.simd.geluBwd(x.byteOffset, dy.byteOffset, dx.byteOffset, s.n);
    for (let i = 0; i < s.n; i++) {
      const v = x[i]!;
      const t = tanh(C * (v + A * v * v * v));
      dx[i] = dy[i]! * (0.5 * (1 + t) + 0.5 * v * (1 - t * t) * C * (1 + 3 * A * v * v));
    }
  },
});
