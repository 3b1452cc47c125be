/**
 * How numbers leave the device: every update writes one line of a ring, every evaluation one line of another, both in a single buffer that the host reads a few times a second.
 */
import type { Backend, Buf, Recorder } from '../../gpu-kernels/core/backend.ts';
import { ring } from '../../gpu-kernels/kernels/ring/kernel.ts';
import type { MetricPoint } from '../protocol.ts';

/** One source of values: `columns` numbers for each seed, laid out [seeds, columns] in `buf`; names[c] = null for columns nobody reads. */
export interface Source {
  readonly buf: Buf<'f32'>;
  readonly names: readonly (string | null)[];
}

export interface Ring {
  readonly report: Buf<'f32'>;
  readonly size: number;
  readonly offset: number;
  readonly width: number;
  readonly sources: readonly Source[];
  record(rec: Recorder, clock: Buf<'u32'>): void;
}

/** Lines kept until the host has read them: it must read before this many more are written. */
export const UPDATE_LINES = 128;
export const EVAL_LINES = 16;

/** Makes a ring of `size` lines per entry of `parts`, one after the other in one buffer. */
export function createRings(backend: Backend, seeds: number, parts: readonly { readonly size: number; readonly sources: readonly Source[] }[]): Ring[] {
  const width = (sources: readonly Source[]) => sources.reduce((w, s) => w + s.names.length * seeds, 0);
  const total = parts.reduce((t, p) => t + p.size * width(p.sources), 0);
  const report = backend.alloc('report', 'f32', total);
  let start = 0;
  return parts.map(({ size, sources }) => {
    const w = width(sources);
    const offset = start;
    start += size * w;
    return {
      report,
      size,
      offset,
      width: w,
      sources,
      record(rec, clock) {
        let at = 0;
        for (const s of sources) {
          const n = s.names.length * seeds;
          rec.run(ring, { values: s.buf, clock, ring: report }, { n, base: offset, offset: at, width: w, size });
          at += n;
        }
      },
    };
  });
}

/** The line that was written with clock value `line`, as a metric point of update `update`. */
export function readLine(r: Ring, data: Float32Array, line: number, update: number, seeds: number): MetricPoint {
  const values: Record<string, number[]> = {};
  let at = r.offset + (line % r.size) * r.width;
  for (const s of r.sources) {
    s.names.forEach((name, c) => {
      if (name !== null) values[name] = Array.from({ length: seeds }, (_, i) => data[at + i * s.names.length + c]!);
    });
    at += s.names.length * seeds;
  }
  return { update, values };
}
