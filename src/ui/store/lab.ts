/**
 * What the page knows and what it can ask for, without React and without a worker: `receive` takes the worker's messages, `send` passes ours on.
 *
 * Reset and Restart never destroy a run at once. Reset only pauses the experiment and puts it aside (`previous`), so Undo brings back a run that can go on;
 * it is freed when the next run starts, and even then its curves stay and can be brought back to look at.
 */
import { createStore } from 'zustand/vanilla';
import type { EngineInfo, FromWorker, RunState, ToWorker } from '../../train/protocol.ts';
import type { ArmId, SettingKey, Settings } from '../../train/settings.ts';
import { defaultSettings } from '../../train/settings.ts';
import type { Run, RunError } from './run.ts';
import { addTranscripts, isLive, newRun } from './run.ts';

export interface LabState {
  readonly engine: EngineInfo | null;
  /** what the settings panel shows; the next run starts with it */
  readonly draft: Settings;
  readonly run: Run | null;
  /** drawn faintly, and what Undo brings back */
  readonly previous: Run | null;
  /** what put `previous` aside */
  readonly undo: 'reset' | 'restart' | null;
  /** a fault outside any run: the worker did not load, or died */
  readonly fault: RunError | null;
  /** counts changes of the histories, which React does not see */
  readonly version: number;
}

export type Lab = ReturnType<typeof createLab>;

export function createLab(send: (message: ToWorker) => void, settings: Settings = defaultSettings) {
  const store = createStore<LabState>(() => ({ engine: null, draft: settings, run: null, previous: null, undo: null, fault: null, version: 0 }));
  let lastId = 0;
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
    if (state === 'idle') patch(fed, { state: 'stopped', progress: null });
    // a run that ends badly reports update 0
    else patch(fed, { state, update: Math.max(run.update, update), progress: state === 'preparing' ? run.progress : null, secondsLeft: state === 'running' ? run.secondsLeft : null });
  };

  function receive(m: FromWorker): void {
    if (m.type === 'engine') {
      store.setState({ engine: m.engine });
      return;
    }
    takeOver(m);
    const run = find(fed);
    switch (m.type) {
      case 'state':
        onState(m.state, m.update);
        break;
      case 'progress':
        patch(fed, { progress: { what: m.what, fraction: m.fraction, secondsLeft: m.secondsLeft } });
        break;
      case 'metrics': {
        if (!run) break;
        keepEngine(run);
        run.series.add(m.points);
        const update = m.points.reduce((u, p) => Math.max(u, p.update), run.update);
        patch(fed, { update, updatesPerSecond: m.updatesPerSecond, secondsLeft: m.secondsLeft }, true);
        break;
      }
      case 'transcripts':
        if (!run) break;
        addTranscripts(run.transcripts, m.transcripts);
        patch(fed, {}, true);
        break;
      case 'finished':
        patch(fed, { state: 'finished', digest: m.digest, secondsLeft: null });
        break;
      case 'error': {
        const error = { message: m.message, hint: m.hint };
        if (pending !== null && fed === null) {
          fed = pending;
          pending = null;
        }
        if (find(fed)) patch(fed, { state: 'failed', error, progress: null, secondsLeft: null });
        else store.setState({ fault: error });
        break;
      }
    }
  }

  /** A new run with the draft; the shown one goes aside and stays drawn faintly. */
  function start(paused: boolean): void {
    const { run, draft, previous } = store.getState();
    const aside = run && !run.series.empty ? run : previous;
    if (isLive(find(fed))) send({ type: 'stop' });
    if (!isLive(find(fed))) fed = null;
    const fresh = newRun(++lastId, draft);
    pending = fresh.id;
    const kept = aside && isLive(aside) ? { ...aside, state: 'stopped' as const, progress: null, secondsLeft: null } : aside;
    store.setState((s) => ({ run: fresh, previous: kept, undo: run && !run.series.empty ? 'restart' : null, fault: null, version: s.version + 1 }));
    send({ type: 'start', settings: draft, paused });
  }

  const actions = {
    /** the big button: starts, pauses, goes on, or gives up a preparation */
    toggle: (): void => {
      const { run } = store.getState();
      if (!run) start(false);
      else if (run.state === 'running') send({ type: 'pause' });
      else if (run.state === 'paused') send({ type: 'resume' });
      else if (run.state === 'preparing') actions.cancel();
      else start(false);
    },
    step: (): void => {
      const { run } = store.getState();
      if (!run || !isLive(run)) start(true);
      if (!run || !isLive(run) || run.state === 'paused') send({ type: 'step' });
    },
    cancel: (): void => {
      const { run } = store.getState();
      if (run?.state !== 'preparing') return;
      send({ type: 'stop' });
      store.setState({ run: null });
    },
    restart: (): void => {
      start(false);
    },
    reset: (): void => {
      const { run, undo } = store.getState();
      if (!run) {
        // the button and its key take back what they just did
        if (undo === 'reset') actions.undo();
        return;
      }
      if (run.state === 'preparing') return actions.cancel();
      // not only a running one: a resume or step may be on its way
      if (isLive(run)) send({ type: 'pause' });
      const keep = !run.series.empty;
      store.setState((s) => ({ run: null, previous: keep ? run : s.previous, undo: keep ? 'reset' : s.undo, version: s.version + 1 }));
    },
    /** Brings back what Reset or Restart put aside; the run on screen changes places with it. */
    undo: (): void => {
      const { run, previous, undo } = store.getState();
      if (!previous || !undo) return;
      if (run?.state === 'preparing') send({ type: 'stop' });
      else if (isLive(run)) send({ type: 'pause' });
      const swap = run && !run.series.empty ? run : null;
      store.setState((s) => ({ run: previous, previous: swap, undo: swap ? 'restart' : null, draft: previous.settings, version: s.version + 1 }));
    },
    set: <K extends SettingKey>(key: K, value: Settings[K]): void => {
      store.setState((s) => ({ draft: { ...s.draft, [key]: value } }));
    },
    setArm: (arm: ArmId): void => {
      store.setState((s) => ({ draft: { ...s.draft, arm } }));
    },
    setAll: (values: Settings): void => {
      store.setState({ draft: values });
    },
    /** settings back to those of the run on screen, or to the defaults */
    discard: (): void => {
      store.setState((s) => ({ draft: s.run?.settings ?? settings }));
    },
    fail: (error: RunError): void => {
      const run = find(pending ?? fed);
      fed = pending ?? fed;
      pending = null;
      if (run && isLive(run)) patch(run.id, { state: 'failed', error, progress: null, secondsLeft: null });
      else store.setState({ fault: error });
      fed = null;
    },
  };

  return { store, receive, actions };
}
