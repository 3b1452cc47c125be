/** What the worker says, put into the state: which run a message belongs to, and what it changes. */
import type { FromWorker, RunState } from '../../train/protocol.ts';
import type { ArmId } from '../../train/settings.ts';
import { answer } from './answers.ts';
import { advance } from './preparation.ts';
import type { ArmRun, Run, RunError } from './run.ts';
import { addTranscripts, armRunOf, isLive, reached } from './run.ts';
import { takeSlow } from './slow.ts';
import type { LabStore } from './state.ts';

/** what a run is no longer doing once it rests */
export const RESTING = { progress: null, secondsLeft: null, measuring: false } as const;

export type Feed = ReturnType<typeof createFeed>;

export function createFeed(store: LabStore) {
  /** the run that the worker's messages belong to */
  let fed: number | null = null;
  /** a run whose `start` is sent, while the worker may still speak of the one before */
  let pending: number | null = null;

  const find = (id: number | null): Run | null => {
    const { run, previous } = store.getState();
    return id === null ? null : run?.id === id ? run : previous?.id === id ? previous : null;
  };
  const patch = (id: number | null, change: Partial<Run>, histories = false): void => {
    store.setState((s) => {
      const on = (r: Run | null): Run | null => (r && r.id === id ? { ...r, ...change } : r);
      return { run: on(s.run), previous: on(s.previous), version: histories ? s.version + 1 : s.version };
    });
  };

  const patchArm = (run: Run, arm: ArmId, change: Partial<ArmRun>): void => {
    patch(run.id, { arms: run.arms.map((a) => (a.arm === arm ? { ...a, ...change } : a)) }, true);
  };

  /** Messages of the old experiment can still be on their way after a `start`; every experiment begins with the state `preparing`. */
  const takeOver = (m: FromWorker): void => {
    if (pending === null || m.type !== 'state' || m.state !== 'preparing') return;
    fed = pending;
    pending = null;
  };

  /** A run keeps the engine it began on: a later run may get another one. */
  const keepEngine = (run: Run): void => {
    const { engine } = store.getState();
    if (!run.engine && engine) patch(run.id, { engine });
  };

  const onState = (state: RunState, update: number): void => {
    const run = find(fed);
    if (!run) return;
    if (state === 'running' || state === 'paused') keepEngine(run);
    if (state === 'idle') patch(fed, { state: 'stopped', ...RESTING });
    // a run that ends badly reports update 0
    else {
      patch(fed, {
        state,
        update: Math.max(run.update, update),
        progress: state === 'preparing' ? run.progress : null,
        secondsLeft: state === 'running' ? run.secondsLeft : null,
        measuring: run.measuring && (state === 'running' || state === 'paused'),
      });
    }
  };

  function receive(m: FromWorker): void {
    if (m.type === 'engine') {
      if (m.forRun) patch(fed, { engine: m.engine });
      else store.setState({ engine: m.engine });
      return;
    }
    if (m.type === 'responses') {
      store.setState((s) => ({ answers: answer(s.answers, m), lessonAnswers: answer(s.lessonAnswers, m) }));
      return;
    }
    if (m.type === 'slowMotion') {
      store.setState((s) => ({ slow: takeSlow(s.slow, m) }));
      return;
    }
    if (m.type === 'policies') return; // belong to no run either: see policies.ts
    takeOver(m);
    const run = find(fed);
    switch (m.type) {
      case 'state':
        onState(m.state, m.update);
        break;
      case 'progress':
        patch(fed, { progress: advance(run?.progress ?? null, { what: m.what, fraction: m.fraction, secondsLeft: m.secondsLeft }) });
        break;
      case 'metrics': {
        const arm = armRunOf(run, m.arm);
        if (!run || !arm) break;
        keepEngine(run);
        arm.series.add(m.points);
        patch(fed, { update: Math.max(run.update, reached(run)), updatesPerSecond: m.updatesPerSecond, secondsLeft: m.secondsLeft }, true);
        break;
      }
      case 'transcripts': {
        const arm = armRunOf(run, m.arm);
        if (!run || !arm) break;
        addTranscripts(arm.transcripts, m.transcripts);
        patch(fed, {}, true);
        break;
      }
      case 'armFailed':
        if (run) patchArm(run, m.arm, { failure: { message: m.message, update: m.update, kept: m.kept } });
        break;
      case 'crossPlay':
        patch(fed, { crossPlay: m.crossPlay, measuring: false });
        break;
      case 'finished':
        if (!run) break;
        patch(fed, { state: 'finished', arms: run.arms.map((a) => ({ ...a, digest: m.digests[a.arm] ?? null })), ...RESTING });
        break;
      case 'checkpoint':
        break; // kept in storage, see src/ui/runs
      case 'error': {
        const error = { message: m.message, hint: m.hint };
        if (pending !== null && fed === null) {
          fed = pending;
          pending = null;
        }
        if (find(fed)) patch(fed, { state: 'failed', error, ...RESTING });
        else store.setState({ fault: error });
        break;
      }
    }
  }

  return {
    receive,
    patch,
    /** the run the worker holds, where it is on screen or put aside */
    live: (): Run | null => {
      const run = find(fed);
      return isLive(run) ? run : null;
    },
    feeds: (run: Run): boolean => run.id === fed,
    /** the run of the next `start` */
    expect(id: number): void {
      if (!isLive(find(fed))) fed = null;
      pending = id;
    },
    /** the worker is gone: nothing more comes of its run */
    fail(error: RunError): void {
      const run = find(pending ?? fed);
      fed = null;
      pending = null;
      if (run && isLive(run)) patch(run.id, { state: 'failed', error, ...RESTING });
      else store.setState({ fault: error });
    },
  };
}
