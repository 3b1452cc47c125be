import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { createWebGpuBackend } from '../../gpu-kernels/webgpu/backend.ts';
import { openNodeGpu } from '../../gpu-kernels/webgpu/node.ts';
import type { CaseShape } from '../testing/golden-case.ts';
import { makeGoldenCase } from '../testing/golden-case.ts';
import { runGolden } from './run.ts';
import { parseGolden } from './schema.ts';

const fixture = (name: string): string => readFileSync(new URL(`../../../e2e/fixtures/golden/${name}.json`, import.meta.url), 'utf8');

/** one device for all cases: its kernels are compiled once */
const gpu = openNodeGpu();
const backends = [
  ['cpu', () => Promise.resolve(createCpuBackend())],
  ['webgpu', async () => createWebGpuBackend(await gpu)],
] as const;

/** odd widths, one head and eight, one row, one layer, short rows, a vocabulary of two, other MLP ratios */
const SHAPES: CaseShape[] = [
  { vocab: 24, d: 20, layers: 2, heads: 5, ctx: 11, rows: 5, kind: 'grpo', seed: 1 },
  { vocab: 13, d: 7, layers: 1, heads: 1, ctx: 6, rows: 3, kind: 'cross_entropy', seed: 2 },
  { vocab: 34, d: 24, layers: 2, heads: 8, ctx: 15, rows: 4, kind: 'grpo', seed: 3 },
  { vocab: 2, d: 6, layers: 1, heads: 3, ctx: 4, rows: 1, kind: 'grpo', seed: 4 },
  { vocab: 31, d: 33, layers: 3, heads: 3, ctx: 19, rows: 2, width: 13, kind: 'cross_entropy', seed: 5 },
  { vocab: 10, d: 12, layers: 1, heads: 2, ctx: 40, mlpRatio: 3, rows: 2, kind: 'grpo', seed: 6 },
  { vocab: 17, d: 21, layers: 2, heads: 7, ctx: 1, rows: 6, kind: 'grpo', seed: 7 },
];

describe.each(backends)('golden steps on %s', (_, make) => {
  test.each(['grpo-small', 'xent-one'])('%s, computed by PyTorch in float64', async (name) => {
    const r = await runGolden(await make(), parseGolden(fixture(name)));
    expect(r).toMatchObject({ ok: true });
  });

  test.each(SHAPES)('made case $seed: d $d, $heads heads, $layers layers, ctx $ctx', async (shape) => {
    const r = await runGolden(await make(), await makeGoldenCase(shape));
    expect(r).toMatchObject({ ok: true });
  });
});

describe('the form of a file', () => {
  const broken = (change: (g: Record<string, never>) => void): string => {
    const g = JSON.parse(fixture('xent-one')) as Record<string, never>;
    change(g);
    return JSON.stringify(g);
  };
  const set = (path: string, value: unknown) => (g: Record<string, never>) => {
    const keys = path.split('.');
    let at = g as Record<string, unknown>;
    for (const k of keys.slice(0, -1)) at = at[k] as Record<string, unknown>;
    at[keys.at(-1)] = value;
  };

  test.each([
    ['model.n_head', 3, /n_head: 3 does not divide/],
    ['model.activation', 'relu', /model.activation/],
    ['params.wte', undefined, /params.wte: missing/],
    ['params.wte.shape', [7], /params.wte: shape \[7\], the model has \[20, 16\]/],
    ['params.extra', { shape: [1], data: [0] }, /no tensor extra/],
    ['optimizer.decay_applies_to', ['lm_head.wieght'], /no tensor lm_head.wieght/],
    ['batch.advantage', [1], /batch.advantage: 1 numbers/],
    ['batch.allowed', [[0, 1]], /batch.allowed: 1 ranges/],
    ['expected.loss', 'NaN', /expected.loss/],
  ])('%s = %j is named', (path, value, message) => {
    expect(() => parseGolden(broken(set(path, value)))).toThrow(message);
  });

  test('half a file is not JSON', () => {
    expect(() => parseGolden(fixture('xent-one').slice(0, 1000))).toThrow(/not JSON/);
  });

  test('an error beyond the tolerance fails the case', async () => {
    const g = parseGolden(fixture('xent-one'));
    g.expected.grads.wte!.data[0]! += 0.01;
    expect((await runGolden(createCpuBackend(), g)).ok).toBe(false);
  });
});
