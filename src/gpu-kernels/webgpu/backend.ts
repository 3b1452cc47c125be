/**
 * The WebGPU executor. Recording makes everything a step needs (pipeline, bind group, uniform bytes, workgroup counts); replaying only encodes and
 * submits, so after the first update nothing is created. Consecutive dispatches share a compute pass; WebGPU orders them as recorded.
 */
import type { Backend, BackendInfo, Buf, BufBindings, Counters, Plan, Recorder } from '../core/backend.ts';
import type { Bindings, ElementType, Kernel, Scalars, ScalarValues } from '../core/kernel.ts';
import type { Gpu } from './device.ts';
import { compile } from './pipelines.ts';
import type { Compiled } from './pipelines.ts';
import { StagingPool } from './staging.ts';
import type { CopyStep, Draft, Step } from './steps.ts';
import { isCopy } from './steps.ts';
import { dispatchSize, packScalars, paramsBytes } from './wgsl.ts';
import type { AnyKernel } from './wgsl.ts';

interface GpuBuf<T extends ElementType = ElementType> extends Buf<T> {
  readonly owner: WebGpuBackend;
  readonly buffer: GPUBuffer;
}

const MIB = 2 ** 20;

export class WebGpuBackend implements Backend {
  readonly info: BackendInfo;
  /**
   * `submits` counts every queue.submit, one for each readback included; `pipelines` counts what this backend had to compile, not what its device
   * already knew; `buffers` and `bytes` include uniforms and staging.
   */
  readonly counters: Counters = { buffers: 0, bindGroups: 0, pipelines: 0, submits: 0, dispatches: 0, readbacks: 0, bytes: 0 };
  readonly lost: Promise<string>;
  private readonly device: GPUDevice;
  private readonly staging: StagingPool;
  private readonly owned: GPUBuffer[] = [];
  private destroyed = false;
  private lostReason: string | undefined;
  /** first error of the device that nobody awaited; sticky, since the buffers hold nothing to trust after it */
  private failure: string | undefined;
  /** error scopes resolve in order, so the last one stands for all before it */
  private lastScope: Promise<void> = Promise.resolve();

  constructor(gpu: Gpu) {
    this.device = gpu.device;
    this.info = { kind: 'webgpu', name: gpu.name, software: gpu.software };
    this.lost = gpu.lost;
    void gpu.lost.then((reason) => (this.lostReason = reason));
    this.staging = new StagingPool(this.device, (bytes) => this.countBuffer(bytes));
    this.device.addEventListener('uncapturederror', this.onUncaptured);
  }

  private readonly onUncaptured = (event: GPUUncapturedErrorEvent): void => {
    this.failure ??= event.error.message;
  };

  private countBuffer(bytes: number): void {
    this.counters.buffers++;
    this.counters.bytes += bytes;
  }

  /** Runs `f` with the device's errors of one kind kept for the next sync or read, under a name a person understands. */
  private watched<T>(what: string, filter: GPUErrorFilter, f: () => T): T {
    this.device.pushErrorScope(filter);
    try {
      return f();
    } finally {
      this.lastScope = this.device.popErrorScope().then(
        (e) => {
          if (e) this.failure ??= `${what}: ${e.message}`;
        },
        () => undefined, // a lost device rejects; the loss itself is reported
      );
    }
  }

  private async throwPending(): Promise<void> {
    await this.lastScope;
    if (this.lostReason !== undefined) throw new Error(`WebGPU device lost: ${this.lostReason}`);
    if (this.failure !== undefined) throw new Error(`WebGPU: ${this.failure}`);
  }

  private alive(): void {
    if (this.destroyed) throw new Error('this WebGPU backend was destroyed');
  }

  private make(label: string, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const buffer = this.watched(`buffer ${label} (${(bytes / MIB).toFixed(1)} MiB)`, 'out-of-memory', () => this.device.createBuffer({ label, size: bytes, usage }));
    this.owned.push(buffer);
    this.countBuffer(bytes);
    return buffer;
  }

