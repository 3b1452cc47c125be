/**
 * The CPU twin: the same recorder and plans as WebGPU, over typed arrays. Buffers live in one WebAssembly memory so that the matrix product reaches them
 * without copies. Every operation runs in a fixed order with exactly rounded arithmetic: the same bits in Node and in every browser.
 */
import type { Backend, Buf, BufBindings, Counters, Plan, Recorder } from '../core/backend.ts';
import type { Bindings, CpuBindings, ElementType, Floats, Kernel, Scalars, ScalarValues } from '../core/kernel.ts';
import type { CpuContext } from './context.ts';
import { instantiateSimd, SIMD_SLACK, START } from './simd.ts';

export interface CpuOptions {
  /** f64: every float buffer is a Float64Array and the product runs in plain TypeScript; a referee for tests, slow */
  readonly precision?: 'f32' | 'f64';
}

type Arr = Floats | Uint32Array;

interface CpuBuf<T extends ElementType> extends Buf<T> {
  readonly byteOffset: number;
  /** replaced when the memory grows */
  data: Arr;
}

const PAGE = 65536;

class CpuBackend implements Backend {
  readonly info;
  readonly counters: Counters = { buffers: 0, bindGroups: 0, pipelines: 0, submits: 0, dispatches: 0, readbacks: 0, bytes: 0 };
  readonly lost = new Promise<string>(() => {});
  /** grows when the memory does; plans compare it to refresh their views */
  epoch = 0;
  private readonly memory = new WebAssembly.Memory({ initial: 16, maximum: 65536 });
  private readonly simd = instantiateSimd(this.memory);
  private top = 64;
  private bufs: CpuBuf<ElementType>[] = [];
  private scratches: (CpuBuf<'f32'> | undefined)[] = [];
  private readonly f64: boolean;
  readonly context: CpuContext;

  constructor(options: CpuOptions) {
    this.f64 = options.precision === 'f64';
    this.info = { kind: 'cpu' as const, name: this.f64 ? 'CPU referee (float64)' : 'CPU twin (WebAssembly SIMD)', software: true };
    const scratch = (slot: number) => this.scratches[slot]!.data as Floats;
    this.context = this.f64 ? { mm: plainMatmul, scratch } : { mm: this.product, scratch, simd: this.simd };
  }

  private readonly product: CpuContext['mm'] = (m, n, k, a, aOff, aRow, aInner, b, bOff, bRow, c, cOff, cRow, add) => {
    if (aInner !== 1 && aRow !== 1) throw new Error('matrix product: neither the rows nor the columns of A are contiguous');
    const mm = aInner === 1 ? this.simd.mm : this.simd.mmT;
    mm(m, n, k, a.byteOffset + aOff * 4, (aInner === 1 ? aRow : aInner) * 4, b.byteOffset + bOff * 4, bRow * 4, c.byteOffset + cOff * 4, cRow * 4, add ? START.c : START.zero, 0, 0);
  };

  /** Allocated while recording: growing the memory inside a kernel would detach the views it already holds. */
  private reserveScratch(sizes: readonly number[]): void {
    sizes.forEach((n, slot) => {
      const have = this.scratches[slot];
      if (!have || have.length < n) this.scratches[slot] = this.alloc(`scratch ${slot}`, 'f32', n) as CpuBuf<'f32'>;
    });
  }

  alloc<T extends ElementType>(label: string, type: T, length: number, init?: ArrayLike<number>): Buf<T> {
    if (!Number.isInteger(length) || length < 1) throw new Error(`buffer ${label}: ${length} elements`);
    const bytes = length * 4;
    const offset = this.top;
    let buf: CpuBuf<T>;
    if (this.f64) {
      buf = { label, type, length, byteOffset: 0, data: type === 'f32' ? new Float64Array(length) : new Uint32Array(length) };
    } else {
      const end = offset + Math.ceil(bytes / 64) * 64;
      if (end + SIMD_SLACK > 65536 * PAGE) throw new Error(`buffer ${label}: ${(end / 2 ** 30).toFixed(1)} GiB in all, more than the CPU twin can hold`);
      if (end + SIMD_SLACK > this.memory.buffer.byteLength) this.grow(end + SIMD_SLACK);
      this.top = end;
      buf = { label, type, length, byteOffset: offset, data: this.view(type, offset, length) };
    }
    this.bufs.push(buf);
    this.counters.buffers++;
    this.counters.bytes += bytes;
    if (init) this.write(buf, init);
    return buf;
  }

