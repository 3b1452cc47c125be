/** Compiled kernels, kept per device: a second experiment on the same device compiles nothing. */
import { layoutEntries, moduleText } from './wgsl.ts';
import type { AnyKernel } from './wgsl.ts';

export interface Compiled {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** keyed by the module's text, which the kernel, its includes and its consts determine completely */
const caches = new WeakMap<GPUDevice, Map<string, Promise<Compiled>>>();

/** Compiles, or returns what this device compiled before; `onCompile` is called for new pipelines only. */
export function compile(device: GPUDevice, kernel: AnyKernel, consts: Record<string, number>, onCompile: () => void): Promise<Compiled> {
  let cache = caches.get(device);
  if (!cache) caches.set(device, (cache = new Map<string, Promise<Compiled>>()));
  const text = moduleText(kernel, consts);
  const key = `${kernel.name}\n${text}`;
  let entry = cache.get(key);
  if (!entry) {
    onCompile();
    entry = build(device, kernel, text);
    cache.set(key, entry);
  }
  return entry;
}

async function build(device: GPUDevice, kernel: AnyKernel, text: string): Promise<Compiled> {
  // a scope, so that a broken kernel is reported here by its name and not once more as an uncaptured error
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ label: kernel.name, code: text });
  const layout = device.createBindGroupLayout({ label: kernel.name, entries: layoutEntries(kernel.bindings) });
  const pipelineLayout = device.createPipelineLayout({ label: kernel.name, bindGroupLayouts: [layout] });
  const scope = device.popErrorScope();
  const info = await module.getCompilationInfo();
  const lines = text.split('\n');
  const errors = info.messages.filter((m) => m.type === 'error').map((m) => `  ${m.message}\n    module line ${m.lineNum}: ${(lines[m.lineNum - 1] ?? '').trim()}`);
  if (errors.length > 0) throw new Error(`kernel ${kernel.name} does not compile:\n${errors.join('\n')}`);
  const invalid = await scope;
  if (invalid) throw new Error(`kernel ${kernel.name}: ${invalid.message}`);
  try {
    const pipeline = await device.createComputePipelineAsync({ label: kernel.name, layout: pipelineLayout, compute: { module, entryPoint: 'main' } });
    return { pipeline, layout };
  } catch (e) {
    throw new Error(`kernel ${kernel.name}: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
  }
}
