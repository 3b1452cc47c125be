/** Safetensors (header length u64, JSON header, raw little-endian data), float32 only: https://github.com/huggingface/safetensors. */

export interface NamedTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** Serialises tensors in the order given; `metadata` is a flat map of strings. */
export function writeSafetensors(tensors: ReadonlyMap<string, NamedTensor>, metadata: Readonly<Record<string, string>> = {}): Uint8Array<ArrayBuffer> {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let offset = 0;
  for (const [name, t] of tensors) {
    header[name] = { dtype: 'F32', shape: t.shape, data_offsets: [offset, offset + t.data.length * 4] };
    offset += t.data.length * 4;
  }
  let json = JSON.stringify(header);
  json += ' '.repeat((8 - (new TextEncoder().encode(json).length % 8)) % 8);
  const head = new TextEncoder().encode(json);
  const out = new Uint8Array(8 + head.length + offset);
  new DataView(out.buffer).setBigUint64(0, BigInt(head.length), true);
  out.set(head, 8);
  let at = 8 + head.length;
  for (const t of tensors.values()) {
    const view = new DataView(out.buffer, at, t.data.length * 4);
    t.data.forEach((v, i) => view.setFloat32(i * 4, v, true));
    at += t.data.length * 4;
  }
  return out;
}

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

const isEntry = (v: unknown): v is Entry => {
  const e = v as Entry;
  return (
    typeof v === 'object' &&
    v !== null &&
    typeof e.dtype === 'string' &&
    Array.isArray(e.shape) &&
    Array.isArray(e.data_offsets) &&
    e.data_offsets.length === 2 &&
    e.data_offsets.every(Number.isInteger)
  );
};

/** Reads tensors; throws one clear line on a file that is cut short, not float32, or inconsistent. */
export function readSafetensors(bytes: Uint8Array): { tensors: Map<string, NamedTensor>; metadata: Record<string, string> } {
  if (bytes.length < 8) throw new Error('safetensors: shorter than its header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > bytes.length - 8) throw new Error('safetensors: header cut short');
  let header: Record<string, unknown>;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, 8 + length))) as Record<string, unknown>;
  } catch (e) {
    throw new Error('safetensors: header is not JSON', { cause: e });
  }
  if (typeof header !== 'object' || header === null) throw new Error('safetensors: header is not an object');
  const tensors = new Map<string, NamedTensor>();
  const start = 8 + length;
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    if (!isEntry(entry)) throw new Error(`safetensors: ${name}: malformed entry`);
    const [a, b] = entry.data_offsets;
    const n = entry.shape.reduce((x, y) => x * y, 1);
    if (entry.dtype !== 'F32') throw new Error(`safetensors: ${name}: ${entry.dtype}, only F32 is read`);
    if (a < 0 || b - a !== n * 4) throw new Error(`safetensors: ${name}: shape and offsets disagree`);
    if (start + b > bytes.length) throw new Error(`safetensors: ${name}: data cut short`);
    const data = new Float32Array(n);
    for (let i = 0; i < n; i++) data[i] = view.getFloat32(start + a + i * 4, true);
    tensors.set(name, { shape: entry.shape, data });
  }
  return { tensors, metadata: (header.__metadata__ ?? {}) as Record<string, string> };
}
