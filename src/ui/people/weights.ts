/** The persuaders’ weights of a study under way: in memory, and in IndexedDB, so that a study goes on after the page was closed. Looked up by digest and checked against it. */
import { openDB } from 'idb';
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { weightsDigest } from '../../train/people/digest.ts';

export interface Weights {
  readonly shape: ModelShape;
  readonly weights: Float32Array;
}

const NAME = 'thaw-people';
const STORE = 'weights';
const memory = new Map<string, Weights>();

const open = () => openDB(NAME, 1, { upgrade: (db) => void db.createObjectStore(STORE) });

/** Keeps these and forgets all others. False: in memory only. */
export async function keepWeights(all: ReadonlyMap<string, Weights>): Promise<boolean> {
  memory.clear();
  for (const [digest, w] of all) memory.set(digest, w);
  try {
    const db = await open();
    try {
      const { store, done } = db.transaction(STORE, 'readwrite');
      await Promise.all([store.clear(), ...[...all].map(([digest, w]) => store.put(w, digest)), done]);
    } finally {
      db.close();
    }
    return true;
  } catch {
    return false;
  }
}

const isWeights = (x: unknown): x is Weights => typeof x === 'object' && x !== null && 'shape' in x && 'weights' in x && x.weights instanceof Float32Array;

/** Null: they are gone, or not what they were. */
export async function findWeights(digest: string): Promise<Weights | null> {
  const known = memory.get(digest);
  if (known) return known;
  try {
    const db = await open();
    try {
      const found: unknown = await db.get(STORE, digest);
      if (!isWeights(found) || weightsDigest(found.weights) !== digest) return null;
      memory.set(digest, found);
      return found;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
