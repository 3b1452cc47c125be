import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharedGpu } from '../testing/parity.ts';
import { NoGpuError, openGpu } from './device.ts';
import { checkDevice, firstDifference } from './gates.ts';

const info = { vendor: 'acme', architecture: 'g1', device: '', description: '', isFallbackAdapter: false };
const device = { lost: new Promise(() => undefined) };
const apiOf = (adapter: unknown): GPU => ({ requestAdapter: () => Promise.resolve(adapter) }) as unknown as GPU;

async function reasonOf(api: GPU | undefined): Promise<string> {
  try {
    await openGpu({ api });
    return 'opened';
  } catch (e) {
    return e instanceof NoGpuError ? e.reason : `unexpected ${String(e)}`;
  }
}

describe('openGpu', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('names why there is no device', async () => {
    vi.stubGlobal('navigator', {});
    expect(await reasonOf(undefined)).toBe('no-api');
    vi.stubGlobal('isSecureContext', false);
    expect(await reasonOf(undefined)).toBe('insecure');
    expect(await reasonOf(apiOf(null))).toBe('no-adapter');
    expect(await reasonOf({ requestAdapter: () => Promise.reject(new Error('blocked')) } as unknown as GPU)).toBe('no-adapter');
    expect(await reasonOf(apiOf({ info, limits: {}, requestDevice: () => Promise.reject(new Error('out of handles')) }))).toBe('device-failed');
  });

  it('describes the adapter and knows software', async () => {
    const open = (over: Partial<typeof info>) => openGpu({ api: apiOf({ info: { ...info, ...over }, limits: {}, requestDevice: () => Promise.resolve(device) }) });
    expect(await open({})).toMatchObject({ name: 'acme g1', software: false });
    expect(await open({ description: 'Acme G1 rev 2' })).toMatchObject({ name: 'Acme G1 rev 2', software: false });
    expect(await open({ isFallbackAdapter: true })).toMatchObject({ software: true });
    expect(await open({ description: 'llvmpipe (LLVM 19)' })).toMatchObject({ software: true });
    expect(await open({ vendor: '', architecture: '' })).toMatchObject({ name: 'unnamed adapter' });
  });

  it('asks for the buffer sizes of the adapter only when told to', async () => {
    const asked: unknown[] = [];
    const adapter = {
      info,
      limits: { maxStorageBufferBindingSize: 2 ** 31, maxBufferSize: 2 ** 32 },
      requestDevice: (d: GPUDeviceDescriptor) => (asked.push(d.requiredLimits), Promise.resolve(device)),
    };
    await openGpu({ api: apiOf(adapter) });
    await openGpu({ api: apiOf(adapter), limits: 'adapter' });
    expect(asked).toEqual([{}, { maxStorageBufferBindingSize: 2 ** 31, maxBufferSize: 2 ** 32 }]);
  });

  it('says when the device is lost', async () => {
    const lost = (reason: string, message: string) => openGpu({ api: apiOf({ info, limits: {}, requestDevice: () => Promise.resolve({ lost: Promise.resolve({ reason, message }) }) }) });
    expect(await (await lost('destroyed', 'x')).lost).toBe('device destroyed');
    expect(await (await lost('unknown', 'GPU reset')).lost).toBe('GPU reset');
  });
});

describe('start-up check', () => {
  it('passes on this device', async () => {
    expect(await checkDevice(await sharedGpu())).toBeNull();
  });

  it('names the first thing that is wrong', () => {
    const x = new Float32Array(64);
    const ints = [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd, 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1];
    expect(firstDifference(x, [], [])).toMatch(/^random numbers/);
    expect(firstDifference(x, [], ints)).toMatch(/^integer arithmetic/);
    const a = 0x243f6a88;
    const b = 0x85a308d3;
    const all = [...ints, 1, 0xffffffff, Math.imul(a, b) >>> 0, Math.floor(a / 1000) + (b % 1000), ((b >>> 31) | (a << 4)) >>> 0, 0];
    expect(firstDifference(x, new Float32Array(600), all)).toBe('exp: 0, not 1');
    expect(firstDifference(x, new Float32Array(600).fill(NaN), all)).toBe('exp: NaN, not 1');
  });

  it('reports a lost device in words', async () => {
    const gpu = await sharedGpu();
    const adapterDevice = { ...gpu, lost: Promise.resolve('driver crashed') };
    await Promise.resolve();
    expect(await checkDevice(adapterDevice)).toBe('WebGPU device lost: driver crashed');
  });
});
