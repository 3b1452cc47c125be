/** What lies in public/models: a manifest naming every shipped network, and how flat parameters become files. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { paramLayout } from '../../gpu-kernels/model/layout.ts';
import type { NamedTensor } from '../../gpu-kernels/model/safetensors.ts';
import { readSafetensors, writeSafetensors } from '../../gpu-kernels/model/safetensors.ts';

const shape = z.object({ vocab: z.number(), d: z.number(), layers: z.number(), heads: z.number(), ctx: z.number(), mlpRatio: z.number(), eps: z.number() });

const entry = z.object({
  id: z.string(),
  file: z.string().regex(/^[\w.-]+\.safetensors$/),
  role: z.enum(['policy', 'base', 'aligned', 'heldout', 'selfplay']),
  label: z.string(),
  shape,
  /** collapse strength, for aligned and held-out simulators and the user's role of self-play */
  gamma: z.number().optional(),
  sha256: z.string(),
  bytes: z.number(),
  /** how it was trained */
  recipe: z.object({ seed: z.number(), steps: z.number(), batch: z.number(), learningRate: z.number() }),
  /** what was measured afterwards: see measure.ts */
  metrics: z.record(z.string(), z.union([z.number(), z.array(z.number())])),
});

const manifest = z.object({
  version: z.literal(1),
  scenario: z.string(),
  /** SHA-256 over all files' SHA-256 in order: one number that says which set this is */
  digest: z.string(),
  madeBy: z.string(),
  models: z.array(entry).min(1),
});

export type ModelEntry = z.infer<typeof entry>;
export type Manifest = z.infer<typeof manifest>;

/** Parses manifest.json; throws one clear line. */
export function parseManifest(text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (e) {
    throw new Error('models/manifest.json is not JSON', { cause: e });
  }
  const r = manifest.safeParse(json);
  if (r.success) return r.data;
  const issue = r.error.issues[0]!;
  throw new Error(`models/manifest.json: ${issue.path.join('.')}: ${issue.message}`);
}

export const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** One digest over a set of files. */
export const setDigest = (entries: readonly Pick<ModelEntry, 'sha256'>[]): string => hashOf(new TextEncoder().encode(entries.map((e) => e.sha256).join('\n')));

/** Flat parameters [layout.size] as a safetensors file. */
export function packModel(s: ModelShape, flat: Float32Array, metadata: Record<string, string>): Uint8Array<ArrayBuffer> {
  return writeSafetensors(tensorsOf(s, flat), metadata);
}

/** Flat parameters [layout.size] by name. */
export function tensorsOf(s: ModelShape, flat: Float32Array, prefix = ''): Map<string, NamedTensor> {
  return new Map([...paramLayout(s).tensors].map(([name, t]) => [prefix + name, { shape: t.shape, data: flat.subarray(t.offset, t.offset + t.length) }]));
}

/** The reverse, checked against the manifest's entry: throws when the file is damaged or of another shape. */
export function unpackModel(e: ModelEntry, bytes: Uint8Array): Float32Array {
  if (hashOf(bytes) !== e.sha256) throw new Error(`models/${e.file} is damaged: its SHA-256 is not the manifest's; load it again (npm run pretrain makes it anew)`);
  const { tensors } = readSafetensors(bytes);
  const layout = paramLayout(e.shape);
  const flat = new Float32Array(layout.size);
  for (const [name, t] of layout.tensors) {
    const data = tensors.get(name)?.data;
    if (data?.length !== t.length) throw new Error(`models/${e.file}: tensor ${name} is missing or of the wrong size`);
    flat.set(data, t.offset);
  }
  return flat;
}
