import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineKernel } from '../core/kernel.ts';
import { sharedGpu } from '../testing/parity.ts';
import { createWebGpuBackend } from './backend.ts';
import type { Backend, Buf } from '../core/backend.ts';
import type { Gpu } from './device.ts';
import { dispatchSize, moduleText } from './wgsl.ts';

/** y = a x + b K, K a compile-time constant */
const affine = defineKernel({
  name: 'test-affine',
  bindings: { x: 'f32', y: 'rw f32' },
  scalars: { n: 'u32', a: 'f32', b: 'f32' },
  threads: (s) => s.n,
  consts: (s) => ({ K: s.n % 2 === 0 ? 10 : 100 }),
  wgsl: 'fn kernel(id: u32) { if (id >= p.n) { return; } y[id] = p.a * x[id] + p.b * f32(K); }',
  cpu: () => undefined,
});
const mark = defineKernel({
  name: 'test-mark',
  bindings: { out: 'rw u32' },
  scalars: {},
  threads: () => 65536 * 64 + 5,
  wgsl: 'fn kernel(id: u32) { if (id >= 4194309u) { return; } if (id % 1000003u == 7u) { out[id / 1000003u] = id; } if (id == 4194308u) { out[5] = id; } }',
  cpu: () => undefined,
});
const broken = defineKernel({
  name: 'test-broken',
  bindings: { x: 'rw f32' },
  scalars: { n: 'u32' },
  threads: (s) => s.n,
  wgsl: 'fn kernel(id: u32) { x[id] = nonsense(id); }',
  cpu: () => undefined,
});

