/**
 * What a result link carries beside its settings, as compact binary: who computed it, the digest of each arm's whole series, and a few points of the curves.
 *
 *   format, engine version u16, flags, adapter's name (length, letters), key of the settings [8], number of arms
 *   by grid of updates: number of points, differences (varint); by measure: end of its range in tenths (it begins at 0)
 *   by arm: digest [32], points it has on each grid, by measure its points (1/255 of the range), lowest and highest seed at the last
 *   the first 4 bytes of SHA-256 over all that
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { SETTINGS } from '../settings.ts';
import { ByteReader, ByteWriter, fromBase64url, toBase64url } from './bytes.ts';
import type { Curve, Measure, MetricOf } from './curves.ts';
import { GRIDS, MAX_POINTS, thinned, valuesAt } from './curves.ts';

export const RESULT_FORMAT = 1;
export const MAX_ADAPTER = 24;
/** longest `r=` that is looked at */
const MAX_RESULT = 4096;
const CHECK = 4;
const KEY = 8;
const DIGEST = 32;
const STEPS = 255;

export interface RecordedBy {
  readonly engineVersion: number;
  readonly backend: 'cpu' | 'webgpu';
  readonly software: boolean;
  /** short name of the adapter, printable ASCII */
  readonly adapter: string;
}
export interface RecordedArm {
  /** SHA-256 of the whole series in hexadecimal; null where there was none */
  readonly digest: string | null;
  readonly curves: Readonly<Record<Measure, Curve>>;
}
export interface RecordedResult extends RecordedBy {
  /** in the order of the link's arms */
  readonly arms: readonly RecordedArm[];
}
/** a run that can be recorded */
export interface RunToRecord extends RecordedBy {
  readonly arms: readonly { readonly digest: string | null; readonly metric: MetricOf }[];
}

export const shortAdapter = (name: string): string =>
  name
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, MAX_ADAPTER)
    .trim();

/** says whether a link's settings are those its result was recorded with; the order of the settings does not matter */
const settingsHash = (settings: ReadonlyMap<string, string>): Uint8Array => {
  const lines = [...settings].map(([k, v]) => `${k}=${v}\n`).sort();
  return sha256(new TextEncoder().encode(lines.join(''))).subarray(0, KEY);
};

/** Finite means over seeds at the first updates of the grid, up to the first that is missing. */
function pointsOf(metric: MetricOf, grid: readonly Measure[], updates: readonly number[]): number {
  const missing = updates.findIndex((u) => grid.some((m) => valuesAt(metric(m), u) === null));
  return missing < 0 ? updates.length : missing;
}

const average = (x: readonly number[]): number => x.reduce((a, b) => a + b, 0) / x.length;

/** `points` (2 to 16): most points of a curve. `settings`: complete, as the link says them. */
export function writeResult(run: RunToRecord, settings: ReadonlyMap<string, string>, points = MAX_POINTS): string {
  const w = new ByteWriter();
  w.u8(RESULT_FORMAT);
  w.u16(run.engineVersion);
  w.u8((run.backend === 'webgpu' ? 1 : 0) | (run.software ? 2 : 0));
  const name = new TextEncoder().encode(shortAdapter(run.adapter));
  w.u8(name.length);
  w.raw(name);
  w.raw(settingsHash(settings));
  w.u8(run.arms.length);
  const grids = GRIDS.map((grid) => {
    const longest = run.arms.map((a) => a.metric(grid[0])?.updates ?? []).reduce((a, b) => (b.length > a.length ? b : a), []);
    const updates = thinned(longest, points);
    w.u8(updates.length);
    updates.forEach((u, i) => w.varint(u - (updates[i - 1] ?? 0)));
    return { grid, updates };
  });
  const ranges = new Map<Measure, number>();
  for (const { grid, updates } of grids)
    for (const m of grid) {
      const top = Math.max(0, ...run.arms.flatMap((a) => updates.slice(0, pointsOf(a.metric, grid, updates)).flatMap((u) => valuesAt(a.metric(m), u)!)));
      const tenths = Math.min(STEPS, Math.max(1, Math.ceil(top * 10 - 1e-9)));
      ranges.set(m, tenths / 10);
      w.u8(tenths);
    }
  for (const a of run.arms) {
    w.raw(a.digest ? hexToBytes(a.digest) : new Uint8Array(DIGEST));
    for (const { grid, updates } of grids) {
      const n = pointsOf(a.metric, grid, updates);
      w.u8(n);
      for (const m of grid) {
        const put = (v: number): void => w.u8(Math.round(Math.min(1, Math.max(0, v / ranges.get(m)!)) * STEPS));
        for (const u of updates.slice(0, n)) put(average(valuesAt(a.metric(m), u)!));
        if (n === 0) continue;
        const end = valuesAt(a.metric(m), updates[n - 1]!)!;
        put(Math.min(...end));
        put(Math.max(...end));
      }
    }
  }
  const body = w.done();
  w.raw(sha256(body).subarray(0, CHECK));
  return toBase64url(w.done());
}