  alloc<T extends ElementType>(label: string, type: T, length: number, init?: ArrayLike<number>): Buf<T> {
    this.alive();
    if (!Number.isInteger(length) || length < 1) throw new Error(`buffer ${label}: ${length} elements`);
    const bytes = length * 4;
    const { maxStorageBufferBindingSize, maxBufferSize } = this.device.limits;
    const limit = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    if (bytes > limit) throw new Error(`buffer ${label}: ${(bytes / MIB).toFixed(1)} MiB, more than the ${(limit / MIB).toFixed(0)} MiB this device binds at once`);
    const buffer = this.make(label, bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
    const buf: GpuBuf<T> = { label, type, length, owner: this, buffer };
    if (init) this.write(buf, init);
    return buf;
  }

  private own<T extends ElementType>(buf: Buf<T>): GpuBuf<T> {
    if ((buf as Partial<GpuBuf>).owner !== this) throw new Error(`buffer ${buf.label} is not of this backend`);
    return buf as GpuBuf<T>;
  }

  private static range(buf: Buf, offset: number, length: number, what: string): void {
    if (!(Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && length >= 0 && offset + length <= buf.length))
      throw new Error(`${what} ${buf.label}: elements ${offset}..${offset + length} of ${buf.length}`);
  }

  write(buf: Buf, data: ArrayLike<number>, offset = 0): void {
    this.alive();
    const { buffer, type } = this.own(buf);
    WebGpuBackend.range(buf, offset, data.length, 'write to');
    if (data.length === 0) return;
    const Typed = type === 'f32' ? Float32Array : Uint32Array;
    const words = data instanceof Typed ? data : Typed.from(data);
    this.device.queue.writeBuffer(buffer, offset * 4, words as GPUAllowSharedBufferSource);
  }

  async read<T extends ElementType>(buf: Buf<T>, offset = 0, length = buf.length - offset): Promise<T extends 'u32' ? Uint32Array : Float32Array> {
    type Result = T extends 'u32' ? Uint32Array : Float32Array;
    this.alive();
    const { type } = this.own(buf);
    WebGpuBackend.range(buf, offset, length, 'read of');
    if (length === 0) return (type === 'f32' ? new Float32Array(0) : new Uint32Array(0)) as Result;
    const raw = await this.readBack(`read of ${buf.label}`, [{ buf, offset, length }]);
    return (type === 'f32' ? new Float32Array(raw) : new Uint32Array(raw)) as Result;
  }

  async readAll(bufs: readonly Buf<'f32'>[]): Promise<Float32Array<ArrayBuffer>[]> {
    this.alive();
    const total = bufs.reduce((n, b) => n + b.length, 0);
    const groups = total * 4 <= this.device.limits.maxBufferSize ? [bufs] : bufs.map((b) => [b]);
    const raws = await Promise.all(
      groups.map((g) =>
        this.readBack(
          `read of ${g[0]?.label ?? 'nothing'} and others`,
          g.map((buf) => ({ buf, offset: 0, length: buf.length })),
        ),
      ),
    );
    return groups.flatMap((g, i) => {
      let at = 0;
      return g.map(({ length }) => new Float32Array(raws[i]!, (at += length) * 4 - length * 4, length));
    });
  }

  /** Copies stretches of buffers, one after the other, into one staging buffer and maps it. Everything is submitted before the first wait. */
  private async readBack(what: string, parts: readonly { readonly buf: Buf; readonly offset: number; readonly length: number }[]): Promise<ArrayBuffer> {
    const bytes = parts.reduce((n, p) => n + p.length * 4, 0);
    if (bytes === 0) return new ArrayBuffer(0);
    const staging = this.staging.take(bytes);
    this.watched(what, 'validation', () => {
      const encoder = this.device.createCommandEncoder({ label: what });
      let at = 0;
      for (const { buf, offset, length } of parts) {
        encoder.copyBufferToBuffer(this.own(buf).buffer, offset * 4, staging, at, length * 4);
        at += length * 4;
      }
      this.device.queue.submit([encoder.finish()]);
    });
    this.counters.submits++;
    this.counters.readbacks++;
    try {
      await staging.mapAsync(GPUMapMode.READ, 0, bytes);
    } catch (e) {
      this.alive();
      await this.throwPending();
      throw new Error(`WebGPU: ${what}: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
    }
    const raw = staging.getMappedRange(0, bytes).slice(0);
    staging.unmap();
    this.staging.give(staging);
    await this.throwPending();
    return raw;
  }

  async record(label: string, build: (rec: Recorder) => void): Promise<Plan> {
    this.alive();
    const drafts: (Draft | CopyStep)[] = [];
    build({
      run: (kernel, bindings, scalars) => drafts.push(this.draft(kernel, bindings, scalars)),
      copy: (src, srcOffset, dst, dstOffset, length) => {
        if (src === dst) throw new Error(`copy within ${src.label}`);
        WebGpuBackend.range(src, srcOffset, length, 'copy from');
        WebGpuBackend.range(dst, dstOffset, length, 'copy to');
        drafts.push({ src: this.own(src).buffer, srcBytes: srcOffset * 4, dst: this.own(dst).buffer, dstBytes: dstOffset * 4, bytes: length * 4 });
      },
    });
    const compiled = await Promise.all(drafts.map(async (d) => (isCopy(d) ? null : d.compiled)));
    this.alive();
    const steps = this.watched(`plan ${label}`, 'validation', () => this.bind(label, drafts, compiled));
    await this.throwPending();
    const dispatches = steps.reduce((n, s) => n + (isCopy(s) ? 0 : 1), 0);
    return { label, dispatches, run: (submits = 1) => this.play(label, steps, dispatches, submits) };
  }

  private draft<B extends Bindings, S extends Scalars>(kernel: Kernel<B, S>, bindings: BufBindings<B>, scalars: ScalarValues<S>): Draft {
    const plain = kernel as unknown as AnyKernel;
    const seen = new Map<Buf, string>();
    const buffers = Object.entries(plain.bindings).map(([name, type]) => {
      const buf = (bindings as Record<string, Buf | undefined>)[name];
      if (!buf) throw new Error(`kernel ${kernel.name}: binding ${name} missing`);
      if (!type.endsWith(buf.type)) throw new Error(`kernel ${kernel.name}: ${name} is ${type}, buffer ${buf.label} holds ${buf.type}`);
      const before = seen.get(buf);
      if (before !== undefined && (type.startsWith('rw') || plain.bindings[before]!.startsWith('rw')))
        throw new Error(`kernel ${kernel.name}: buffer ${buf.label} is bound as ${before} and as ${name}, one of them written`);
      seen.set(buf, name);
      return this.own(buf).buffer;
    });
    const [x, y] = dispatchSize(kernel.name, kernel.threads(scalars));
    const compiled = compile(this.device, plain, kernel.consts?.(scalars) ?? {}, () => this.counters.pipelines++);
    compiled.catch(() => undefined); // awaited by record, unless `build` throws first
    return { kernel: plain, compiled, buffers, scalars: { ...scalars }, x, y };
  }

  /** One uniform buffer holds the scalars of the whole plan, each struct at the alignment the device asks for (256 bytes by default). */
  private bind(label: string, drafts: readonly (Draft | CopyStep)[], compiled: readonly (Compiled | null)[]): Step[] {
    const align = this.device.limits.minUniformBufferOffsetAlignment;
    const offsets: number[] = [];
    let total = 0;
    for (const d of drafts) {
      offsets.push(total);
      if (!isCopy(d)) total += Math.ceil(paramsBytes(d.kernel.scalars) / align) * align;
    }
    if (total === 0) return drafts.filter(isCopy);
    const bytes = new ArrayBuffer(total);
    const view = new DataView(bytes);
    drafts.forEach((d, i) => {
      if (!isCopy(d)) packScalars(d.kernel, d.scalars, view, offsets[i]!);
    });
    const uniforms = this.make(`${label} uniforms`, total, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    this.device.queue.writeBuffer(uniforms, 0, bytes);
    return drafts.map((d, i): Step => {
      if (isCopy(d)) return d;
      const { pipeline, layout } = compiled[i]!;
      const group = this.device.createBindGroup({
        label: d.kernel.name,
        layout,
        entries: [
          { binding: 0, resource: { buffer: uniforms, offset: offsets[i]!, size: paramsBytes(d.kernel.scalars) } },
          ...d.buffers.map((buffer, b) => ({ binding: b + 1, resource: { buffer } })),
        ],
      });
      this.counters.bindGroups++;
      return { pipeline, group, x: d.x, y: d.y };
    });
  }

  private play(label: string, steps: readonly Step[], dispatches: number, submits: number): void {
    this.alive();
    const parts = Math.max(1, Math.min(Math.floor(submits), steps.length));
    this.watched(`plan ${label}`, 'validation', () => {
      for (let i = 0; i < parts; i++) this.submit(label, steps, Math.floor((i * steps.length) / parts), Math.floor(((i + 1) * steps.length) / parts));
    });
    this.counters.dispatches += dispatches;
    this.counters.submits += parts;
  }

  private submit(label: string, steps: readonly Step[], from: number, to: number): void {
    const encoder = this.device.createCommandEncoder({ label });
    let pass: GPUComputePassEncoder | undefined;
    let pipeline: GPUComputePipeline | undefined;
    for (let i = from; i < to; i++) {
      const s = steps[i]!;
      if (isCopy(s)) {
        pass?.end();
        pass = pipeline = undefined;
        encoder.copyBufferToBuffer(s.src, s.srcBytes, s.dst, s.dstBytes, s.bytes);
        continue;
      }
      pass ??= encoder.beginComputePass();
      if (s.pipeline !== pipeline) pass.setPipeline((pipeline = s.pipeline));
      pass.setBindGroup(0, s.group);
      pass.dispatchWorkgroups(s.x, s.y);
    }
    pass?.end();
    this.device.queue.submit([encoder.finish()]);
  }

  async sync(): Promise<void> {
    this.alive();
    try {
      await this.device.queue.onSubmittedWorkDone();
    } finally {
      await this.throwPending();
    }
  }

  /** The device and its pipelines live on: the next experiment starts without compiling. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.device.removeEventListener('uncapturederror', this.onUncaptured);
    for (const b of this.owned) b.destroy();
    this.owned.length = 0;
    this.staging.destroy();
    this.counters.bytes = 0;
  }
}

export const createWebGpuBackend = (gpu: Gpu): Backend => new WebGpuBackend(gpu);
