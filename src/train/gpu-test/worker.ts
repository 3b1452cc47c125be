/** The worker of "Test my GPU": every kernel against its CPU twin on this device, then a small benchmark. It starts at once and is ended when it is done or no longer wanted. */
import { runSuite } from '../../gpu-kernels/checks/suite.ts';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../../gpu-kernels/webgpu/backend.ts';
import type { Gpu } from '../../gpu-kernels/webgpu/device.ts';
import { NoGpuError, openGpu } from '../../gpu-kernels/webgpu/device.ts';
import { checkDevice } from '../../gpu-kernels/webgpu/gates.ts';
import { loadStartingModels } from '../models/load.ts';
import { scenarioOf } from '../scenarios.ts';
import { BENCH_SECONDS, BENCH_SETTINGS, benchmark } from './bench.ts';
import type { DeviceReport, FromGpuTest } from './protocol.ts';

const send = (m: FromGpuTest): void => self.postMessage(m);
const words = (e: unknown): string => (e instanceof Error ? e.message : String(e));

/** beside the page: the built worker is in assets/, the development server's at /src/train/gpu-test */
const modelsUrl = import.meta.env.DEV ? new URL('/models/', self.location.origin) : new URL('../models/', self.location.href);

async function readModel(file: string): Promise<Uint8Array> {
  const r = await fetch(new URL(file, modelsUrl), { signal: AbortSignal.timeout(60_000) });
  if (!r.ok) throw new Error(`models/${file} could not be loaded: ${r.status} ${r.statusText}`);
  return new Uint8Array(await r.arrayBuffer());
}

/** what a report needs to be of use to someone else */
const LIMITS = [
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupsPerDimension',
  'minUniformBufferOffsetAlignment',
] as const;

async function report(gpu: Gpu): Promise<DeviceReport> {
  // the adapter's own limits and features: the device above asks for no more than every device has
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  return {
    name: gpu.name,
    software: gpu.software,
    vendor: adapter?.info.vendor ?? '',
    architecture: adapter?.info.architecture ?? '',
    limits: Object.fromEntries(LIMITS.map((name) => [name, (adapter?.limits ?? gpu.device.limits)[name]])),
    features: adapter ? [...adapter.features].sort() : [],
  };
}

async function checks(gpu: Gpu): Promise<void> {
  const started = performance.now();
  await runSuite(() => createWebGpuBackend(gpu), {
    onResult: (result, done, of) => {
      send({ type: 'check', result });
      const perCheck = (performance.now() - started) / 1000 / done;
      send({ type: 'progress', what: `Checking the kernels, ${done} of ${of}`, fraction: (0.7 * done) / of, secondsLeft: perCheck * (of - done) + BENCH_SECONDS });
    },
  });
}

async function bench(gpu: Gpu): Promise<void> {
  const at = (fraction: number): void => send({ type: 'progress', what: 'Measuring the speed', fraction: 0.7 + 0.3 * fraction, secondsLeft: BENCH_SECONDS * (1 - fraction) });
  at(0);
  const scenario = scenarioOf(BENCH_SETTINGS);
  const models = await loadStartingModels({ read: readModel }, scenario, BENCH_SETTINGS, { makeBackend: () => createCpuBackend(), onProgress: () => undefined });
  send({ type: 'bench', bench: await benchmark({ webgpu: () => createWebGpuBackend(gpu), cpu: () => createCpuBackend(), scenario, models, onProgress: at }) });
}

async function test(): Promise<void> {
  send({ type: 'progress', what: 'Opening the graphics device', fraction: 0, secondsLeft: null });
  const gpu = await openGpu({ powerPreference: 'high-performance' });
  const lost = gpu.lost.then((reason): never => {
    throw new Error(`the graphics device was lost: ${reason}`);
  });
  const whole = async (): Promise<void> => {
    send({ type: 'device', device: await report(gpu) });
    const fault = await checkDevice(gpu);
    if (fault) throw new NoGpuError('device-failed', `the graphics device does not compute as it should: ${fault}`);
    await checks(gpu);
    await bench(gpu);
  };
  await Promise.race([whole(), lost]);
  send({ type: 'done' });
}

test().catch((e: unknown) => {
  if (e instanceof NoGpuError) send({ type: 'noGpu', reason: e.reason, detail: e.message });
  else send({ type: 'error', message: words(e) });
});
