/** A line of a sweep's file: one finished run, or one that failed. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { BackendKind } from '../../gpu-kernels/core/backend.ts';
import type { Series } from '../../train/series.ts';
import type { Settings } from '../../train/settings.ts';
import { parseSeeds } from '../../train/settings.ts';
import type { Course, Ends } from './ends.ts';

/** how every line begins, so that a half-written first line is known for what it is */
export const LINE_START = '{"key":"thaw-';

/** What besides the settings decides the numbers of a run. */
export interface Origin {
  readonly engine: { readonly backend: BackendKind; readonly version: number };
  /** digest of the shipped networks */
  readonly models: string;
}

interface Common {
  readonly key: string;
  readonly arm: string;
  readonly settings: Settings;
  readonly engine: { readonly backend: string; readonly name?: string | undefined; readonly version: number };
  readonly models: string;
  /** seconds of computing, over all threads that worked on the run */
  readonly seconds: number;
}
export interface FinishedRun extends Common {
  /** of the whole series */
  readonly digest: string;
  readonly ends: Readonly<Record<string, Ends>>;
  readonly course: Readonly<Record<string, Course>>;
  readonly series?: Series | undefined;
}
export interface FailedRun extends Common {
  readonly error: string;
}
export type RunRecord = FinishedRun | FailedRun;

export const isFinished = (r: RunRecord | undefined): r is FinishedRun => r !== undefined && !('error' in r);

/** Equal for equal experiments however their seeds were written, and whatever the order of the keys. */
export function canonical(settings: Settings): string {
  const seeds = parseSeeds(settings.seeds)?.join() ?? settings.seeds;
  return JSON.stringify(Object.entries({ ...settings, seeds }).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Names a run: equal keys have equal numbers. */
export function keyOf(settings: Settings, { engine, models }: Origin): string {
  const text = [canonical(settings), engine.backend, engine.version, models].join('\n');
  return `thaw-${bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, 24)}`;
}

const perSeed = z.array(
  z
    .number()
    .nullable()
    .transform((v) => v ?? NaN),
); // JSON writes null for a number that is none
/** SHA-256 in hexadecimal */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const common = {
  key: z.string().startsWith('thaw-'),
  arm: z.string(),
  // the table of settings may have grown since: only the key says whether a run is one that is wanted now
  settings: z.looseObject({ arm: z.string(), seeds: z.string() }),
  engine: z.object({ backend: z.enum(['cpu', 'webgpu']), name: z.string().optional(), version: z.number() }),
  models: hash,
  seconds: z.number(),
};
const ends = z.object({ start: perSeed, best: perSeed, bestAt: z.array(z.number()), peakAt: z.number(), peak: perSeed, end: perSeed });
const record = z.union([
  z.object({ ...common, error: z.string() }),
  z.object({
    ...common,
    digest: hash,
    ends: z.record(z.string(), ends),
    course: z.record(z.string(), z.object({ first: perSeed, mean: perSeed, last: perSeed })),
    series: z.record(z.string(), z.object({ update: z.array(z.number()), values: z.array(perSeed) })).optional(),
  }),
]);

/** A record, or null when the line is none, or its key is not that of its settings. */
export function parseRecord(line: string): RunRecord | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return null;
  }
  const r = record.safeParse(json);
  if (!r.success) return null;
  const found = r.data as unknown as RunRecord;
  return keyOf(found.settings, found as Origin) === found.key ? found : null;
}

/** One line; `key` comes first. */
export const lineOf = (r: RunRecord): string => `${JSON.stringify(r)}\n`;
