/** Runs one kernel on the CPU twin and on WebGPU with the same inputs and compares everything it wrote. For tests only (Node). */
import { expect } from 'vitest';
import type { Inputs, Outputs } from '../checks/check.ts';
import { runOn } from '../checks/check.ts';
import type { Bindings, Kernel, Scalars, ScalarValues } from '../core/kernel.ts';
import { createCpuBackend } from '../cpu/backend.ts';
import { createWebGpuBackend } from '../webgpu/backend.ts';
import { openNodeGpu } from '../webgpu/node.ts';
import type { Gpu } from '../webgpu/device.ts';

export type { Input, Inputs, Outputs } from '../checks/check.ts';
export { runOn } from '../checks/check.ts';
export { Draw } from '../checks/inputs.ts';

let gpu: Promise<Gpu> | undefined;

/** one device for a test file: its compiled pipelines serve every test in it */
export const sharedGpu = (): Promise<Gpu> => (gpu ??= openNodeGpu());

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
