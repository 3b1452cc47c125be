/** Fetches the recording once; a page without one, or with one of another engine, simply has none. Loaded after the first paint. */
import type { Recorded } from '../../train/recorded.ts';
import { parseRecorded, RECORDED_FILE } from '../../train/recorded.ts';
import { ENGINE_VERSION } from '../../train/version.ts';

export async function loadRecorded(read: (url: string) => Promise<unknown> = fetchJson): Promise<Recorded | null> {
  try {
    const r = parseRecorded(await read(`./${RECORDED_FILE}`));
    return r.engine === ENGINE_VERSION ? r : null;
  } catch {
    return null; // nothing is lost: the charts are empty until the first run
  }
}

async function fetchJson(url: string): Promise<unknown> {
  const r = await fetch(url);
  // a host that answers every address with the page is no recording either
  if (!r.ok || !r.headers.get('content-type')?.includes('json')) throw new Error('no recording');
  return r.json();
}
