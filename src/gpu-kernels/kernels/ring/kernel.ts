import { defineKernel } from '../../core/kernel.ts';
import wgsl from './ring.wgsl?raw';

/** ring[base + (clock[0] % size) * width + offset + i] = values[i], i in [0, n): one update's metrics into the ring that the host reads a few times a second. */
export const ring = defineKernel({
  name: 'ring',
  bindings: { values: 'f32', clock: 'u32', ring: 'rw f32' },
  scalars: { n: 'u32', base: 'u32', offset: 'u32', width: 'u32', size: 'u32' },
  threads: (s) => s.n,
  wgsl,
  cpu({ values, clock, ring: out }, s) {
    const o = s.base + (clock[0]! % s.size) * s.width + s.offset;
    for (let i = 0; i < s.n; i++) out[o + i] = values[i]!;
  },
});
