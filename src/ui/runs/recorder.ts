/**
 * Writes runs down as the worker's messages come. Each flush is one change, and changes are committed one after the other; what could not be written (no room) is kept and tried again with
 * the next one, so that a run goes on in memory and is whole once there is room.
 */
import type { EngineInfo, FromWorker, MetricPoint, RunState, ToWorker } from '../../train/protocol.ts';
import type { ArmId } from '../../train/settings.ts';
import type { EndsTracker } from './ends.ts';
import { trackEnds } from './ends.ts';
import type { Locks } from './locks.ts';
import { newRecord } from './new-record.ts';
import type { Change, RunRecord, RunsDb } from './records.ts';
import { merge } from './records.ts';
import { keptTranscripts, pointBytes, stateBytes, transcriptBytes } from './size.ts';

type Start = Extract<ToWorker, { type: 'start' }>;

export interface RecorderEvents {
  /** something of these runs was written */
  changed(): void;
  /** a change could not be written, or could be again (null) */
  problem(error: unknown): void;
  /** a run came to its end by itself and is written */
  finished?(): void;
}

/** A stored run that goes on: its record, what ends the hold of its lock, and the evaluations whose dialogues are stored. */
export interface Resumed {
  readonly record: RunRecord;
  readonly end: () => void;
  readonly evaluations: ReadonlyMap<ArmId, number[]>;
}

/** What is being written of one run. */
interface Draft {
  readonly start: Start;
  record: RunRecord | null;
  /** points that came, those of before the resumption included */
  readonly given: Map<ArmId, number>;
  /** of the arms' latest states: after which update, and how large */
  readonly states: Map<ArmId, { readonly update: number; readonly bytes: number }>;
  readonly evaluations: Map<ArmId, number[]>;
  readonly ends: ReadonlyMap<ArmId, EndsTracker>;
  pending: Change;
  /** asked for by this run, where it is not the machine's own */
  engine: EngineInfo | null;
  /** newly begun here, and nothing measured yet */
  fresh: boolean;
  over: boolean;
}

const FLUSH_MS = 2000;
const OVER: ReadonlySet<RunState> = new Set(['stopped', 'failed', 'finished', 'idle']);

/** Of a run that goes on, what came before counts. */
function endsOf(points: readonly MetricPoint[]): EndsTracker {
  const ends = trackEnds();
  ends.add(points);
  return ends;
}

export type Recorder = ReturnType<typeof createRecorder>;

