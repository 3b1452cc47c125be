/**
 * The executor's interface: memory, recording, replay. Shapes are static, so an experiment records its plans once and
 * replays them: on WebGPU a step is {pipeline, bind group, workgroups}, on the CPU a closure over typed arrays.
 */
import type { Bindings, CpuBindings, ElementType, Kernel, Scalars, ScalarValues } from './kernel.ts';

export type BackendKind = 'cpu' | 'webgpu';

/** A flat buffer of 32-bit elements. */
export interface Buf<T extends ElementType = ElementType> {
  readonly label: string;
  readonly type: T;
  /** elements, not bytes */
  readonly length: number;
}

export type BufBindings<B extends Bindings> = { [K in keyof CpuBindings<B>]: Buf<B[K] extends `${string}u32` ? 'u32' : 'f32'> };

export interface Recorder {
  /** Appends one dispatch. */
  run<B extends Bindings, S extends Scalars>(kernel: Kernel<B, S>, bindings: BufBindings<B>, scalars: ScalarValues<S>): void;
  /** Appends a copy of `length` elements; source and destination must be different buffers. */
  copy(src: Buf, srcOffset: number, dst: Buf, dstOffset: number, length: number): void;
}

export interface Plan {
  readonly label: string;
  readonly dispatches: number;
  /** Replays every step in order, in `submits` command buffers (WebGPU) so that one never holds the device for long. */
  run(submits?: number): void;
}

/** Counts since the backend was made; tests hold training to "nothing is created after the first update". */
export interface Counters {
  buffers: number;
  bindGroups: number;
  pipelines: number;
  submits: number;
  dispatches: number;
  readbacks: number;
  /** bytes in live buffers */
  bytes: number;
}

export interface BackendInfo {
  readonly kind: BackendKind;
  /** what to show a person: adapter name or "CPU twin (WebAssembly SIMD)" */
  readonly name: string;
  /** true for SwiftShader, lavapipe and the CPU twin */
  readonly software: boolean;
}

export interface Backend {
  readonly info: BackendInfo;
  readonly counters: Readonly<Counters>;
  /** Allocates zeroed memory, or memory holding `init`. Throws when one binding would exceed the device's limit, naming the buffer. */
  alloc<T extends ElementType>(label: string, type: T, length: number, init?: ArrayLike<number>): Buf<T>;
  /** Copies `data` into the buffer at element `offset`; ordered with the plans run before and after. */
  write(buf: Buf, data: ArrayLike<number>, offset?: number): void;
  /** Reads elements back once everything submitted so far is done. */
  read<T extends ElementType>(buf: Buf<T>, offset?: number, length?: number): Promise<T extends 'u32' ? Uint32Array : Float32Array>;
  /** Reads several whole buffers as they are together: one readback, as far as the device's limits allow. The arrays may share their memory. */
  readAll(bufs: readonly Buf<'f32'>[]): Promise<Float32Array<ArrayBuffer>[]>;
  /** Records a plan; resolves when its pipelines are compiled. */
  record(label: string, build: (rec: Recorder) => void): Promise<Plan>;
  /** Resolves when everything submitted so far is done. */
  sync(): Promise<void>;
  /** Resolves with the reason if the device is lost; never rejects. */
  readonly lost: Promise<string>;
  /** Frees every buffer of this backend; it must not be used afterwards. */
  destroy(): void;
}
