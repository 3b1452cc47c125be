/**
 * What a kernel is. One declaration names its bindings, its scalars, its WGSL and its CPU reference;
 * both executors read it, so nothing else in the project knows binding numbers or uniform layouts.
 */
import type { CpuContext } from '../cpu/context.ts';

export type ElementType = 'f32' | 'u32';
/** `rw` bindings are written by the kernel; WebGPU forbids binding one buffer twice when one of the two is `rw`. */
export type BindingType = ElementType | `rw ${ElementType}`;
export type Bindings = Record<string, BindingType>;
export type Scalars = Record<string, ElementType>;

/** float64 only when a test asks the CPU twin for a high-precision referee */
export type Floats = Float32Array | Float64Array;
export type CpuArray<T extends BindingType> = T extends `${string}u32` ? Uint32Array : Floats;
export type CpuBindings<B extends Bindings> = { [K in keyof B]: CpuArray<B[K]> };
export type ScalarValues<S extends Scalars> = { [K in keyof S]: number };

export interface Kernel<B extends Bindings = Bindings, S extends Scalars = Scalars> {
  readonly name: string;
  /** storage buffers in binding order (at most 8: the default limit of a stage) */
  readonly bindings: B;
  /** the uniform struct `p`, written once, when the dispatch is recorded */
  readonly scalars: S;
  /** number of invocations; the executor rounds up to whole workgroups of 64, so the WGSL checks its `id` */
  threads(s: ScalarValues<S>): number;
  /** compile-time constants of the WGSL, for private array sizes; each distinct set is one more pipeline */
  consts?(s: ScalarValues<S>): Record<string, number>;
  /** WGSL text declaring `fn kernel(id: u32)`; struct `p`, bindings, constants and `includes` are put before it */
  readonly wgsl: string;
  readonly includes?: readonly string[];
  /** floats of scratch memory the CPU reference uses, one entry a slot */
  scratch?(s: ScalarValues<S>): readonly number[];
  /** the same computation over typed arrays, in a fixed order of operations */
  cpu(b: CpuBindings<B>, s: ScalarValues<S>, cpu: CpuContext): void;
}

/** Declares a kernel; the types of `cpu`, `threads` and of every dispatch follow from `bindings` and `scalars`. */
export function defineKernel<const B extends Bindings, const S extends Scalars>(k: Kernel<B, S>): Kernel<B, S> {
  const storage = Object.keys(k.bindings).length;
  if (storage > 8) throw new Error(`kernel ${k.name}: ${storage} storage buffers, the default limit is 8`);
  return k;
}
