/** What the page "Test my GPU" knows: the worker's messages added up. Pure, so that it can be tested without a worker. */
import type { CheckResult } from '../../gpu-kernels/checks/check.ts';
import type { Bench, DeviceReport, FromGpuTest } from '../../train/gpu-test/protocol.ts';
import type { NoGpuReason } from '../../train/protocol.ts';

export interface GpuTest {
  readonly state: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly progress: { readonly what: string; readonly fraction: number; readonly secondsLeft: number | null } | null;
  readonly device: DeviceReport | null;
  readonly noGpu: { readonly reason: NoGpuReason; readonly detail: string } | null;
  readonly results: readonly CheckResult[];
  readonly bench: Bench | null;
  readonly error: string | null;
}

export const idle: GpuTest = { state: 'idle', progress: null, device: null, noGpu: null, results: [], bench: null, error: null };
export const started: GpuTest = { ...idle, state: 'running' };

export function receive(t: GpuTest, m: FromGpuTest): GpuTest {
  switch (m.type) {
    case 'device':
      return { ...t, device: m.device };
    case 'noGpu':
      return { ...t, state: 'failed', progress: null, noGpu: { reason: m.reason, detail: m.detail } };
    case 'check':
      return { ...t, results: [...t.results, m.result] };
    case 'progress':
      return { ...t, progress: { what: m.what, fraction: m.fraction, secondsLeft: m.secondsLeft } };
    case 'bench':
      return { ...t, bench: m.bench };
    case 'done':
      return { ...t, state: 'done', progress: null };
    case 'error':
      return { ...t, state: 'failed', progress: null, error: m.message };
  }
}

export const cancelled = (t: GpuTest): GpuTest => (t.state === 'running' ? { ...t, state: 'cancelled', progress: null } : t);

/** Failed checks first, else in the order they ran. */
export const sorted = (results: readonly CheckResult[]): CheckResult[] => [...results].sort((a, b) => Number(a.pass) - Number(b.pass));
