/** Buffers for reading back, reused: a training run that reads its metrics four times a second must not allocate each time. */

/** 4 KiB at least, then powers of two: a few sizes serve every reader */
const capacityFor = (bytes: number): number => Math.max(4096, 2 ** Math.ceil(Math.log2(bytes)));

export class StagingPool {
  private readonly device: GPUDevice;
  private readonly onCreate: (bytes: number) => void;
  private readonly all = new Set<GPUBuffer>();
  private free: GPUBuffer[] = [];

  constructor(device: GPUDevice, onCreate: (bytes: number) => void) {
    this.device = device;
    this.onCreate = onCreate;
  }

  /** the smallest free buffer that holds `bytes`, or a new one */
  take(bytes: number): GPUBuffer {
    let best = -1;
    this.free.forEach((b, i) => {
      if (b.size >= bytes && (best < 0 || b.size < this.free[best]!.size)) best = i;
    });
    if (best >= 0) return this.free.splice(best, 1)[0]!;
    const size = Math.min(capacityFor(bytes), Math.max(bytes, this.device.limits.maxBufferSize));
    const buffer = this.device.createBuffer({ label: `staging ${size}`, size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    this.all.add(buffer);
    this.onCreate(size);
    return buffer;
  }

  /** returns an unmapped buffer to the pool */
  give(buffer: GPUBuffer): void {
    if (this.all.has(buffer)) this.free.push(buffer);
  }

  destroy(): void {
    for (const b of this.all) b.destroy();
    this.all.clear();
    this.free = [];
  }
}
