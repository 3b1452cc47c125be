import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { Experiment } from '../../train/experiment/experiment.ts';
import { experimentOf, settingsOf } from '../../train/experiment-settings.ts';
import type { EngineInfo, FromWorker, RunSoFar, ToWorker } from '../../train/protocol.ts';
import { armsToRun, startRunning } from '../../train/running.ts';
import type { Series } from '../../train/series.ts';
import { addPoints, digestOf } from '../../train/series.ts';
import { tinyModels, tinyScenario, tinySettings } from '../../train/testing/tiny.ts';
import { cannotGoOn, loadRun, resumesAt, rewound, soFarOf } from './load.ts';
import type { LibraryState } from './library.ts';
import { interrupted, lastRun } from './library.ts';
import { createLocks } from './locks.ts';
import { createMemoryDb } from './memory.ts';
import type { Change, RunsDb } from './records.ts';
import type { Recorder } from './recorder.ts';
import { createRecorder } from './recorder.ts';

const experiment = experimentOf(tinySettings({ updates: 4, seeds: '1', evalEvery: 2, theoryEvery: 0, population: 2, cadence: 2, prompts: 1 }), ['single', 'population']);
const quiet = { changed: () => {}, problem: () => {} };
const record = (db: RunsDb): Recorder => createRecorder(Promise.resolve(db), createLocks(undefined), quiet);

/** The worker's part: messages as they would be posted, each copied as the browser does. */
async function work(soFar: RunSoFar, receive: (m: FromWorker) => void): Promise<void> {
  const experiments = await Promise.all(armsToRun(experiment.arms, soFar).map((arm) => Experiment.create(createCpuBackend(), tinyScenario, settingsOf(experiment, arm), tinyModels())));
  const send = (m: FromWorker, transfer: ArrayBuffer[] = []): void => receive(structuredClone(m, { transfer }));
  try {
    const running = startRunning(experiment.arms, experiments, send, soFar);
    if (await running.runner.run()) {
      send({ type: 'finished', digests: running.digests() });
      send({ type: 'state', state: 'finished', update: experiment.updates });
    }
  } finally {
    for (const e of experiments) e.backend.destroy();
  }
}

/** One life of a page: starts, or goes on with what is stored, to the end. */
async function live(db: RunsDb, receive: (m: FromWorker) => void = () => {}): Promise<void> {
  const stored = await loadRun(db, 'r');
  const soFar = stored ? soFarOf(stored, await db.checkpoints('r')) : {};
  if (stored) expect(rewound(stored, soFar).update).toBe(resumesAt(soFar));
  const recorder = record(db);
  const start: ToWorker = { type: 'start', experiment, paused: false, backend: 'auto', run: 'r', ...(stored ? { resume: soFar } : {}) };
  if (stored) recorder.adopt({ record: stored.record, end: () => {}, evaluations: new Map() });
  recorder.sent(start);
  recorder.receive({ type: 'state', state: 'preparing', update: 0, run: 'r' });
  await work(soFar, (m) => {
    receive(m);
    recorder.receive(m);
  });
  await recorder.settled();
}

/** A database in which every change is logged. */
function logged(): { readonly db: RunsDb; readonly changes: Change[] } {
  const inner = createMemoryDb();
  const changes: Change[] = [];
  return { changes, db: { ...inner, commit: (c) => (changes.push(structuredClone(c)), inner.commit(c)) } };
}

/** What a page leaves that dies after `n` changes were written: killed between any two messages, storage holds some such beginning. */
async function after(changes: readonly Change[], n: number): Promise<RunsDb> {
  const db = createMemoryDb();
  for (const c of changes.slice(0, n)) await db.commit(c);
  return db;
}

describe('a run that is killed and goes on', () => {
  beforeEach(() => {
    // a clock on which every update is read and a state is kept every few updates
    let t = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (t += 1500));
  });
  afterEach(() => vi.restoreAllMocks());

  test('wherever it is killed, ends with the digests of one that was not, also when killed again', { timeout: 400_000 }, async () => {
    const whole = logged();
    const kinds: string[] = [];
    await live(whole.db, (m) => kinds.push(m.type));
    const { digests, state } = (await whole.db.run('r'))!;
    expect(state).toBe('finished');
    expect(Object.keys(digests)).toEqual(['single', 'population']);
    expect(kinds.filter((k) => k === 'checkpoint').length).toBeGreaterThan(3);
    expect(whole.changes.length).toBeGreaterThan(4);
    for (let n = 1; n < whole.changes.length; n += 2) {
      const second = logged();
      for (const c of whole.changes.slice(0, n)) await second.db.commit(c);
      await live(second.db);
      const twice = n === 3 ? await after(second.changes, second.changes.length - 2) : null;
      if (twice) await live(twice);
      for (const db of [second.db, ...(twice ? [twice] : [])]) {
        expect((await db.run('r'))!.digests, `killed after change ${n}`).toEqual(digests);
        for (const [arm, points] of (await loadRun(db, 'r'))!.points) {
          const series: Series = {};
          addPoints(series, points);
          expect(digestOf(series), 'of what is stored').toBe(digests[arm]);
        }
      }
    }
  });
});

const metrics = (update: number, value = 0.5): FromWorker => ({ type: 'metrics', arm: 'single', points: [{ update, values: { 'success.heldout': [value] } }], updatesPerSecond: 1, secondsLeft: null });

const cpu: EngineInfo = { backend: 'cpu', name: 'CPU twin', software: true };
const idle: LibraryState = { ready: true, lasting: true, runs: [], removed: [], elsewhere: new Set(), usage: null, problem: null, fault: null };

