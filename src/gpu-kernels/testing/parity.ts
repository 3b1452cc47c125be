/** Runs one kernel on the CPU twin and on WebGPU with the same inputs and compares everything it wrote. For tests only (Node). */
import { expect } from 'vitest';
import type { Backend, Buf, BufBindings } from '../core/backend.ts';
import type { Bindings, ElementType, Kernel, Scalars, ScalarValues } from '../core/kernel.ts';
import { createCpuBackend } from '../cpu/backend.ts';
import { philoxStream } from '../random/philox.ts';
import { createWebGpuBackend } from '../webgpu/backend.ts';
import { openNodeGpu } from '../webgpu/node.ts';
import type { Gpu } from '../webgpu/device.ts';

let gpu: Promise<Gpu> | undefined;

/** one device for a test file: its compiled pipelines serve every test in it */
export const sharedGpu = (): Promise<Gpu> => (gpu ??= openNodeGpu());

/** what a binding starts with: its elements, or a length for zeros */
export type Input = ArrayLike<number> | number;
export type Inputs<B extends Bindings> = { [K in keyof B]: Input };
export type Outputs<B extends Bindings> = { [K in keyof B]: B[K] extends `${string}u32` ? Uint32Array : Float32Array };

/** Runs `kernel` once on `backend` and reads back every binding it may write. */
export async function runOn<B extends Bindings, S extends Scalars>(backend: Backend, kernel: Kernel<B, S>, inputs: Inputs<B>, scalars: ScalarValues<S>): Promise<Outputs<B>> {
  const bufs: Record<string, Buf> = {};
  for (const [name, type] of Object.entries(kernel.bindings)) {
    const element: ElementType = type.endsWith('u32') ? 'u32' : 'f32';
    const init = inputs[name as keyof B];
    bufs[name] = typeof init === 'number' ? backend.alloc(name, element, init) : backend.alloc(name, element, init.length, init);
  }
  const plan = await backend.record(kernel.name, (rec) => rec.run(kernel, bufs as unknown as BufBindings<B>, scalars));
  plan.run();
  const out: Record<string, Float32Array | Uint32Array> = {};
  for (const [name, type] of Object.entries(kernel.bindings)) if (type.startsWith('rw')) out[name] = await backend.read(bufs[name]!);
  return out as unknown as Outputs<B>;
}

export interface Tolerance {
  /** |cpu - gpu| <= atol + rtol * |cpu| */
  readonly rtol?: number;
  readonly atol?: number;
}

/** Fails with the first element that differs by more than the tolerance, or is not a finite number. u32 must agree exactly. */
export function expectClose(actual: ArrayLike<number>, wanted: ArrayLike<number>, what: string, { rtol = 1e-5, atol = 1e-6 }: Tolerance = {}): void {
  expect(actual.length, `${what}: length`).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++) {
    const a = actual[i]!;
    const w = wanted[i]!;
    if (!(Math.abs(a - w) <= atol + rtol * Math.abs(w))) expect.fail(`${what}[${i}] = ${a}, wanted ${w} (difference ${Math.abs(a - w)})`);
  }
}

/** Returns the CPU twin's outputs after comparing WebGPU's with them. */
export async function parity<B extends Bindings, S extends Scalars>(kernel: Kernel<B, S>, inputs: Inputs<B>, scalars: ScalarValues<S>, tolerance?: Tolerance): Promise<Outputs<B>> {
  const cpuBackend = createCpuBackend();
  const cpu = await runOn(cpuBackend, kernel, inputs, scalars);
  const gpuBackend = createWebGpuBackend(await sharedGpu());
  const webgpu = await runOn(gpuBackend, kernel, inputs, scalars);
  gpuBackend.destroy();
  cpuBackend.destroy();
  for (const [name, wanted] of Object.entries(cpu as Record<string, Float32Array | Uint32Array>)) {
    const exact = wanted instanceof Uint32Array ? { rtol: 0, atol: 0 } : tolerance;
    expectClose((webgpu as Record<string, Float32Array | Uint32Array>)[name]!, wanted, `${kernel.name}.${name}`, exact);
  }
  return cpu;
}

/** Seeded inputs. */
export class Draw {
  private readonly next: () => number;
  constructor(seed: number) {
    this.next = philoxStream(seed, 0x7e57);
  }
  /** n floats, uniform in [lo, hi) */
  floats(n: number, lo = -1, hi = 1): Float32Array {
    return Float32Array.from({ length: n }, () => lo + (hi - lo) * this.next());
  }
  /** n integers in [0, below) */
  ints(n: number, below: number): Uint32Array {
    return Uint32Array.from({ length: n }, () => Math.floor(this.next() * below));
  }
}
