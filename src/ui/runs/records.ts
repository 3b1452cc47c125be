/** What is kept of a run, and the small interface behind which it is kept: IndexedDB in a page (idb.ts), plain memory where there is none (memory.ts). */
import type { SavedState } from '../../train/experiment/saved.ts';
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { CrossPlay, EngineInfo, MetricPoint, RunState, Transcript } from '../../train/protocol.ts';
import type { ArmId } from '../../train/settings.ts';
import type { ArmFailure } from '../store/run.ts';

/** Of the records; the database has a version of its own, which says which stores there are (idb.ts). */
export const SCHEMA = 1;

export type ByArm<T> = Readonly<Partial<Record<ArmId, T>>>;

/** where an arm stood last: mean over seeds of a few measures */
export type Ends = Readonly<Record<string, number>>;

export interface RunRecord {
  readonly key: string;
  readonly schema: number;
  readonly name: string;
  readonly notes: string;
  readonly starred: boolean;
  /** ms since 1970, as are the other times */
  readonly created: number;
  /** in the trash since then, and gone for good soon after; null otherwise */
  readonly deleted: number | null;
  readonly experiment: ExperimentSettings;
  readonly engine: EngineInfo | null;
  readonly engineVersion: number;
  readonly state: RunState;
  readonly update: number;
  /** the update from which it can go on: the least of its arms' latest states */
  readonly kept: number;
  readonly error: string | null;
  readonly failures: ByArm<ArmFailure>;
  readonly digests: ByArm<string>;
  readonly ends: ByArm<Ends>;
  readonly crossPlay: CrossPlay | null;
  /** about what it takes, curves and dialogues; its checkpoints come on top */
  readonly bytes: number;
  readonly checkpointBytes: number;
  /** begun in this browser: until the first state is stored it goes on from its beginning. Records from before this was kept lack it, and so do runs from files */
  readonly begunHere?: boolean;
}

/** Points in the order they came, `start` = how many came before; appended, never rewritten. */
export interface SeriesBatch {
  readonly run: string;
  readonly arm: ArmId;
  readonly start: number;
  readonly points: readonly MetricPoint[];
}
/** The dialogues that one evaluation set aside. */
export interface TranscriptBatch {
  readonly run: string;
  readonly arm: ArmId;
  /** the update of the evaluation */
  readonly at: number;
  readonly transcripts: readonly Transcript[];
}
/** The latest state of an arm, and how many points it includes. */
export interface Checkpoint {
  readonly run: string;
  readonly arm: ArmId;
  readonly points: number;
  readonly state: SavedState;
}

/** Written as a whole or not at all. Without `put`, nothing is written for a run that is not there any more. */
export interface Change {
  readonly run: string;
  readonly put?: RunRecord;
  readonly patch?: Partial<RunRecord>;
  /** the record and everything that belongs to it */
  readonly remove?: boolean;
  /** batches that start at or after `from` go first */
  readonly dropSeries?: readonly { readonly arm: ArmId; readonly from: number }[];
  readonly dropTranscripts?: readonly { readonly arm: ArmId; readonly at: number }[];
  readonly series?: readonly SeriesBatch[];
  readonly transcripts?: readonly TranscriptBatch[];
  readonly checkpoints?: readonly Checkpoint[];
}

export interface RunsDb {
  /** what is written is still there when the page comes back */
  readonly lasting: boolean;
  runs(): Promise<RunRecord[]>;
  run(key: string): Promise<RunRecord | undefined>;
  /** by arm, then in order */
  series(key: string): Promise<SeriesBatch[]>;
  transcripts(key: string): Promise<TranscriptBatch[]>;
  checkpoints(key: string): Promise<Checkpoint[]>;
  commit(change: Change): Promise<void>;
}

/** Batches that follow each other become one. */
function append(a: readonly SeriesBatch[], b: readonly SeriesBatch[]): SeriesBatch[] {
  const out = [...a];
  for (const next of b) {
    const at = out.findIndex((o) => o.arm === next.arm && o.start + o.points.length === next.start);
    if (at < 0) out.push(next);
    else out[at] = { ...out[at]!, points: [...out[at]!.points, ...next.points] };
  }
  return out;
}

/** Two changes of one run as one, the later on top: what is removed leaves nothing, what it drops is not written any more, and of states only the latest is. */
export function merge(a: Change, b: Change): Change {
  if (b.remove) return { run: a.run, remove: true };
  const put = b.put ?? a.put;
  const series = (a.series ?? []).filter((s) => !b.dropSeries?.some((d) => d.arm === s.arm && s.start >= d.from));
  const transcripts = (a.transcripts ?? []).filter((t) => !b.dropTranscripts?.some((d) => d.arm === t.arm && d.at === t.at));
  const checkpoints = (a.checkpoints ?? []).filter((c) => !b.checkpoints?.some((d) => d.arm === c.arm));
  return {
    run: a.run,
    ...(put ? { put } : {}),
    patch: { ...a.patch, ...b.patch },
    dropSeries: [...(a.dropSeries ?? []), ...(b.dropSeries ?? [])],
    dropTranscripts: [...(a.dropTranscripts ?? []), ...(b.dropTranscripts ?? [])],
    series: append(series, b.series ?? []),
    transcripts: [...transcripts, ...(b.transcripts ?? [])],
    checkpoints: [...checkpoints, ...(b.checkpoints ?? [])],
  };
}
