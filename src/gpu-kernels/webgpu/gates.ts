/**
 * The start-up check of a device: one dispatch that does in small what training relies on, held against known values. A driver that fails is reported by
 * name and the lab runs on the CPU twin instead of drawing wrong curves.
 *
 * Optional features (shader-f16, subgroups, timestamp-query) would be requested in device.ts and switched on here, each by a section of its own that must
 * agree with the f32 values on this very device. No kernel uses one so far.
 */
import { defineKernel } from '../core/kernel.ts';
import { exp, log, tanh } from '../cpu/math.ts';
import { philoxUniform } from '../random/philox.ts';
import { philoxWgsl } from '../random/includes.ts';
import { createWebGpuBackend } from './backend.ts';
import type { Gpu } from './device.ts';
import gatesWgsl from './gates.wgsl?raw';

const N = 64;

/** values [8n + 3] = exp(x), tanh(x), log(|x| + .001), 1/sqrt(|x| + .001), the product [n, 4], sum of x, exp(-1e30), a uniform; words [18] = philox of three counters, integer arithmetic */
const gates = defineKernel({
  name: 'gates',
  bindings: { x: 'f32', u: 'u32', values: 'rw f32', words: 'rw u32' },
  scalars: { n: 'u32' },
  threads: (s) => s.n,
  wgsl: gatesWgsl,
  includes: [philoxWgsl],
  cpu: () => undefined, // never run on the CPU: `expected` is the other side
});

/** counter and key of each known answer; the second also serves as all-ones operands, the third as odd ones */
const ONES = 0xffffffff;
const COUNTERS = [0, 0, 0, 0, 0, 0, ONES, ONES, ONES, ONES, ONES, ONES, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0];
const PHILOX = [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd, 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1];

/** inputs over the range the kernels meet: attention scores and logits in (-20, 10], so that exp spans 13 decades */
const inputs = (): Float32Array => Float32Array.from({ length: N }, (_, i) => 10 - ((i * 37) % N) * (30 / N));

interface Gate {
  readonly name: string;
  readonly from: number;
  readonly wanted: readonly number[];
  /** |got - wanted| <= atol + rtol |wanted| */
  readonly rtol: number;
  readonly atol: number;
}

/** Tolerances are the worst the WGSL specification allows, with room: exp 3 + 2|x| ulp, tanh and log by absolute error; a broken driver is off by far more. */
function expected(x: Float32Array): Gate[] {
  const xs = [...x];
  const product = xs.flatMap((v) => [0, 1, 2, 3].map((j) => xs.reduce((s, b, k) => s + (v + k / 16) * (b - j / 8), 0)));
  return [
    { name: 'exp', from: 0, wanted: xs.map(exp), rtol: 1e-5, atol: 0 },
    { name: 'tanh', from: N, wanted: xs.map(tanh), rtol: 1e-5, atol: 1e-5 },
    { name: 'log', from: 2 * N, wanted: xs.map((v) => log(Math.abs(v) + 1e-3)), rtol: 1e-6, atol: 1e-6 },
    { name: 'square root', from: 3 * N, wanted: xs.map((v) => 1 / Math.sqrt(Math.abs(v) + 1e-3)), rtol: 1e-5, atol: 0 },
    { name: 'matrix product', from: 4 * N, wanted: product, rtol: 1e-5, atol: 0.02 }, // sums of 64 products up to 140 that nearly cancel
    { name: 'sum', from: 8 * N, wanted: [xs.reduce((a, b) => a + b, 0)], rtol: 1e-5, atol: 1e-4 },
    { name: 'masked exp', from: 8 * N + 1, wanted: [0], rtol: 0, atol: 0 },
    { name: 'uniform', from: 8 * N + 2, wanted: [philoxUniform(0, 0, 0, 0, 0)], rtol: 0, atol: 0 },
  ];
}

function integers(x1: number): number[] {
  const [a, b] = [COUNTERS[12]!, COUNTERS[13]!];
  return [1, ONES, Math.imul(a, b) >>> 0, Math.floor(a / 1000) + (b % 1000), ((b >>> 31) | (a << 4)) >>> 0, new Uint32Array(Float32Array.of(x1 * 2).buffer)[0]!];
}

/** the name of the first thing that differs, for tests and for `checkDevice` */
export function firstDifference(x: Float32Array, values: ArrayLike<number>, words: ArrayLike<number>): string | null {
  const ints = [...PHILOX, ...integers(x[1]!)];
  for (let i = 0; i < ints.length; i++) if (words[i] !== ints[i]) return `${i < PHILOX.length ? 'random numbers (Philox)' : 'integer arithmetic'}: word ${i} is ${words[i]}, not ${ints[i]}`;
  for (const g of expected(x))
    for (let i = 0; i < g.wanted.length; i++) {
      const got = values[g.from + i]!;
      const want = g.wanted[i]!;
      if (!(Math.abs(got - want) <= g.atol + g.rtol * Math.abs(want))) return `${g.name}: ${got}, not ${want}`;
    }
  return null;
}

/** Resolves with null when the device computes as it should, otherwise with what is wrong, in words. */
export async function checkDevice(gpu: Gpu): Promise<string | null> {
  const backend = createWebGpuBackend(gpu);
  try {
    const x = inputs();
    const values = backend.alloc('gate values', 'f32', 8 * N + 3);
    const words = backend.alloc('gate words', 'u32', 18);
    const bindings = { x: backend.alloc('gate floats', 'f32', N, x), u: backend.alloc('gate integers', 'u32', COUNTERS.length, COUNTERS), values, words };
    const plan = await backend.record('gates', (rec) => rec.run(gates, bindings, { n: N }));
    plan.run();
    return firstDifference(x, await backend.read(values), await backend.read(words));
  } catch (e) {
    return e instanceof Error ? e.message : String(e);
  } finally {
    backend.destroy();
  }
}
