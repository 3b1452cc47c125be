/** The report a visitor can copy: as text for people, as JSON for programs. */
import type { CheckResult, Tolerance } from '../../gpu-kernels/checks/check.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { NO_GPU } from '../lab/words.ts';
import type { GpuTest } from './state.ts';

/** 0.0000012 -> "1.2e-6"; 0 stays 0 */
export const small = (v: number): string => (v === 0 ? '0' : Number.isFinite(v) ? v.toExponential(1).replace('e+0', '') : 'none');

export const toleranceWords = ({ rtol, atol }: Tolerance): string => (rtol === 0 && atol === 0 ? 'exact' : `${small(atol)} + ${small(rtol)} of the value`);

export const perSecond = (v: number): string => (v >= 100 ? String(Math.round(v)) : v.toPrecision(2));

/** 23.4 -> "23 times"; below 10 with one digit */
export const times = (ratio: number): string => `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)} times`;

export function verdict(t: GpuTest): string {
  if (t.noGpu) return NO_GPU[t.noGpu.reason].what;
  const failed = t.results.filter((r) => !r.pass).length;
  const of = t.results.length;
  const found = failed === 0 ? `${of === 1 ? 'The one check' : `All ${of} checks`} passed` : `${failed} of ${of} checks failed`;
  if (t.state === 'done') return failed === 0 ? `${found}: this device computes what the CPU twin computes.` : `${found}: do not trust runs on this device.`;
  if (t.state === 'cancelled') return `Cancelled. ${of > 0 ? `${found} until then.` : ''}`.trim();
  if (t.state === 'failed') return `The test stopped: ${t.error ?? 'unknown reason'}`;
  return '';
}

export function reportJson(t: GpuTest, browser: string): string {
  // JSON has no infinity: a device that refused has no difference
  const results = t.results.map((r) => ({ ...r, difference: Number.isFinite(r.difference) ? r.difference : null }));
  return JSON.stringify({ thaw: 'gpu-test', engine: ENGINE_VERSION, browser, verdict: verdict(t), device: t.device, noGpu: t.noGpu, results, bench: t.bench }, null, 1);
}

const line = (r: CheckResult): string =>
  `${r.pass ? 'pass' : 'FAIL'}  ${r.kernel.padEnd(20)} ${small(r.difference).padStart(8)}  (${toleranceWords(r.tolerance)})  ${r.shape}${r.fault ? `\n      ${r.fault}` : ''}`;

export function reportText(t: GpuTest, browser: string): string {
  const { device: d, bench: b } = t;
  return [
    `Thaw, test of a graphics device (engine ${ENGINE_VERSION})`,
    `Browser: ${browser}`,
    ...(d ? [`Adapter: ${[d.name, d.vendor, d.architecture].filter(Boolean).join(', ')}${d.software ? ' (software)' : ''}`] : []),
    ...(t.noGpu ? [`No WebGPU: ${t.noGpu.detail}`] : []),
    ...(d
      ? [
          `Limits: ${Object.entries(d.limits)
            .map(([name, v]) => `${name} ${v}`)
            .join(', ')}`,
          `Features: ${d.features.join(', ') || 'none'}`,
        ]
      : []),
    verdict(t),
    ...(b ? [`Speed: ${perSecond(b.webgpu.updatesPerSecond)} updates/s on the device, ${perSecond(b.cpu.updatesPerSecond)} on the CPU twin, ${times(b.ratio)} (${b.what})`] : []),
    ...(t.results.length > 0 ? ['', 'result, kernel, largest difference, tolerance, sizes', ...t.results.map(line)] : []),
  ].join('\n');
}
