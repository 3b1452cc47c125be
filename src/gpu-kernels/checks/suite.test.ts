import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCpuBackend } from '../cpu/backend.ts';
import { gelu } from '../kernels/gelu/kernel.ts';
import { createWebGpuBackend } from '../webgpu/backend.ts';
import { sharedGpu } from '../testing/parity.ts';
import type { CheckResult } from './check.ts';
import { check, runCheck } from './check.ts';
import { runSuite, SUITE } from './suite.ts';

const kernels = fileURLToPath(new URL('../kernels', import.meta.url));

describe('the suite', () => {
  it('has checks for every kernel folder, and for every kernel of it', async () => {
    const folders = readdirSync(kernels, { withFileTypes: true }).filter((e) => e.isDirectory() && readdirSync(`${kernels}/${e.name}`).includes('kernel.ts'));
    expect(SUITE.map((f) => f.folder).sort()).toEqual(folders.map((f) => f.name).sort());
    for (const f of SUITE) {
      const declared = Object.values((await import(`../kernels/${f.folder}/kernel.ts`)) as Record<string, unknown>)
        .filter((v): v is { name: string } => typeof v === 'object' && v !== null && 'wgsl' in v)
        .map((k) => k.name);
      const checked = new Set((await f.make()).map((c) => c.kernel.name));
      expect([...checked].sort(), f.folder).toEqual(declared.sort());
    }
  });

  it('passes on WebGPU, one result a check', async () => {
    const gpu = await sharedGpu();
    const results: CheckResult[] = [];
    let total = 0;
    const whole = await runSuite(() => createWebGpuBackend(gpu), {
      onResult: (r, done, of) => {
        results.push(r);
        expect(done).toBe(results.length);
        total = of;
      },
    });
    expect(whole).toBe(true);
    expect(results.length).toBe(total);
    expect(results.filter((r) => !r.pass)).toEqual([]);
  }, 240_000);

  it('stops when asked', async () => {
    const results: CheckResult[] = [];
    const whole = await runSuite(() => createCpuBackend(), { onResult: (r) => results.push(r), aborted: () => results.length >= 3 });
    expect([whole, results.length]).toEqual([false, 3]);
  });
});

describe('a check', () => {
  const x = [1, -2, 3];
  const wrong = { ...gelu, cpu: (b: { y: { [i: number]: number } }) => void (b.y[1] = 5) } as typeof gelu;
  it('fails with the element that differs', async () => {
    // the CPU twin as the device under test, with another idea of the kernel for the second run
    const good = check(gelu, { n: 3 }, { x, y: 3 }, { n: 3 });
    expect(await runCheck('gelu', good, () => createCpuBackend())).toMatchObject({ pass: true, difference: 0, shape: 'n 3' });
    let runs = 0;
    const kernel = { ...gelu, cpu: (...args: Parameters<typeof gelu.cpu>) => (runs++ === 0 ? gelu : wrong).cpu(...args) };
    const bad = await runCheck('gelu', check(kernel, { n: 3 }, { x, y: 3 }, { n: 3 }), () => createCpuBackend());
    expect(bad.pass).toBe(false);
    expect(bad.fault).toMatch(/^y\[\d\] is /);
    expect(bad.difference).toBeGreaterThan(1);
  });
  it('fails when the device refuses', async () => {
    const refused = await runCheck('gelu', check(gelu, { n: 3 }, { x, y: 3 }, { n: 3 }), () => ({
      ...createCpuBackend(),
      alloc: () => {
        throw new Error('no memory');
      },
      destroy: () => undefined,
    }));
    expect(refused).toMatchObject({ pass: false, difference: Infinity, fault: 'no memory' });
  });
});
