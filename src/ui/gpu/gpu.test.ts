import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../gpu-kernels/checks/check.ts';
import type { FromGpuTest } from '../../train/gpu-test/protocol.ts';
import { reportJson, reportText, small, times, toleranceWords, verdict } from './report.ts';
import type { GpuTest } from './state.ts';
import { cancelled, receive, sorted, started } from './state.ts';

const result = (pass: boolean, difference = 1e-7): CheckResult => ({
  folder: 'gelu',
  kernel: 'gelu',
  shape: 'n 348',
  difference,
  tolerance: { rtol: 1e-5, atol: 2e-6 },
  pass,
  ...(pass ? {} : { fault: 'y[3] is 1, the CPU twin has 2' }),
});
const device: FromGpuTest = { type: 'device', device: { name: 'Card', software: false, vendor: 'v', architecture: 'a', limits: { maxBufferSize: 5 }, features: ['shader-f16'] } };
const speed = (updatesPerSecond: number) => ({ updates: 10, seconds: 1, updatesPerSecond });
const after = (...messages: FromGpuTest[]): GpuTest => messages.reduce(receive, started);

describe('the test of a device', () => {
  test('adds up to a verdict', () => {
    const good = after(
      device,
      { type: 'check', result: result(true) },
      { type: 'check', result: result(true) },
      { type: 'bench', bench: { what: 'w', webgpu: speed(40), cpu: speed(2), ratio: 20 } },
      { type: 'done' },
    );
    expect(verdict(good)).toBe('All 2 checks passed: this device computes what the CPU twin computes.');
    const bad = after(device, { type: 'check', result: result(true) }, { type: 'check', result: result(false, Infinity) }, { type: 'done' });
    expect(verdict(bad)).toBe('1 of 2 checks failed: do not trust runs on this device.');
    expect(sorted(bad.results)[0]?.pass).toBe(false);
    expect(verdict(cancelled(after({ type: 'check', result: result(true) })))).toBe('Cancelled. The one check passed until then.');
    expect(cancelled(good).state).toBe('done');
    expect(verdict(after({ type: 'error', message: 'lost' }))).toBe('The test stopped: lost');
  });

  test('says which of the causes it was when there is no WebGPU', () => {
    const seen = (['no-api', 'insecure', 'no-adapter', 'device-failed'] as const).map((reason) => verdict(after({ type: 'noGpu', reason, detail: 'd' })));
    expect(new Set(seen).size).toBe(4);
    expect(seen[1]).toContain('secure address');
  });

  test('is reported as text and as JSON', () => {
    const t = after(device, { type: 'check', result: result(false, Infinity) }, { type: 'bench', bench: { what: 'w', webgpu: speed(40), cpu: speed(2), ratio: 20 } }, { type: 'done' });
    const text = reportText(t, 'Browser 1');
    for (const part of ['Browser: Browser 1', 'Adapter: Card, v, a', 'maxBufferSize 5', 'FAIL  gelu', 'y[3] is 1', '20 times']) expect(text).toContain(part);
    expect(JSON.parse(reportJson(t, 'Browser 1'))).toMatchObject({ thaw: 'gpu-test', device: { name: 'Card' }, results: [{ kernel: 'gelu', difference: null, pass: false }], bench: { ratio: 20 } });
  });

  test('numbers', () => {
    expect([small(0), small(1.23e-6), small(5), small(Infinity)]).toEqual(['0', '1.2e-6', '5.0', 'none']);
    expect(toleranceWords({ rtol: 0, atol: 0 })).toBe('exact');
    expect(toleranceWords({ rtol: 1e-5, atol: 1e-6 })).toBe('1.0e-6 + 1.0e-5 of the value');
    expect([times(23.4), times(1.26)]).toEqual(['23 times', '1.3 times']);
  });
});
