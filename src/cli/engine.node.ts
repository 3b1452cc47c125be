/** Backends for the command line. */
import type { Backend, BackendKind } from '../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../gpu-kernels/webgpu/backend.ts';
import { NoGpuError } from '../gpu-kernels/webgpu/device.ts';
import { checkDevice } from '../gpu-kernels/webgpu/gates.ts';
import { openNodeGpu } from '../gpu-kernels/webgpu/node.ts';
import { UsageError } from './errors.ts';

/** A function that makes fresh backends of one kind; WebGPU's share one checked device. */
export async function backendMaker(kind: BackendKind): Promise<() => Backend> {
  if (kind === 'cpu') return () => createCpuBackend();
  try {
    const gpu = await openNodeGpu();
    const fault = await checkDevice(gpu);
    if (fault) throw new NoGpuError('device-failed', `the device does not compute as it should: ${fault}`);
    return () => createWebGpuBackend(gpu);
  } catch (e) {
    if (e instanceof NoGpuError)
      throw new UsageError(`--backend webgpu: ${e.message}; use --backend cpu, or install a Vulkan driver (Debian: apt-get install chromium libvulkan1 brings a software one)`);
    throw e;
  }
}

/** Reads --backend. */
export function backendKind(text: string): BackendKind {
  if (text === 'cpu' || text === 'webgpu') return text;
  throw new UsageError(`--backend ${text}: must be cpu or webgpu`);
}