describe('the recorder', () => {
  const one = experimentOf(tinySettings());
  const begin = (r: Recorder, run: string): void => {
    r.sent({ type: 'start', experiment: one, paused: false, backend: 'auto', run });
    r.receive({ type: 'state', state: 'preparing', update: 0, run });
  };

  test('a preparation that is given up leaves nothing; messages belong to the run that was prepared last', async () => {
    const db = createMemoryDb();
    const r = record(db);
    begin(r, 'a');
    r.receive({ type: 'state', state: 'stopped', update: 0 });
    begin(r, 'b');
    r.receive(metrics(0));
    // asked for, and the worker still speaks of b
    r.sent({ type: 'start', experiment: one, paused: false, backend: 'auto', run: 'c' });
    r.receive(metrics(1));
    r.receive({ type: 'state', state: 'stopped', update: 2 });
    r.receive({ type: 'state', state: 'preparing', update: 0, run: 'c' });
    await r.settled();
    expect((await db.runs()).map((x) => [x.key, x.state, x.update])).toEqual([
      ['b', 'stopped', 2],
      ['c', 'preparing', 0],
    ]);
    expect((await loadRun(db, 'b'))!.points.get('single')!.map((p) => p.update)).toEqual([0, 1]);
  });

  test('it is written from its start, with what it is computed by, and offered to go on from update 0', async () => {
    const db = createMemoryDb();
    const r = record(db);
    begin(r, 'a');
    await r.settled();
    const early = (await db.run('a'))!;
    expect(early).toMatchObject({ state: 'preparing', kept: 0, engine: null, experiment: one });
    expect(cannotGoOn(early, cpu)).toBeNull();
    expect(interrupted({ ...idle, runs: [early] }, null)).toEqual([early]);
    // nothing to look at yet
    expect(lastRun({ ...idle, runs: [early] }, null)).toBeUndefined();
    r.receive({ type: 'engine', engine: cpu });
    await r.settled();
    expect((await db.run('a'))!.engine).toEqual(cpu);
    // the CPU twin was asked for: nothing is written before it is known
    r.sent({ type: 'start', experiment: one, paused: false, backend: 'cpu', run: 'b' });
    r.receive({ type: 'state', state: 'preparing', update: 0, run: 'b' });
    await r.settled();
    expect(await db.run('b')).toBeUndefined();
    r.receive({ type: 'engine', engine: { ...cpu, name: 'exact' }, forRun: true });
    r.receive(metrics(0));
    await r.settled();
    const late = (await db.run('b'))!;
    expect(late.engine?.name).toBe('exact');
    expect(lastRun({ ...idle, runs: [{ ...late, state: 'finished' }, early] }, null)?.key).toBe('b');
  });

  test('without room it keeps everything, says so, and writes it once there is room', async () => {
    const inner = createMemoryDb();
    let full = true;
    const problems: unknown[] = [];
    const db: RunsDb = { ...inner, commit: (c: Change) => (full ? Promise.reject(new DOMException('no room', 'QuotaExceededError')) : inner.commit(c)) };
    const r = createRecorder(Promise.resolve(db), createLocks(undefined), { changed: () => {}, problem: (e) => problems.push(e) });
    begin(r, 'a');
    const state = { update: 1, evaluated: 0, measured: null, buffers: { policy: Float32Array.of(1) } };
    for (let u = 0; u < 5; u++) {
      r.receive(metrics(u, u));
      r.receive({ type: 'checkpoint', arm: 'single', state: { ...state, update: u }, points: u + 1 });
      await r.settled();
    }
    expect(await inner.runs()).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
    full = false;
    await r.settled();
    expect(problems.at(-1)).toBeNull();
    const stored = (await loadRun(inner, 'a'))!;
    expect(stored.run.arms[0]!.series.get('success.heldout')!.updates).toEqual([0, 1, 2, 3, 4]);
    expect(soFarOf(stored, await inner.checkpoints('a')).single).toMatchObject({ state: { update: 4 }, failed: false });
    expect(stored.record.ends.single).toEqual({ 'success.heldout': 4 });
  });

  test('a run that was deleted for good is not written again', async () => {
    const db = createMemoryDb();
    const r = record(db);
    begin(r, 'a');
    r.receive(metrics(0));
    await r.settled();
    await db.commit({ run: 'a', remove: true });
    r.receive(metrics(1));
    await r.settled();
    expect(await db.runs()).toEqual([]);
    expect(await db.series('a')).toEqual([]);
  });

  test('a run that goes on in the tab where it failed is held against other tabs to its end', async () => {
    const db = createMemoryDb();
    const locks = createLocks(undefined);
    const r = createRecorder(Promise.resolve(db), locks, quiet);
    begin(r, 'a');
    r.receive(metrics(0));
    await r.settled();
    expect(await locks.hold('a')).toBeNull();
    r.receive({ type: 'error', message: 'the graphics device was lost', hint: '' });
    r.receive({ type: 'state', state: 'failed', update: 0 });
    const end = await locks.hold('a');
    expect(end).not.toBeNull();
    r.adopt({ record: (await db.run('a'))!, end: end!, evaluations: new Map() });
    begin(r, 'a');
    r.receive(metrics(1));
    expect(await locks.hold('a')).toBeNull();
    r.receive({ type: 'state', state: 'finished', update: 3 });
    expect(await locks.hold('a')).not.toBeNull();
  });
});
