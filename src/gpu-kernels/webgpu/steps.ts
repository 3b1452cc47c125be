/** What a plan is made of on WebGPU: dispatches and copies, recorded once. */
import type { Compiled } from './pipelines.ts';
import type { AnyKernel } from './wgsl.ts';

export interface DispatchStep {
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup;
  readonly x: number;
  readonly y: number;
}
export interface CopyStep {
  readonly src: GPUBuffer;
  readonly srcBytes: number;
  readonly dst: GPUBuffer;
  readonly dstBytes: number;
  readonly bytes: number;
}
export type Step = DispatchStep | CopyStep;
/** a dispatch while it is recorded: its pipeline may still be compiling, its uniforms have no buffer yet */
export interface Draft {
  readonly kernel: AnyKernel;
  readonly compiled: Promise<Compiled>;
  readonly buffers: readonly GPUBuffer[];
  readonly scalars: Record<string, number>;
  readonly x: number;
  readonly y: number;
}

export const isCopy = (s: Step | Draft | CopyStep): s is CopyStep => 'src' in s;