describe('WebGPU backend', () => {
  let gpu: Gpu;
  let backend: Backend;
  let made: Backend[] = [];
  const fresh = (): Backend => {
    const b = createWebGpuBackend(gpu);
    made.push(b);
    return b;
  };
  beforeEach(async () => {
    gpu = await sharedGpu();
    backend = fresh();
  });
  afterEach(() => {
    made.forEach((b) => b.destroy());
    made = [];
  });

  it('names its adapter', () => {
    expect(backend.info.kind).toBe('webgpu');
    expect(backend.info.name).not.toBe('');
  });

  it('allocates zeros or the given elements, and writes and reads ranges', async () => {
    const zeros = backend.alloc('zeros', 'u32', 5);
    expect([...(await backend.read(zeros))]).toEqual([0, 0, 0, 0, 0]);
    const f = backend.alloc('f', 'f32', 4, [1, 2.5, -3, 1e-30]);
    backend.write(f, new Float64Array([7, 8]), 1);
    expect([...(await backend.read(f))]).toEqual([1, 7, 8, Math.fround(1e-30)]);
    expect([...(await backend.read(f, 2, 1))]).toEqual([8]);
    expect((await backend.read(f, 4)).length).toBe(0);
    const u = backend.alloc('u', 'u32', 2, [0xffffffff, 3]);
    backend.write(u, [9], 1);
    expect([...(await backend.read(u))]).toEqual([0xffffffff, 9]);
  });

  it('replays dispatches and copies in order, however many submits', async () => {
    const b = fresh();
    const x = b.alloc(
      'x',
      'f32',
      100,
      Float32Array.from({ length: 100 }, (_, i) => i),
    );
    const y = b.alloc('y', 'f32', 100);
    const z = b.alloc('z', 'f32', 100);
    const plan = await b.record('chain', (rec) => {
      rec.run(affine, { x, y }, { n: 100, a: 2, b: 1 }); // y = 2x + 10
      rec.run(affine, { x: y, y: z }, { n: 100, a: 1, b: 0 }); // z = y
      rec.copy(z, 0, x, 0, 50); // x[0..50) = z
      rec.run(affine, { x, y }, { n: 99, a: 1, b: 0 }); // y[0..99) = x
    });
    expect(plan.dispatches).toBe(3);
    const wanted: number[][] = [];
    const v = Array.from({ length: 100 }, (_, i) => i);
    for (let run = 0; run < 3; run++) {
      for (let i = 0; i < 50; i++) v[i] = 2 * v[i]! + 10;
      wanted.push([...v.slice(0, 99), 2 * 99 + 10]);
    }
    for (const submits of [1, 2, 99]) {
      plan.run(submits);
      expect([...(await b.read(y))]).toEqual(wanted.shift());
    }
    expect(b.counters.dispatches).toBe(9);
    expect(b.counters.submits).toBe(1 + 2 + 4 + 3); // 4 steps cannot make more than 4; 3 readbacks
  });

  it('creates nothing once recorded and read from', async () => {
    const b = fresh();
    const x = b.alloc('x', 'f32', 6, [1, 2, 3, 4, 5, 6]);
    const y = b.alloc('y', 'f32', 6);
    const plan = await b.record('once', (rec) => rec.run(affine, { x, y }, { n: 6, a: 1, b: 1 }));
    plan.run();
    await b.read(y);
    const { buffers, bindGroups, pipelines, bytes, submits } = { ...b.counters };
    expect({ buffers, bindGroups, bytes }).toEqual({ buffers: 4, bindGroups: 1, bytes: 24 + 24 + 256 + 4096 });
    for (let i = 0; i < 5; i++) {
      plan.run();
      await b.read(y, 1, 4);
    }
    expect(b.counters).toMatchObject({ buffers, bindGroups, pipelines, bytes, submits: submits + 10, readbacks: 6, dispatches: 6 });
  });

  it('compiles a kernel once a device and set of constants', async () => {
    const use = async (n: number): Promise<number> => {
      const b = fresh();
      const x = b.alloc('x', 'f32', n);
      const y = b.alloc('y', 'f32', n);
      const plan = await b.record('again', (rec) => rec.run(affine, { x, y }, { n, a: 0, b: 1 }));
      plan.run();
      expect((await b.read(y))[n - 1]).toBe(n % 2 === 0 ? 10 : 100);
      return b.counters.pipelines;
    };
    await use(2);
    await use(3);
    expect(await use(4)).toBe(0);
    expect(await use(5)).toBe(0);
  });

  it('spreads more than 65535 workgroups over two dimensions', async () => {
    const out = backend.alloc('out', 'u32', 6);
    const plan = await backend.record('wide', (rec) => rec.run(mark, { out }, {}));
    plan.run();
    expect([...(await backend.read(out))]).toEqual([7, 1000010, 2000013, 3000016, 4000019, 4194308]);
    expect(dispatchSize('k', 64)).toEqual([1, 1]);
    expect(dispatchSize('k', 65535 * 64)).toEqual([65535, 1]);
    expect(dispatchSize('k', 65535 * 64 + 1)).toEqual([32768, 2]);
    expect(() => dispatchSize('k', 0)).toThrow('kernel k: 0 invocations');
    expect(() => dispatchSize('k', NaN)).toThrow('kernel k');
  });

  it('reports a WGSL error with the kernel, the message and the line', async () => {
    const x = backend.alloc('x', 'f32', 1);
    await expect(backend.record('bad', (rec) => rec.run(broken, { x }, { n: 1 }))).rejects.toThrow(/test-broken does not compile[^]*nonsense[^]*fn kernel/);
    await backend.sync(); // and nowhere else
  });

  it('refuses wrong recordings by name', async () => {
    const x = backend.alloc('acts', 'f32', 4);
    const y = backend.alloc('logits', 'f32', 4);
    const u = backend.alloc('tokens', 'u32', 4);
    const other = fresh().alloc('stranger', 'f32', 4);
    const rejects = (build: Parameters<Backend['record']>[1], text: string) => expect(backend.record('wrong', build)).rejects.toThrow(text);
    await rejects((rec) => rec.run(affine, { x, y: x }, { n: 4, a: 1, b: 1 }), 'acts is bound as x and as y');
    await rejects((rec) => rec.run(affine, { x: u as unknown as Buf<'f32'>, y }, { n: 4, a: 1, b: 1 }), 'x is f32, buffer tokens holds u32');
    await rejects((rec) => rec.run(affine, { x: other, y }, { n: 4, a: 1, b: 1 }), 'stranger');
    await rejects((rec) => rec.run(affine, { x, y }, { n: 0, a: 1, b: 1 }), '0 invocations');
    await rejects((rec) => rec.run(affine, { x, y }, { n: 2.5, a: 1, b: 1 }), 'invocations');
    await rejects((rec) => rec.copy(x, 0, x, 2, 1), 'copy within acts');
    await rejects((rec) => rec.copy(x, 2, y, 0, 3), 'copy from acts: elements 2..5 of 4');
    expect(() => backend.write(x, [1, 2], 3)).toThrow('write to acts');
    await expect(backend.read(x, 3, 2)).rejects.toThrow('read of acts');
    expect(() => backend.alloc('huge', 'f32', 2 ** 26)).toThrow(/buffer huge: 256\.0 MiB, more than the 128 MiB/);
    expect(() => backend.alloc('none', 'f32', 0)).toThrow('buffer none');
  });

  it('surfaces an error of the device on the next sync or read', async () => {
    const b = fresh();
    const x = b.alloc('x', 'f32', 4);
    gpu.device.createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE }); // not allowed together
    await expect(b.sync()).rejects.toThrow(/WebGPU: .*[Uu]sage/);
    await expect(b.read(x)).rejects.toThrow('WebGPU: ');
    await fresh().sync(); // a later experiment starts clean
  });

  it('frees its buffers and keeps the device', async () => {
    const b = fresh();
    b.alloc('x', 'f32', 1000);
    b.destroy();
    b.destroy();
    expect(b.counters.bytes).toBe(0);
    expect(() => b.alloc('x', 'f32', 1)).toThrow('destroyed');
    await expect(b.sync()).rejects.toThrow('destroyed');
    await fresh().sync();
  });

  it('builds modules whose uniform struct is never empty', () => {
    expect(moduleText(mark, {})).toContain('unused: u32');
    expect(moduleText(affine, { K: 10 })).toContain('const K: u32 = 10u;');
    expect(moduleText(affine, { K: 0.5 })).toContain('const K: f32 = 0.5;');
  });
});
