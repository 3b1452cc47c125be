/** From storage to what the lab shows and what the worker goes on from. */
import { otherEngine } from '../../train/engine-kind.ts';
import type { ArmSoFar, EngineInfo, MetricPoint, RunSoFar } from '../../train/protocol.ts';
import type { ArmId } from '../../train/settings.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import type { Run } from '../store/run.ts';
import { addTranscripts, isEmpty, newRun, reached } from '../store/run.ts';
import type { Checkpoint, RunRecord, RunsDb, SeriesBatch } from './records.ts';

export interface StoredRun {
  readonly record: RunRecord;
  /** every point of every arm, in the order they came */
  readonly points: ReadonlyMap<ArmId, readonly MetricPoint[]>;
  readonly run: Run;
}

/** Batches put together; after a gap nothing counts. */
export function joined(batches: readonly SeriesBatch[], arm: ArmId): MetricPoint[] {
  const out: MetricPoint[] = [];
  for (const b of batches) {
    if (b.arm !== arm) continue;
    if (b.start !== out.length) break;
    for (const p of b.points) out.push(p);
  }
  return out;
}

/** A run as the lab shows it, at rest. */
export function asRun(record: RunRecord, points: ReadonlyMap<ArmId, readonly MetricPoint[]>): Run {
  const fresh = newRun(0, record.experiment, record.engine?.backend === 'cpu' ? 'cpu' : 'auto');
  for (const a of fresh.arms) a.series.add(points.get(a.arm) ?? []);
  const run: Run = {
    ...fresh,
    key: record.key,
    arms: fresh.arms.map((a) => ({ ...a, failure: record.failures[a.arm] ?? null, digest: record.digests[a.arm] ?? null })),
    engine: record.engine,
    state: record.state === 'finished' || record.state === 'failed' ? record.state : 'stopped',
    update: record.update,
    crossPlay: record.crossPlay,
    error: record.error === null ? null : { message: record.error, hint: '' },
  };
  return { ...run, update: Math.max(run.update, isEmpty(run) ? 0 : reached(run)) };
}

export async function loadRun(db: RunsDb, key: string): Promise<StoredRun | null> {
  const record = await db.run(key);
  if (!record) return null;
  const batches = await db.series(key);
  const points = new Map(record.experiment.arms.map((arm) => [arm, joined(batches, arm)]));
  const run = asRun(record, points);
  for (const b of await db.transcripts(key)) {
    const arm = run.arms.find((a) => a.arm === b.arm);
    if (arm) addTranscripts(arm.transcripts, b.transcripts);
  }
  return { record, points, run };
}

/** Where a run goes on: every arm's latest state and just the points that belong to it. */
export function soFarOf({ record, points }: StoredRun, checkpoints: readonly Checkpoint[]): RunSoFar {
  const arms = record.experiment.arms.map((arm): [ArmId, ArmSoFar] => {
    const own = points.get(arm) ?? [];
    const failure = record.failures[arm];
    if (failure) return [arm, { state: null, points: own, failed: true }];
    const saved = checkpoints.find((c) => c.arm === arm);
    if (!saved) return [arm, { state: null, points: [], failed: false }];
    // a state without all of its curve would end with another digest: from the beginning, then
    if (own.length < saved.points) return [arm, { state: null, points: [], failed: false }];
    return [arm, { state: saved.state, points: own.slice(0, saved.points), failed: false }];
  });
  return Object.fromEntries(arms);
}

/** The update from which every arm goes on that has not stopped by itself. */
export const resumesAt = (soFar: RunSoFar): number => Math.min(...Object.values(soFar).flatMap((a) => (a.failed ? [] : [a.state?.update ?? 0])));

/** The same run as it was at those states. */
export function rewound(stored: StoredRun, soFar: RunSoFar): Run {
  const { run } = stored;
  const then = asRun({ ...stored.record, state: 'stopped', error: null }, new Map(run.arms.map((a) => [a.arm, soFar[a.arm]?.points ?? []])));
  for (const a of then.arms) addTranscripts(a.transcripts, run.arms.find((b) => b.arm === a.arm)?.transcripts ?? []);
  return { ...then, update: resumesAt(soFar) };
}

/** Why a run cannot go on here; null when it can. Another engine would give it other numbers half-way. */
export function cannotGoOn(record: RunRecord, engine: EngineInfo | null): string | null {
  if (record.state === 'finished') return 'It has finished.';
  if (record.experiment.arms.every((arm) => record.failures[arm])) return 'Every arm has stopped by itself.';
  if (record.engineVersion !== ENGINE_VERSION) return `It was computed with version ${record.engineVersion} of the engine; this is version ${ENGINE_VERSION}, which gives other numbers.`;
  if (record.checkpointBytes === 0 && !record.begunHere) return 'No state of it is stored.';
  return engine && otherEngine(record.engine, engine);
}
