/** Runs in plain memory: where a browser has no storage, and in tests. */
import type { Change, Checkpoint, RunRecord, RunsDb, SeriesBatch, TranscriptBatch } from './records.ts';

export function createMemoryDb(lasting = false): RunsDb {
  const runs = new Map<string, RunRecord>();
  const series = new Map<string, SeriesBatch>();
  const transcripts = new Map<string, TranscriptBatch>();
  const checkpoints = new Map<string, Checkpoint>();
  const of = <T extends { readonly run: string }>(store: Map<string, T>, key: string): T[] => [...store.values()].filter((r) => r.run === key).map((r) => structuredClone(r));

  function commit(c: Change): void {
    const { run } = c;
    if (c.put) runs.set(run, c.put);
    const record = runs.get(run);
    if (!record) return;
    if (c.patch) runs.set(run, { ...record, ...c.patch });
    for (const d of c.dropSeries ?? []) for (const [id, b] of series) if (b.run === run && b.arm === d.arm && b.start >= d.from) series.delete(id);
    for (const d of c.dropTranscripts ?? []) transcripts.delete(`${run} ${d.arm} ${d.at}`);
    for (const b of c.series ?? []) series.set(`${run} ${b.arm} ${b.start}`, b);
    for (const b of c.transcripts ?? []) transcripts.set(`${run} ${b.arm} ${b.at}`, b);
    for (const s of c.checkpoints ?? []) checkpoints.set(`${run} ${s.arm}`, s);
    if (!c.remove) return;
    runs.delete(run);
    for (const store of [series, transcripts, checkpoints]) for (const [id, r] of store) if (r.run === run) store.delete(id);
  }

  return {
    lasting,
    runs: () => Promise.resolve([...runs.values()].map((r) => structuredClone(r))),
    run: (key) => Promise.resolve(structuredClone(runs.get(key))),
    series: (key) => Promise.resolve(of(series, key).sort((a, b) => a.arm.localeCompare(b.arm) || a.start - b.start)),
    transcripts: (key) => Promise.resolve(of(transcripts, key).sort((a, b) => a.arm.localeCompare(b.arm) || a.at - b.at)),
    checkpoints: (key) => Promise.resolve(of(checkpoints, key)),
    commit: (change) => Promise.resolve(commit(structuredClone(change))),
  };
}
