import type { Floats } from '../core/kernel.ts';
import type { Simd } from './simd.ts';

/** What a kernel's CPU reference may call: the matrix product, scratch memory that product can reach, and the kernels of WebAssembly. */
export interface CpuContext {
  /**
   * C[m,n] = (add ? C : 0) + sum_k A[m,k] B[k,n], k ascending, one rounding per multiply and per add (float32 in WebAssembly, float64 in
   * the referee). Element (m,k) of A is a[aOff + m*aRow + k*aInner], aRow or aInner 1; rows of B and C are contiguous with strides bRow and cRow.
   */
  mm(m: number, n: number, k: number, a: Floats, aOff: number, aRow: number, aInner: number, b: Floats, bOff: number, bRow: number, c: Floats, cOff: number, cRow: number, add: boolean): void;
  /** Scratch of at least the size the kernel's `scratch` declares for this slot. Contents are undefined. */
  scratch(slot: number): Floats;
  /** Kernels in WebAssembly SIMD; undefined in the float64 referee, which runs the TypeScript of every kernel. */
  readonly simd?: Simd;
}