export function createRecorder(db: Promise<RunsDb>, locks: Locks, events: RecorderEvents) {
  const starts = new Map<string, Start>();
  const adopted = new Map<string, Resumed>();
  const releases = new Map<string, () => void>();
  let engine: EngineInfo | null = null;
  let draft: Draft | null = null;
  const queue: Change[] = [];
  let writing = false;
  let failing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: (() => void)[] = [];

  async function write(): Promise<void> {
    if (writing) return;
    writing = true;
    while (queue.length > 0) {
      try {
        await (await db).commit(queue[0]!);
      } catch (e) {
        failing = true;
        events.problem(e);
        break;
      }
      queue.shift();
      if (failing) events.problem(null);
      failing = false;
      events.changed();
    }
    writing = false;
    for (const done of idle) done();
    idle = [];
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (draft?.record) {
      const { pending } = draft;
      draft.pending = { run: pending.run };
      const last = queue.at(-1);
      // the first one is on its way, unless writing has failed
      if (last?.run === pending.run && (queue.length > 1 || !writing)) queue[queue.length - 1] = merge(last, pending);
      else if (Object.keys(pending).length > 1) queue.push(pending);
    }
    void write();
  }

  function add(change: Omit<Change, 'run'>, now = false): void {
    if (!draft) return;
    draft.pending = merge(draft.pending, { run: draft.start.run, ...change });
    if (draft.record && change.patch) draft.record = { ...draft.record, ...change.patch };
    if (now) flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  }

  function release(run: string): void {
    releases.get(run)?.();
    releases.delete(run);
  }

  /** A run is written from its start on, so that it can begin again after a reload; a preparation that is given up leaves nothing. */
  function begin(d: Draft): void {
    if (d.record) return;
    d.record = newRecord(d.start, d.engine ?? engine);
    d.fresh = true;
    d.pending = { ...d.pending, put: d.record };
    void locks.hold(d.start.run).then(
      (end) => end && (d.over ? end() : releases.set(d.start.run, end)),
      () => undefined, // without locks a run is written all the same
    );
    flush();
  }

  /** What a run is computed by is known before its first point, and may change until then. */
  function onEngine(d: Draft): void {
    begin(d);
    if (d.fresh && d.record?.engine !== (d.engine ?? engine)) add({ patch: { engine: d.engine ?? engine } }, true);
  }

  function onPreparing(run: string | undefined): void {
    flush();
    // the lock of the run that goes on is a new one: see adopt
    if (draft && draft.start.run !== run) release(draft.start.run);
    draft = null;
    const start = run === undefined ? undefined : starts.get(run);
    if (!start) return;
    const stored = adopted.get(start.run);
    starts.clear();
    adopted.clear();
    const resumed = Object.entries(start.resume ?? {}) as [ArmId, NonNullable<Start['resume']>[ArmId] & object][];
    draft = {
      start,
      record: stored?.record ?? null,
      given: new Map(start.experiment.arms.map((arm) => [arm, start.resume?.[arm]?.points.length ?? 0])),
      states: new Map(resumed.flatMap(([arm, a]) => (a.state ? [[arm, { update: a.state.update, bytes: stateBytes(a.state) }] as const] : []))),
      evaluations: new Map(stored?.evaluations ?? []),
      ends: new Map(start.experiment.arms.map((arm) => [arm, endsOf(start.resume?.[arm]?.points ?? [])])),
      // what came after the states that the run goes on from comes once more
      pending: { run: start.run, dropSeries: resumed.map(([arm, a]) => ({ arm, from: a.points.length })), patch: { error: null } },
      engine: null,
      fresh: false,
      over: false,
    };
    // the CPU twin, where it was asked for, announces itself in a moment
    if (start.backend !== 'cpu') begin(draft);
  }

  function onMetrics(d: Draft, arm: ArmId, points: readonly MetricPoint[]): void {
    begin(d);
    d.fresh = false;
    const record = d.record!;
    const start = d.given.get(arm) ?? 0;
    d.given.set(arm, start + points.length);
    const ends = { ...record.ends, [arm]: d.ends.get(arm)?.add(points) ?? {} };
    const bytes = points.reduce((n, p) => n + pointBytes(p), record.bytes);
    add({ series: [{ run: record.key, arm, start, points }], patch: { ends, bytes } });
  }

  function receive(m: FromWorker): void {
    if (m.type === 'engine') {
      if (m.forRun && draft) draft.engine = m.engine;
      else engine = m.engine;
      if (draft && !draft.over && (m.forRun || draft.start.backend !== 'cpu')) onEngine(draft);
      return;
    }
    if (m.type === 'state' && m.state === 'preparing') return onPreparing(m.run);
    const d = draft;
    if (!d) return;
    if (m.type === 'metrics') return onMetrics(d, m.arm, m.points);
    const { record } = d;
    if (!record) return;
    switch (m.type) {
      case 'state': {
        d.over = OVER.has(m.state);
        if (d.over && d.fresh) {
          add({ remove: true }, true);
          release(record.key);
          draft = null;
          break;
        }
        const state = m.state === 'stopped' && record.state === 'failed' ? 'failed' : m.state;
        add({ patch: { state, update: Math.max(record.update, m.update) } }, m.state !== 'running');
        if (d.over) release(record.key);
        break;
      }
      case 'checkpoint': {
        d.states.set(m.arm, { update: m.state.update, bytes: stateBytes(m.state) });
        const checkpointBytes = [...d.states.values()].reduce((n, s) => n + s.bytes, 0);
        const kept = Math.min(...record.experiment.arms.filter((a) => !record.failures[a]).map((a) => d.states.get(a)?.update ?? 0));
        add({ checkpoints: [{ run: record.key, arm: m.arm, points: m.points, state: m.state }], patch: { checkpointBytes, kept, update: Math.max(record.update, kept) } }, true);
        break;
      }
      case 'transcripts': {
        const at = Math.max(0, ...m.transcripts.map((t) => t.update));
        const { kept, dropped } = keptTranscripts(d.evaluations.get(m.arm) ?? [], at);
        d.evaluations.set(m.arm, kept);
        add({
          transcripts: [{ run: record.key, arm: m.arm, at, transcripts: m.transcripts }],
          dropTranscripts: dropped.map((old) => ({ arm: m.arm, at: old })),
          patch: { bytes: record.bytes + transcriptBytes(m.transcripts) },
        });
        break;
      }
      case 'armFailed':
        add({ patch: { failures: { ...record.failures, [m.arm]: { message: m.message, update: m.update, kept: m.kept } } } }, true);
        break;
      case 'crossPlay':
        add({ patch: { crossPlay: m.crossPlay } }, true);
        break;
      case 'finished':
        add({ patch: { digests: m.digests, state: 'finished', update: record.experiment.updates } }, true);
        events.finished?.();
        break;
      case 'error':
        add({ patch: { error: m.message, state: 'failed' } }, true);
        break;
      case 'progress':
      case 'responses':
      case 'policies':
      case 'slowMotion':
        break;
    }
  }

  return {
    receive,
    /** what the page asks of the worker */
    sent(m: ToWorker): void {
      if (m.type === 'start') starts.set(m.run, m);
    },
    /** the run that the next `start` goes on with */
    adopt(resumed: Resumed): void {
      adopted.set(resumed.record.key, resumed);
      releases.set(resumed.record.key, resumed.end);
    },
    /** the worker died: nothing more comes */
    stopped(message: string): void {
      if (!draft?.record) return;
      add(draft.fresh ? { remove: true } : { patch: { state: 'failed', error: message } }, true);
      release(draft.start.run);
      draft = null;
    },
    flush,
    /** the run being written */
    get current(): string | null {
      return draft && !draft.over ? draft.start.run : null;
    },
    /** resolves when everything that came has been written, or could not be */
    async settled(): Promise<void> {
      flush();
      if (writing) await new Promise<void>((done) => idle.push(done));
    },
  };
}
