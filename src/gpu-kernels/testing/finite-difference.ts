/** The calculus every backward kernel is held to: central differences of its forward kernel, in float64 on the CPU referee. */
import { expect } from 'vitest';
import type { Bindings, Kernel, Scalars, ScalarValues } from '../core/kernel.ts';
import { createCpuBackend } from '../cpu/backend.ts';
import type { Buf, BufBindings } from '../core/backend.ts';
import type { Inputs } from './parity.ts';

/** A kernel at fixed inputs as a plain function: `run({ x: [...] })` overrides some inputs and returns all written bindings, in float64. */
export interface Referee {
  run(overrides?: Record<string, ArrayLike<number>>): Promise<Record<string, ArrayLike<number>>>;
}

export async function referee<B extends Bindings, S extends Scalars>(kernel: Kernel<B, S>, inputs: Inputs<B>, scalars: ScalarValues<S>): Promise<Referee> {
  const backend = createCpuBackend({ precision: 'f64' });
  const bufs: Record<string, Buf> = {};
  for (const [name, type] of Object.entries(kernel.bindings)) {
    const init = inputs[name as keyof B];
    bufs[name] = backend.alloc(name, type.endsWith('u32') ? 'u32' : 'f32', typeof init === 'number' ? init : init.length);
  }
  const plan = await backend.record(kernel.name, (rec) => rec.run(kernel, bufs as unknown as BufBindings<B>, scalars));
  return {
    async run(overrides = {}) {
      for (const [name, buf] of Object.entries(bufs)) {
        const init = overrides[name] ?? inputs[name as keyof B];
        backend.write(buf, typeof init === 'number' ? new Float64Array(init) : init);
      }
      plan.run();
      const out: Record<string, ArrayLike<number>> = {};
      for (const [name, type] of Object.entries(kernel.bindings)) if (type.startsWith('rw')) out[name] = await backend.read(bufs[name]!);
      return out;
    },
  };
}

/**
 * Compares `analytic` with d/dx loss at x by central differences, step 1e-5: the truncation error is of order 1e-10 and float64 rounding 1e-11, so
 * a tolerance of 1e-6 catches any missing term.
 */
export async function expectGradient(what: string, x: ArrayLike<number>, loss: (x: Float64Array) => Promise<number>, analytic: ArrayLike<number>, tolerance = 1e-6): Promise<void> {
  expect(analytic.length, `${what}: length`).toBe(x.length);
  const at = Float64Array.from(x);
  const h = 1e-5;
  for (let i = 0; i < at.length; i++) {
    const v = at[i]!;
    at[i] = v + h;
    const up = await loss(at);
    at[i] = v - h;
    const down = await loss(at);
    at[i] = v;
    const fd = (up - down) / (2 * h);
    if (!(Math.abs(fd - analytic[i]!) <= tolerance * (1 + Math.abs(fd)))) expect.fail(`${what}[${i}]: the kernel gives ${analytic[i]}, finite differences ${fd}`);
  }
}

/** sum_i w_i y_i: a scalar loss whose gradient with respect to y is w */
export function dot(w: ArrayLike<number>, y: ArrayLike<number>): number {
  let s = 0;
  for (let i = 0; i < w.length; i++) s += w[i]! * y[i]!;
  return s;
}
