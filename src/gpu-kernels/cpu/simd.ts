/** The CPU twin's kernels in WebAssembly SIMD. Written in AssemblyScript in ./simd, where each says what it computes; ./simd-wasm.ts holds the compiled bytes. */
import { SIMD_WASM } from './simd-wasm.ts';

/** Arguments named after a kernel's bindings are byte offsets of its float32 arrays in the backend's memory, the others the kernel's scalars. */
export interface Simd {
  gelu(x: number, y: number, n: number): void;
  geluBwd(x: number, dy: number, dx: number, n: number): void;
  attention(qkv: number, out: number, lse: number, p: number, rows: number, chunk: number, pos0: number, ctx: number, d: number, heads: number): void;
  attentionBwdQ(qkv: number, out: number, dout: number, lse: number, delta: number, dqkv: number, rows: number, ctx: number, d: number, heads: number): void;
  attentionBwdKV(qkv: number, dout: number, lse: number, delta: number, dqkv: number, rows: number, ctx: number, d: number, heads: number): void;
}

/** Bytes that must stay readable after the last buffer: kernels load whole vectors at the ends of rows. */
export const SIMD_SLACK = 64;

let compiled: WebAssembly.Module | undefined;

export function instantiateSimd(memory: WebAssembly.Memory): Simd {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(SIMD_WASM), (c) => c.charCodeAt(0)));
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Simd;
}
