import { expect, it } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { tinyModels, tinyScenario, tinySettings } from '../testing/tiny.ts';
import { benchmark } from './bench.ts';

it('gives both executors the same time in turn and their ratio', async () => {
  // a clock that goes on by half a second whenever it is asked: three looks a round of one second
  let t = 0;
  const seen: number[] = [];
  const bench = await benchmark({
    webgpu: () => createCpuBackend(),
    cpu: () => createCpuBackend(),
    scenario: tinyScenario,
    models: tinyModels(),
    settings: tinySettings({ seeds: '1' }),
    roundSeconds: 1,
    onProgress: (fraction) => seen.push(fraction),
    now: () => (t += 500),
  });
  expect(bench.webgpu).toEqual({ updates: 4, seconds: 2, updatesPerSecond: 2 });
  expect(bench.cpu).toEqual(bench.webgpu);
  expect(bench.ratio).toBe(1);
  expect(bench.what).toBe('arm single, policy S, seeds 1, 2 groups of 4 dialogues a seed and update');
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe(1);
});
