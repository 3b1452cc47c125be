/** What the worker computes with: WebGPU where it is there and computes as it should, else the CPU twin with the reason. Announced to the page whenever it changes. */
import type { Backend } from '../../gpu-kernels/core/backend.ts';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../../gpu-kernels/webgpu/backend.ts';
import type { Gpu } from '../../gpu-kernels/webgpu/device.ts';
import { NoGpuError, openGpu } from '../../gpu-kernels/webgpu/device.ts';
import { checkDevice } from '../../gpu-kernels/webgpu/gates.ts';
import type { BackendChoice } from '../backend-choice.ts';
import type { EngineInfo } from '../protocol.ts';
import type { Send } from '../running.ts';
import { message } from './words.ts';

export interface Engine {
  /** what a run is computed by: the CPU twin where that was asked for, else what the machine offers now */
  for(choice: BackendChoice): Promise<EngineInfo>;
  /** backends of the kind a run was announced with: a device lost in between is an error, not a silent change to the CPU twin */
  backends(info: EngineInfo): () => Backend;
}

export function openEngine(send: Send): Engine {
  let gpu: Gpu | null = null;

  /** Opens WebGPU, checks its arithmetic, and falls back to the CPU twin with the reason. */
  async function open(): Promise<EngineInfo> {
    gpu = null;
    try {
      const opened = await openGpu({ powerPreference: 'high-performance' });
      const fault = await checkDevice(opened);
      if (fault) throw new NoGpuError('device-failed', `the graphics device does not compute as it should: ${fault}`);
      gpu = opened;
      void opened.lost.then(() => {
        if (gpu === opened) gpu = null; // the next run asks for a device again
      });
      return { backend: 'webgpu', name: opened.name, software: opened.software };
    } catch (e) {
      const { info } = createCpuBackend();
      const reason = e instanceof NoGpuError ? e.reason : 'device-failed';
      return { backend: 'cpu', name: info.name, software: true, noGpu: { reason, detail: message(e) } };
    }
  }

  let engine = open().then((info) => {
    send({ type: 'engine', engine: info });
    return info;
  });

  return {
    async for(choice) {
      if (choice === 'cpu') {
        const info: EngineInfo = { backend: 'cpu', name: createCpuBackend().info.name, software: true };
        send({ type: 'engine', engine: info, forRun: true });
        return info;
      }
      const info = await engine;
      if (info.backend === 'cpu' || gpu) return info;
      engine = open();
      send({ type: 'engine', engine: await engine });
      return engine;
    },
    backends(info) {
      if (info.backend === 'cpu') return () => createCpuBackend();
      return () => {
        if (!gpu) throw new Error('the graphics device was lost while the run was being prepared');
        return createWebGpuBackend(gpu);
      };
    },
  };
}
