/** The shipped networks lie beside the page: the built worker is in assets/, the development server's at /src/train. */
import type { ModelSource } from '../models/load.ts';
import { message } from './words.ts';

const modelsUrl = import.meta.env.DEV ? new URL('/models/', self.location.origin) : new URL('../models/', self.location.href);

/** a connection that gives no answer for this long is given up, ms */
const FETCH_TIMEOUT = 60_000;

async function readModel(file: string, signals: readonly AbortSignal[]): Promise<Uint8Array> {
  const url = new URL(file, modelsUrl);
  try {
    const r = await fetch(url, { signal: AbortSignal.any([...signals, AbortSignal.timeout(FETCH_TIMEOUT)]) });
    if (!r.ok) throw new Error(`${r.status} ${r.statusText}`);
    return new Uint8Array(await r.arrayBuffer());
  } catch (e) {
    throw new Error(`${url.pathname} could not be loaded: ${message(e)}`, { cause: e });
  }
}

export const shippedFiles = (abort?: AbortSignal): ModelSource => ({ read: (file) => readModel(file, abort ? [abort] : []) });
