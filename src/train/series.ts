/** All points of a run by metric, and the digest that tells whether two runs are the same to the last bit. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { MetricPoint } from './protocol.ts';

/** {metric: {update: [...], values: [[per seed] ...]}}, updates ascending */
export type Series = Record<string, { update: number[]; values: number[][] }>;

/** Appends points (in order of update) to a series. */
export function addPoints(series: Series, points: readonly MetricPoint[]): void {
  for (const p of points)
    for (const [name, values] of Object.entries(p.values)) {
      const s = (series[name] ??= { update: [], values: [] });
      s.update.push(p.update);
      s.values.push([...values]);
    }
}

/** Joins the series of disjoint sets of seeds, in the order given. Throws when they do not cover the same updates. */
export function joinSeeds(parts: readonly Series[]): Series {
  const first = parts[0];
  if (!first) return {};
  const out: Series = {};
  for (const [name, s] of Object.entries(first)) {
    const all = parts.map((p) => p[name]);
    if (all.some((x) => !x || x.update.join() !== s.update.join())) throw new Error(`series of ${name} do not match between shards`);
    out[name] = { update: s.update, values: s.update.map((_, i) => all.flatMap((x) => x!.values[i]!)) };
  }
  return out;
}

/** SHA-256 over the metrics in order of name: name, updates, and every value's float32 bits; NaN has many, of which one stands for all. */
export function digestOf(series: Series): string {
  const hash = sha256.create();
  for (const name of Object.keys(series).sort()) {
    const s = series[name]!;
    hash.update(new TextEncoder().encode(`${name}\n`));
    const numbers = [...s.update, ...s.values.flat()];
    const view = new DataView(new ArrayBuffer(numbers.length * 4));
    numbers.forEach((v, i) => (Number.isNaN(v) ? view.setUint32(i * 4, 0x7fc00000, true) : view.setFloat32(i * 4, v, true)));
    hash.update(new Uint8Array(view.buffer));
  }
  return bytesToHex(hash.digest());
}
