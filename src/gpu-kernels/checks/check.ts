/** One kernel at fixed inputs, run on both executors: what "Test my GPU" is made of. No test library: it runs in a page as well as in Node. */
import type { Backend, Buf, BufBindings } from '../core/backend.ts';
import type { Bindings, ElementType, Kernel, Scalars, ScalarValues } from '../core/kernel.ts';
import { createCpuBackend } from '../cpu/backend.ts';

/** what a binding starts with: its elements, or a length for zeros */
export type Input = ArrayLike<number> | number;
export type Inputs<B extends Bindings> = { [K in keyof B]: Input };
export type Outputs<B extends Bindings> = { [K in keyof B]: B[K] extends `${string}u32` ? Uint32Array : Float32Array };

/** Of floats: |cpu - gpu| <= atol + rtol * |cpu|. Integers must agree exactly. */
export interface Tolerance {
  readonly rtol: number;
  readonly atol: number;
}

export interface Check {
  readonly kernel: Kernel;
  /** the sizes in words: "rows 7, k 10, n 9" */
  readonly shape: string;
  readonly inputs: Readonly<Record<string, Input>>;
  readonly scalars: Readonly<Record<string, number>>;
  readonly tolerance: Tolerance;
}

/** The checks of one kernel folder; a backward kernel first computes on the CPU twin what its forward kernel leaves. */
export interface FolderChecks {
  readonly folder: string;
  make(): Check[] | Promise<Check[]>;
}

export interface CheckResult {
  readonly folder: string;
  readonly kernel: string;
  readonly shape: string;
  /** largest |cpu - device| of all that was written; NaN counts as infinite */
  readonly difference: number;
  readonly tolerance: Tolerance;
  readonly pass: boolean;
  /** the worst element, where the check fails */
  readonly fault?: string;
}

/** {rows: 7, k: 10} -> "rows 7, k 10" */
export const sizes = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');

const CLOSE: Tolerance = { rtol: 1e-5, atol: 1e-6 };

/** Types are held together here; afterwards a check is plain data. */
export function check<B extends Bindings, S extends Scalars>(
  kernel: Kernel<B, S>,
  of: Readonly<Record<string, number>>,
  inputs: Inputs<B>,
  scalars: ScalarValues<S>,
  tolerance: Tolerance = CLOSE,
): Check {
  return { kernel: kernel, shape: sizes(of), inputs, scalars, tolerance };
}

/** Runs `kernel` once on `backend` and reads back every binding it may write. */
export async function runOn<B extends Bindings, S extends Scalars>(backend: Backend, kernel: Kernel<B, S>, inputs: Inputs<B>, scalars: ScalarValues<S>): Promise<Outputs<B>> {
  const bufs: Record<string, Buf> = {};
  for (const [name, type] of Object.entries(kernel.bindings)) {
    const element: ElementType = type.endsWith('u32') ? 'u32' : 'f32';
    const init = inputs[name as keyof B];
    bufs[name] = typeof init === 'number' ? backend.alloc(name, element, init) : backend.alloc(name, element, init.length, init);
  }
  const plan = await backend.record(kernel.name, (rec) => rec.run(kernel, bufs as unknown as BufBindings<B>, scalars));
  plan.run();
  const out: Record<string, Float32Array | Uint32Array> = {};
  for (const [name, type] of Object.entries(kernel.bindings)) if (type.startsWith('rw')) out[name] = await backend.read(bufs[name]!);
  return out as unknown as Outputs<B>;
}

/** What the CPU twin makes of a kernel, as input of another check. */
export async function onCpu<B extends Bindings, S extends Scalars>(kernel: Kernel<B, S>, inputs: Inputs<B>, scalars: ScalarValues<S>): Promise<Outputs<B>> {
  const backend = createCpuBackend();
  const out = await runOn(backend, kernel, inputs, scalars);
  backend.destroy();
  return out;
}

type Written = Record<string, Float32Array | Uint32Array>;

function compare(wanted: Written, got: Written, { rtol, atol }: Tolerance): Pick<CheckResult, 'difference' | 'pass' | 'fault'> {
  let difference = 0;
  let worst = 1;
  let fault: string | undefined;
  for (const [name, want] of Object.entries(wanted)) {
    const have = got[name]!;
    const exact = want instanceof Uint32Array;
    for (let i = 0; i < want.length; i++) {
      const d = Math.abs(have[i]! - want[i]!);
      const by = Number.isFinite(d) ? d : Infinity;
      difference = Math.max(difference, by);
      const allowed = exact ? 0 : atol + rtol * Math.abs(want[i]!);
      // in units of what is allowed, so that the element named is the one furthest out
      const out = by <= allowed ? 0 : allowed === 0 ? Infinity : by / allowed;
      if (out > worst || (out > 0 && fault === undefined)) {
        worst = out;
        fault = `${name}[${i}] is ${have[i]}, the CPU twin has ${want[i]}`;
      }
    }
  }
  return { difference, pass: fault === undefined, ...(fault === undefined ? {} : { fault }) };
}

/** One check on the CPU twin and on a device; a device that refuses the kernel fails it, with what it said. */
export async function runCheck(folder: string, c: Check, makeBackend: () => Backend): Promise<CheckResult> {
  const head = { folder, kernel: c.kernel.name, shape: c.shape, tolerance: c.tolerance };
  const wanted = (await onCpu(c.kernel, c.inputs, c.scalars)) as Written;
  const backend = makeBackend();
  try {
    const got = (await runOn(backend, c.kernel, c.inputs, c.scalars)) as Written;
    return { ...head, ...compare(wanted, got, c.tolerance) };
  } catch (e) {
    return { ...head, difference: Infinity, pass: false, fault: e instanceof Error ? e.message : String(e) };
  } finally {
    backend.destroy();
  }
}
