import type { CpuContext } from '../../cpu/context.ts';
import type { Floats } from '../../core/kernel.ts';
import { START } from '../../cpu/simd.ts';

export interface LinearShape {
  rows: number;
  chunk: number;
  k: number;
  n: number;
  stride: number;
  w: number;
  b: number;
  perModel: number;
  yStride: number;
  yOff: number;
}

/** y[r*yStride + yOff + c, :] = (res there, or 0) + b + x[r*chunk + c, :] W, one matrix product per model block and chunk column. */
export function linearRows(x: Floats, params: Floats, modelOf: Uint32Array, res: Floats | null, y: Floats, s: LinearShape, cpu: CpuContext): void {
  const { chunk, k, n } = s;
  const contiguous = s.yStride === chunk;
  for (let r0 = 0; r0 < s.rows; r0 += s.perModel) {
    const rows = Math.min(s.perModel, s.rows - r0);
    const base = modelOf[r0 / s.perModel]! * s.stride;
    if (cpu.simd) {
      const w = params.byteOffset + (base + s.w) * 4;
      const b = params.byteOffset + (base + s.b) * 4;
      const start = res ? START.biasAndRes : START.bias;
      const product = (m: number, from: number, xRow: number, to: number, yRow: number) =>
        cpu.simd!.mm(m, n, k, x.byteOffset + from * 4, xRow * 4, w, n * 4, y.byteOffset + to * 4, yRow * 4, start, b, (res?.byteOffset ?? 0) + to * 4);
      if (contiguous) product(rows * chunk, r0 * chunk * k, k, (r0 * s.yStride + s.yOff) * n, n);
      else for (let c = 0; c < chunk; c++) product(rows, (r0 * chunk + c) * k, chunk * k, (r0 * s.yStride + s.yOff + c) * n, s.yStride * n);
      continue;
    }
    const bias = params.subarray(base + s.b, base + s.b + n);
    for (let r = r0; r < r0 + rows; r++)
      for (let c = 0; c < chunk; c++) {
        const o = (r * s.yStride + s.yOff + c) * n;
        if (!res) y.set(bias, o);
        else for (let j = 0; j < n; j++) y[o + j] = res[o + j]! + bias[j]!;
      }
    if (contiguous) cpu.mm(rows * chunk, n, k, x, r0 * chunk * k, k, 1, params, base + s.w, n, y, (r0 * s.yStride + s.yOff) * n, n, true);
    else for (let c = 0; c < chunk; c++) cpu.mm(rows, n, k, x, (r0 * chunk + c) * k, chunk * k, 1, params, base + s.w, n, y, (r0 * s.yStride + s.yOff + c) * n, s.yStride * n, true);
  }
}
