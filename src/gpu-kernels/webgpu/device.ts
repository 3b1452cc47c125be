/** Getting a device, or a named reason why there is none. */

/** why a page has no WebGPU: the three causes a visitor can act on, and the one nobody can */
export type NoGpuReason = 'no-api' | 'insecure' | 'no-adapter' | 'device-failed';

export class NoGpuError extends Error {
  readonly reason: NoGpuReason;
  constructor(reason: NoGpuReason, detail: string) {
    super(detail);
    this.name = 'NoGpuError';
    this.reason = reason;
  }
}

export interface Gpu {
  readonly device: GPUDevice;
  /** what to show a person */
  readonly name: string;
  /** true for SwiftShader, lavapipe, WARP: never quote speed from these */
  readonly software: boolean;
  /** resolves with the reason when the device is lost, also after destroy(); never rejects */
  readonly lost: Promise<string>;
}

export interface DeviceOptions {
  /** where to ask; a page leaves it out, Node passes what npm `webgpu` created */
  readonly api?: GPU | undefined;
  readonly powerPreference?: GPUPowerPreference;
  /**
   * `default` keeps every experiment inside the limits that all devices have (128 MiB a binding); `adapter` takes the adapter's own buffer
   * sizes, for banks that need more. Nothing else about the device changes.
   */
  readonly limits?: 'default' | 'adapter';
}

function adapterName(info: GPUAdapterInfo): string {
  if (info.description) return info.description;
  const parts = [info.vendor, info.architecture, info.device].filter((s) => s !== '');
  return parts.length > 0 ? parts.join(' ') : 'unnamed adapter';
}

function isSoftware(info: GPUAdapterInfo): boolean {
  // isFallbackAdapter says it by itself in Chromium; the names catch drivers that are installed as if they were hardware
  return info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|softpipe|basic render|\bwarp\b|software/i.test(`${info.vendor} ${info.architecture} ${info.device} ${info.description}`);
}

const message = (e: unknown): string => (e instanceof Error ? e.message : String(e));

/** Requests adapter and device. Throws NoGpuError; the caller then runs the CPU twin and says so. */
export async function openGpu(options: DeviceOptions = {}): Promise<Gpu> {
  const api = options.api ?? (typeof navigator === 'undefined' ? undefined : navigator.gpu);
  if (!api) {
    // browsers hide navigator.gpu from pages that came over plain http, which is the one cause a visitor can see in the address bar
    if (globalThis.isSecureContext === false) throw new NoGpuError('insecure', 'WebGPU needs a secure page (https or localhost)');
    throw new NoGpuError('no-api', 'this browser has no WebGPU');
  }
  let adapter: GPUAdapter | null;
  try {
    adapter = await api.requestAdapter(options.powerPreference ? { powerPreference: options.powerPreference } : {});
  } catch (e) {
    throw new NoGpuError('no-adapter', `no graphics adapter: ${message(e)}`);
  }
  if (!adapter) throw new NoGpuError('no-adapter', 'the browser has WebGPU but offers no graphics adapter (driver blocked, or hardware acceleration off)');

  const requiredLimits: Record<string, number> = {};
  if (options.limits === 'adapter') {
    requiredLimits.maxStorageBufferBindingSize = adapter.limits.maxStorageBufferBindingSize;
    requiredLimits.maxBufferSize = adapter.limits.maxBufferSize;
  }
  let device: GPUDevice;
  try {
    // no optional features: shader-f16, subgroups and timestamp-query are requested once gates.ts has a check that they agree with f32
    device = await adapter.requestDevice({ label: 'thaw', requiredLimits });
  } catch (e) {
    throw new NoGpuError('device-failed', `the graphics adapter gave no device: ${message(e)}`);
  }
  const lost = device.lost.then(
    (info) => (info.reason === 'destroyed' ? 'device destroyed' : info.message || 'device lost for an unknown reason'),
    (e: unknown) => message(e),
  );
  return { device, name: adapterName(adapter.info), software: isSoftware(adapter.info), lost };
}
