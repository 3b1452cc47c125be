/** Runs in IndexedDB. Every change is one transaction over all stores, so a tab that is killed leaves the last whole change. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Change, Checkpoint, RunRecord, RunsDb, SeriesBatch, TranscriptBatch } from './records.ts';

interface Stores extends DBSchema {
  runs: { key: string; value: RunRecord };
  series: { key: [string, string, number]; value: SeriesBatch };
  transcripts: { key: [string, string, number]; value: TranscriptBatch };
  checkpoints: { key: [string, string]; value: Checkpoint };
}
const STORES = ['runs', 'series', 'transcripts', 'checkpoints'] as const;

/** What each version of the database added: a browser that had version n runs the steps after the n-th. Steps already published are never changed. */
export const STEPS: readonly ((db: IDBPDatabase<Stores>) => void)[] = [
  (db) => {
    db.createObjectStore('runs', { keyPath: 'key' });
    db.createObjectStore('series', { keyPath: ['run', 'arm', 'start'] });
    db.createObjectStore('transcripts', { keyPath: ['run', 'arm', 'at'] });
    db.createObjectStore('checkpoints', { keyPath: ['run', 'arm'] });
  },
];

/** every key that begins with these parts */
const within = (...parts: string[]): IDBKeyRange => IDBKeyRange.bound(parts, [...parts, []]);

/** Rejects where there is no IndexedDB, as in some private windows. `onClosed`: a newer page wants to change the database, or the browser took it away. */
export async function openRunsDb(name = 'thaw', onClosed: () => void = () => {}): Promise<RunsDb> {
  const db = await openDB<Stores>(name, STEPS.length, {
    upgrade: (d, from) => STEPS.slice(from).forEach((step) => step(d)),
    blocking: () => {
      db.close();
      onClosed();
    },
    terminated: onClosed,
  });

  async function commit(c: Change): Promise<void> {
    const { run } = c;
    const tx = db.transaction(STORES, 'readwrite');
    const settled = tx.done.catch((e: unknown) => {
      throw tx.error ?? e; // the reason of the whole transaction, a full disk say
    });
    const [runs, series, transcripts, checkpoints] = STORES.map((s) => tx.objectStore(s)) as unknown as [
      ReturnType<typeof tx.objectStore<'runs'>>,
      ReturnType<typeof tx.objectStore<'series'>>,
      ReturnType<typeof tx.objectStore<'transcripts'>>,
      ReturnType<typeof tx.objectStore<'checkpoints'>>,
    ];
    const work = async (): Promise<void> => {
      const record = c.put ?? (await runs.get(run));
      if (!record) return;
      const all: Promise<unknown>[] = [];
      if (c.put ?? c.patch) all.push(runs.put({ ...record, ...c.patch }));
      for (const d of c.dropSeries ?? []) all.push(series.delete(IDBKeyRange.bound([run, d.arm, d.from], [run, d.arm, []])));
      for (const d of c.dropTranscripts ?? []) all.push(transcripts.delete([run, d.arm, d.at]));
      for (const b of c.series ?? []) all.push(series.put(b));
      for (const b of c.transcripts ?? []) all.push(transcripts.put(b));
      for (const s of c.checkpoints ?? []) all.push(checkpoints.put(s));
      if (c.remove) all.push(runs.delete(run), series.delete(within(run)), transcripts.delete(within(run)), checkpoints.delete(within(run)));
      await Promise.all(all);
    };
    // a request that is refused at once aborts nothing by itself, and half of the change would be written
    const worked = work().catch((e: unknown) => {
      if (tx.error === null) tx.abort();
      throw e;
    });
    const [end, all] = await Promise.allSettled([settled, worked]);
    if (tx.error) throw tx.error;
    for (const part of [all, end]) if (part.status === 'rejected') throw part.reason;
  }

  return {
    lasting: true,
    runs: () => db.getAll('runs'),
    run: (key) => db.get('runs', key),
    series: (key) => db.getAll('series', within(key)),
    transcripts: (key) => db.getAll('transcripts', within(key)),
    checkpoints: (key) => db.getAll('checkpoints', within(key)),
    commit,
  };
}