  private view(type: ElementType, offset: number, length: number): Arr {
    return type === 'f32' ? new Float32Array(this.memory.buffer, offset, length) : new Uint32Array(this.memory.buffer, offset, length);
  }

  private grow(end: number): void {
    const want = Math.min(65536, Math.ceil(Math.max(end, this.memory.buffer.byteLength * 1.25) / PAGE));
    this.memory.grow(want - this.memory.buffer.byteLength / PAGE);
    this.epoch++; // growing detaches every view
    for (const b of this.bufs) b.data = this.view(b.type, b.byteOffset, b.length);
  }

  write(buf: Buf, data: ArrayLike<number>, offset = 0): void {
    if (offset + data.length > buf.length) throw new Error(`write past the end of ${buf.label}`);
    (buf as CpuBuf<ElementType>).data.set(data, offset);
  }

  read<T extends ElementType>(buf: Buf<T>, offset = 0, length = buf.length - offset): Promise<T extends 'u32' ? Uint32Array : Float32Array> {
    this.counters.readbacks++;
    const data = (buf as CpuBuf<T>).data.slice(offset, offset + length);
    return Promise.resolve(data as unknown as T extends 'u32' ? Uint32Array : Float32Array);
  }

  readAll(bufs: readonly Buf<'f32'>[]): Promise<Float32Array<ArrayBuffer>[]> {
    this.counters.readbacks++;
    return Promise.resolve(bufs.map((b) => new Float32Array((b as CpuBuf<'f32'>).data)));
  }

  record(label: string, build: (rec: Recorder) => void): Promise<Plan> {
    const steps: (() => void)[] = [];
    const rec: Recorder = {
      run: (kernel, bindings, scalars) => steps.push(this.step(kernel, bindings, scalars)),
      copy: (src, so, dst, dof, n) => {
        if (src === dst) throw new Error(`copy within ${src.label}`);
        const s = src as CpuBuf<ElementType>;
        const d = dst as CpuBuf<ElementType>;
        steps.push(() => d.data.set(s.data.subarray(so, so + n), dof));
      },
    };
    build(rec);
    const counters = this.counters;
    return Promise.resolve({
      label,
      dispatches: steps.length,
      run() {
        for (const s of steps) s();
        counters.dispatches += steps.length;
        counters.submits++;
      },
    });
  }

  private step<B extends Bindings, S extends Scalars>(kernel: Kernel<B, S>, bindings: BufBindings<B>, scalars: ScalarValues<S>): () => void {
    let epoch = -1;
    let views = {} as CpuBindings<B>;
    const names = Object.keys(kernel.bindings) as (keyof B)[];
    for (const n of names) if (!bindings[n]) throw new Error(`kernel ${kernel.name}: binding ${String(n)} missing`);
    if (kernel.scratch) this.reserveScratch(kernel.scratch(scalars));
    const fixed = { ...scalars };
    return () => {
      if (epoch !== this.epoch) {
        epoch = this.epoch;
        views = Object.fromEntries(names.map((n) => [n, (bindings[n] as unknown as CpuBuf<ElementType>).data])) as unknown as CpuBindings<B>;
      }
      kernel.cpu(views, fixed, this.context);
    };
  }

  sync(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): void {
    this.bufs = [];
    this.scratches = [];
    this.counters.bytes = 0;
  }
}

function plainMatmul(
  m: number,
  n: number,
  k: number,
  a: Floats,
  aOff: number,
  aRow: number,
  aInner: number,
  b: Floats,
  bOff: number,
  bRow: number,
  c: Floats,
  cOff: number,
  cRow: number,
  add: boolean,
): void {
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      let s = add ? (c[cOff + i * cRow + j] as number) : 0;
      for (let q = 0; q < k; q++) s += (a[aOff + i * aRow + q * aInner] as number) * (b[bOff + q * bRow + j] as number);
      c[cOff + i * cRow + j] = s;
    }
}

/** Makes a CPU backend. Throws where WebAssembly SIMD is missing. */
export function createCpuBackend(options: CpuOptions = {}): Backend {
  return new CpuBackend(options);
}
