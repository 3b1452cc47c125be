/** From a kernel's declaration to the text of its module, its bind group layout and the bytes of its uniform struct. */
import type { Bindings, Kernel, Scalars } from '../core/kernel.ts';

export const WORKGROUP = 64;
/** workgroups per dimension every device allows */
export const MAX_GROUPS = 65535;

/** What the executor needs of any kernel; the `cpu` half, whose parameter types differ from kernel to kernel, is left out. */
export type AnyKernel = Pick<Kernel, 'name' | 'bindings' | 'scalars' | 'wgsl' | 'includes'>;

/** WGSL keeps these ordinary words for itself; a binding so named is called `active_`, `target_` ... in the module */
const RESERVED = new Set([
  'active',
  'common',
  'final',
  'filter',
  'from',
  'get',
  'meta',
  'mod',
  'module',
  'move',
  'new',
  'pass',
  'precision',
  'ref',
  'resource',
  'self',
  'set',
  'shared',
  'target',
  'template',
  'use',
  'with',
]);

export const wgslName = (binding: string): string => (RESERVED.has(binding) ? `${binding}_` : binding);

/** @group(0): the uniform `p` at binding 0, then the storage buffers in the order of the declaration */
export function moduleText(kernel: AnyKernel, consts: Record<string, number>): string {
  const fields = Object.entries(kernel.scalars).map(([name, type]) => `  ${name}: ${type},`);
  if (fields.length === 0) fields.push('  unused: u32,'); // WGSL has no empty struct
  const storage = Object.entries(kernel.bindings).map(([name, type], i) => {
    const rw = type.startsWith('rw ');
    return `@group(0) @binding(${i + 1}) var<storage, ${rw ? 'read_write' : 'read'}> ${wgslName(name)}: array<${rw ? type.slice(3) : type}>;`;
  });
  return [
    'struct Params {',
    ...fields,
    '}',
    '@group(0) @binding(0) var<uniform> p: Params;',
    ...storage,
    // typed: not every compiler keeps an untyped constant untyped, and most of ours are array sizes and loop bounds
    ...Object.entries(consts).map(([name, value]) => (Number.isInteger(value) ? `const ${name}: u32 = ${value}u;` : `const ${name}: f32 = ${value};`)),
    ...(kernel.includes ?? []),
    kernel.wgsl,
    `@compute @workgroup_size(${WORKGROUP})`,
    'fn main(@builtin(global_invocation_id) gid: vec3u, @builtin(num_workgroups) groups: vec3u) {',
    `  kernel(gid.x + gid.y * groups.x * ${WORKGROUP}u);`,
    '}',
    '',
  ].join('\n');
}

/** Explicit rather than 'auto': an automatic layout drops bindings that a kernel happens not to read, and bind groups then no longer fit. */
export function layoutEntries(bindings: Bindings): GPUBindGroupLayoutEntry[] {
  const entry = (binding: number, type: GPUBufferBindingType): GPUBindGroupLayoutEntry => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } });
  return [entry(0, 'uniform'), ...Object.values(bindings).map((type, i) => entry(i + 1, type.startsWith('rw ') ? 'storage' : 'read-only-storage'))];
}

/** bytes of struct Params: 32-bit fields only, so no padding between them; uniform structs are bound in multiples of 16 */
export const paramsBytes = (scalars: Scalars): number => Math.max(16, Math.ceil((Object.keys(scalars).length * 4) / 16) * 16);

/** Writes one struct Params at `offset` of `view`; refuses what a u32 field cannot hold instead of wrapping it silently. */
export function packScalars(kernel: AnyKernel, values: Record<string, number>, view: DataView, offset: number): void {
  Object.entries(kernel.scalars).forEach(([name, type], i) => {
    const v = values[name];
    if (v === undefined) throw new Error(`kernel ${kernel.name}: scalar ${name} missing`);
    if (type === 'f32') {
      view.setFloat32(offset + i * 4, v, true);
    } else {
      if (!Number.isInteger(v) || v < 0 || v > 0xffffffff) throw new Error(`kernel ${kernel.name}: scalar ${name} = ${v} is not a u32`);
      view.setUint32(offset + i * 4, v, true);
    }
  });
}

/** Workgroups for `threads` invocations, over two dimensions when one is too short; the surplus invocations return on their `id`. */
export function dispatchSize(kernelName: string, threads: number): [x: number, y: number] {
  if (!Number.isInteger(threads) || threads < 1) throw new Error(`kernel ${kernelName}: ${threads} invocations`);
  const groups = Math.ceil(threads / WORKGROUP);
  const y = Math.ceil(groups / MAX_GROUPS);
  const x = Math.ceil(groups / y);
  if (x * y * WORKGROUP > 2 ** 32) throw new Error(`kernel ${kernelName}: ${threads} invocations do not fit a 32-bit id`);
  return [x, y];
}
