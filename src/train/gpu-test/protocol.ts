/** Between the page "Test my GPU" and its worker. Every message is plain data; the page stops a test by ending the worker. */
import type { CheckResult } from '../../gpu-kernels/checks/check.ts';
import type { NoGpuReason } from '../protocol.ts';

export interface DeviceReport {
  readonly name: string;
  readonly software: boolean;
  /** as the browser gives them; often empty, for privacy */
  readonly vendor: string;
  readonly architecture: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly features: readonly string[];
}

export interface Speed {
  readonly updates: number;
  readonly seconds: number;
  readonly updatesPerSecond: number;
}

/** Updates a second with the same settings on both executors, taken in turn. */
export interface Bench {
  /** what was run, in words */
  readonly what: string;
  readonly webgpu: Speed;
  readonly cpu: Speed;
  /** webgpu / cpu */
  readonly ratio: number;
}

export type FromGpuTest =
  | { readonly type: 'device'; readonly device: DeviceReport }
  | { readonly type: 'noGpu'; readonly reason: NoGpuReason; readonly detail: string }
  | { readonly type: 'check'; readonly result: CheckResult }
  /** part done in [0, 1]; what is being done */
  | { readonly type: 'progress'; readonly what: string; readonly fraction: number; readonly secondsLeft: number | null }
  | { readonly type: 'bench'; readonly bench: Bench }
  | { readonly type: 'done' }
  | { readonly type: 'error'; readonly message: string };
