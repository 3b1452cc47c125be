/** The persuaders’ weights of a study under way: in memory, and in IndexedDB, so that a study goes on after the page was closed. Looked up by digest and checked against it. */
import type { ModelShape } from '../../gpu-kernels/model/layout.ts';
import { weightsDigest } from '../../train/people/digest.ts';

export interface Weights {
  readonly shape: ModelShape;
  readonly weights: Float32Array;
}

const NAME = 'thaw-people';
const STORE = 'weights';
const memory = new Map<string, Weights>();

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    request.onblocked = () => reject(new Error('IndexedDB is blocked'));
  });
}

/** Keeps these and forgets all others. False: in memory only. */
export async function keepWeights(all: ReadonlyMap<string, Weights>): Promise<boolean> {
  memory.clear();
  for (const [digest, w] of all) memory.set(digest, w);
  try {
    const db = await open();
    try {
      const transaction = db.transaction(STORE, 'readwrite');
      const store = transaction.objectStore(STORE);
      store.clear();
      for (const [digest, w] of all) store.put(w, digest);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
      });
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
      const found: unknown = await settled(db.transaction(STORE, 'readonly').objectStore(STORE).get(digest));
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
