/**
 * WebGPU in Node through npm `webgpu` (Dawn): for the command line and the tests only, never for the page. Where there is no GPU driver,
 * VK_ICD_FILENAMES must name SwiftShader's manifest before the process starts (Debian: /usr/lib/chromium/vk_swiftshader_icd.json).
 */
import { NoGpuError, openGpu } from './device.ts';
import type { DeviceOptions, Gpu } from './device.ts';

/** Dawn's instance: the process dies when it is collected, so the module holds it for good. */
let instance: GPU | undefined;

export async function openNodeGpu(options: Omit<DeviceOptions, 'api'> = {}): Promise<Gpu> {
  if (!instance) {
    try {
      const { create, globals } = await import('webgpu');
      Object.assign(globalThis, globals); // GPUBufferUsage, GPUShaderStage, GPUMapMode
      instance = create([]);
    } catch (e) {
      throw new NoGpuError('no-api', `npm webgpu does not load here: ${e instanceof Error ? e.message : String(e)}`);
    }
  }
  return openGpu({ ...options, api: instance });
}
