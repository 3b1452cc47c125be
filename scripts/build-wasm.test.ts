import { expect, test } from 'vitest';
import { MATMUL_WASM } from '../src/gpu-kernels/cpu/matmul-wasm.ts';
import { SIMD_WASM } from '../src/gpu-kernels/cpu/simd-wasm.ts';
import { matmulBytes, simdBytes } from './build-wasm.mjs';

test.each([
  ['matmul-wasm.ts', MATMUL_WASM, matmulBytes],
  ['simd-wasm.ts', SIMD_WASM, simdBytes],
])('%s holds what scripts/build-wasm.mjs makes of the source', async (_, committed, build) => {
  expect(Buffer.from(await build()).toString('base64')).toBe(committed);
});