function check(ok: boolean, what: string): asserts ok {
  if (!ok) throw new Error(what);
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((x, i) => x === b[i]);

/** Throws one line that says what is wrong. `settings` and `arms` are those of the link it stands in. */
export function readResult(text: string, settings: ReadonlyMap<string, string>, arms: number): RecordedResult {
  check(text.length <= MAX_RESULT, 'it is too long');
  const all = fromBase64url(text);
  check(all.length > CHECK + KEY, 'it ends too early');
  const body = all.subarray(0, -CHECK);
  check(same(sha256(body).subarray(0, CHECK), all.subarray(-CHECK)), 'it is damaged: its checksum does not fit');
  const r = new ByteReader(body);
  const format = r.u8();
  check(format === RESULT_FORMAT, `it is of format ${format}, this lab reads format ${RESULT_FORMAT}`);
  const engineVersion = r.u16();
  const flags = r.u8();
  check(flags < 4, 'it was made with something this lab does not know');
  const length = r.u8();
  check(length <= MAX_ADAPTER, 'the name of its graphics adapter is too long');
  const adapter = shortAdapter(new TextDecoder().decode(r.raw(length)));
  check(same(r.raw(KEY), settingsHash(settings)), 'it was recorded with other settings than the link now says');
  const n = r.u8();
  check(n === arms, `it has ${n} arms, the link ${arms}`);
  const grids = GRIDS.map((grid) => {
    const points = r.u8();
    check(points <= MAX_POINTS, 'it has too many points');
    const updates: number[] = [];
    for (let i = 0; i < points; i++) {
      const step = r.varint();
      check(i === 0 || step > 0, 'its updates are not in order');
      updates.push((updates.at(-1) ?? 0) + step);
    }
    check((updates.at(-1) ?? 0) <= SETTINGS.updates.max, 'it has more updates than a run');
    return { grid, updates };
  });
  const ranges = new Map(GRIDS.flat().map((m): [Measure, number] => [m, r.u8() / 10]));
  check(
    [...ranges.values()].every((x) => x > 0),
    'a range in it is empty',
  );
  const read = Array.from({ length: n }, (): RecordedArm => {
    const digest = r.raw(DIGEST);
    const curves: Partial<Record<Measure, Curve>> = {};
    for (const { grid, updates } of grids) {
      const points = r.u8();
      check(points <= updates.length, 'it has too many points');
      for (const m of grid) {
        const step = ranges.get(m)! / STEPS;
        const mean = Array.from(r.raw(points), (q) => q * step);
        const [low = NaN, high = NaN] = points > 0 ? Array.from(r.raw(2), (q) => q * step) : [];
        curves[m] = { updates: updates.slice(0, points), mean, low, high, step };
      }
    }
    return { digest: digest.some((b) => b > 0) ? bytesToHex(digest) : null, curves: curves as Record<Measure, Curve> };
  });
  check(r.left === 0, 'something follows its end');
  return { engineVersion, backend: flags & 1 ? 'webgpu' : 'cpu', software: (flags & 2) > 0, adapter, arms: read };
}
