import { describe, it } from 'vitest';
import { createCpuBackend } from '../../cpu/backend.ts';
import { Draw, expectClose, parity, runOn } from '../../testing/parity.ts';
import { gelu as geluKernel } from '../gelu/kernel.ts';
import { layerNorm } from '../layer-norm/kernel.ts';
import { linear } from '../linear/kernel.ts';
import { lnLinear } from './kernel.ts';

const modelOf = [1, 2, 0];
const close = { rtol: 1e-4, atol: 2e-5 };

describe('ln-linear', () => {
  it.each([
    { rows: 1, chunk: 1, k: 2, n: 1, perModel: 1, yStride: 1, yOff: 0, gelu: 0, lastOnly: 0 },
    { rows: 5, chunk: 2, k: 7, n: 9, perModel: 2, yStride: 2, yOff: 0, gelu: 1, lastOnly: 0 },
    { rows: 6, chunk: 3, k: 12, n: 5, perModel: 3, yStride: 5, yOff: 2, gelu: 0, lastOnly: 0 },
    { rows: 5, chunk: 3, k: 8, n: 6, perModel: 2, yStride: 1, yOff: 0, gelu: 0, lastOnly: 1 },
    { rows: 4, chunk: 1, k: 5, n: 70, perModel: 4, yStride: 2, yOff: 1, gelu: 1, lastOnly: 1 },
  ])('$rows x $chunk rows, $k -> $n, $perModel rows a model, placed at $yOff of $yStride, gelu $gelu, lastOnly $lastOnly', async (s) => {
    const { rows, chunk, k, n, perModel } = s;
    const draw = new Draw(k * n);
    const at = { gamma: 1, beta: 1 + k, w: 2 + 2 * k, b: 2 + 2 * k + k * n };
    const stride = at.b + n + 1;
    const params = draw.floats(3 * stride);
    const x = draw.floats(rows * chunk * k, -2, 2);
    const before = draw.floats(rows * s.yStride * n);
    const { y } = await parity(lnLinear, { x, params, modelOf, y: before }, { ...s, ...at, stride, eps: 1e-5 }, close);

    // the same from the separate kernels, one position at a time
    const cpu = createCpuBackend();
    const wanted = Float32Array.from(before);
    for (let c = s.lastOnly ? chunk - 1 : 0; c < chunk; c++) {
      const column = Float32Array.from({ length: rows * k }, (_, i) => x[(Math.floor(i / k) * chunk + c) * k + (i % k)]!);
      const h = await runOn(cpu, layerNorm, { x: column, params, modelOf, y: rows * k, stats: rows * 2 }, { rows, d: k, eps: 1e-5, stride, gamma: at.gamma, beta: at.beta, perModel });
      const out = await runOn(cpu, linear, { x: h.y, params, modelOf, res: 1, y: rows * n }, { rows, chunk: 1, k, n, stride, w: at.w, b: at.b, perModel, yStride: 1, yOff: 0, residual: 0 });
      const f = s.gelu ? await runOn(cpu, geluKernel, { x: out.y, y: rows * n }, { n: rows * n }) : out;
      for (let i = 0; i < rows * n; i++) wanted[(Math.floor(i / n) * s.yStride + s.yOff + (s.lastOnly ? 0 : c)) * n + (i % n)] = f.y[i]!;
    }
    expectClose(y, wanted, 'y', close);
  });
});
