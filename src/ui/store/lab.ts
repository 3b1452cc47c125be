/**
 * What the page knows and what it can ask for, without React and without a worker: `receive` takes the worker's messages, `send` passes ours on.
 *
 * Reset and Restart never destroy a run at once. Reset only pauses the experiment and puts it aside (`previous`), so Undo brings back a run that can go on;
 * it is freed when the next run starts, and even then its curves stay and can be brought back to look at.
 */
import { createStore } from 'zustand/vanilla';
import type { BackendChoice } from '../../train/backend-choice.ts';
import { BACKEND_CHOICE } from '../../train/backend-choice.ts';
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { EngineInfo, FromWorker, History, RunSoFar, RunState, ToWorker } from '../../train/protocol.ts';
import type { ArmId, SettingKey } from '../../train/settings.ts';
import { ARMS } from '../../train/settings.ts';
import type { Answers } from './answers.ts';
import { answer, ask, noAnswers } from './answers.ts';
import type { Slow } from './slow.ts';
import { askSlow, noSlow, takeSlow } from './slow.ts';
import type { ArmRun, Run, RunError } from './run.ts';
import { addTranscripts, armRunOf, isEmpty, isLive, newRun, reached } from './run.ts';

export interface LabState {
  readonly engine: EngineInfo | null;
  /** what the settings panel shows; the next run starts with it */
  readonly draft: ExperimentSettings;
  /** what the next run is computed by */
  readonly backend: BackendChoice;
  readonly run: Run | null;
  /** drawn faintly, and what Undo brings back */
  readonly previous: Run | null;
  /** what put `previous` aside */
  readonly undo: 'reset' | 'restart' | null;
  /** a fault outside any run: the worker did not load, or died */
  readonly fault: RunError | null;
  /** what simulators answer at a history; belongs to no run */
  readonly answers: Answers;
  /** the same for a lesson's own questions */
  readonly lessonAnswers: Answers;
  /** one update step by step; belongs to no run */
  readonly slow: Slow;
  /** counts changes of the histories, which React does not see */
  readonly version: number;
}

export type Lab = ReturnType<typeof createLab>;

/** Arms in the order of the table, each once, whatever order they were ticked in. */
export const inOrder = (arms: readonly ArmId[]): ArmId[] => ARMS.filter((arm) => arms.includes(arm));

/** what a run is no longer doing once it rests */
const RESTING = { progress: null, secondsLeft: null, measuring: false } as const;

export function createLab(send: (message: ToWorker) => void, settings: ExperimentSettings = defaultExperiment) {
  const store = createStore<LabState>(() => ({
    engine: null,
    draft: settings,
    backend: BACKEND_CHOICE.default,
    run: null,
    previous: null,
    undo: null,
    fault: null,
    answers: noAnswers,
    lessonAnswers: noAnswers,
    slow: noSlow,
    version: 0,
  }));
  let lastId = 0;
  let lastQuestion = 0;
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
        patch(fed, { progress: { what: m.what, fraction: m.fraction, secondsLeft: m.secondsLeft } });
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

  /** A new run with the draft; the shown one goes aside and stays drawn faintly. */
  function start(paused: boolean, from?: { readonly run: Run; readonly soFar: RunSoFar }): void {
    const { run, previous } = store.getState();
    const backend = from?.run.backend ?? store.getState().backend;
    const keep = run && !isEmpty(run) && run.key !== from?.run.key;
    const aside = keep ? run : previous;
    if (isLive(find(fed))) send({ type: 'stop' });
    if (!isLive(find(fed))) fed = null;
    const draft = from?.run.experiment ?? store.getState().draft;
    const fresh: Run = from ? { ...from.run, id: ++lastId, state: 'preparing', error: null } : newRun(++lastId, draft, backend);
    pending = fresh.id;
    const kept = aside && isLive(aside) ? { ...aside, state: 'stopped' as const, ...RESTING } : aside;
    store.setState((s) => ({ run: fresh, draft, previous: kept, undo: keep ? 'restart' : null, fault: null, version: s.version + 1 }));
    send({ type: 'start', experiment: draft, paused, backend, run: fresh.key, ...(from ? { resume: from.soFar, began: from.run.engine } : {}) });
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
    /** Shows a run from storage; the one on screen is paused and put aside. */
    open: (stored: Run): void => {
      const { run, previous } = store.getState();
      if (run?.key === stored.key) return;
      if (run?.state === 'preparing') send({ type: 'stop' });
      else if (isLive(run)) send({ type: 'pause' });
      const keep = run !== null && !isEmpty(run);
      const shown = { ...stored, id: ++lastId };
      store.setState((s) => ({ run: shown, draft: stored.experiment, previous: keep ? run : previous, undo: keep ? 'restart' : null, version: s.version + 1 }));
    },
    /** Goes on with a run from storage. */
    goOn: (stored: Run, soFar: RunSoFar): void => {
      start(false, { run: stored, soFar });
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
      const keep = !isEmpty(run);
      store.setState((s) => ({ run: null, previous: keep ? run : s.previous, undo: keep ? 'reset' : s.undo, version: s.version + 1 }));
    },
    /** Brings back what Reset or Restart put aside; the run on screen changes places with it. */
    undo: (): void => {
      const { run, previous, undo } = store.getState();
      if (!previous || !undo) return;
      if (run?.state === 'preparing') send({ type: 'stop' });
      else if (isLive(run)) send({ type: 'pause' });
      const swap = run && !isEmpty(run) ? run : null;
      store.setState((s) => ({ run: previous, previous: swap, undo: swap ? 'restart' : null, draft: previous.experiment, backend: previous.backend, version: s.version + 1 }));
    },
    set: <K extends SettingKey>(key: K, value: ExperimentSettings[K]): void => {
      store.setState((s) => ({ draft: { ...s.draft, [key]: value } }));
    },
    setBackend: (backend: BackendChoice): void => {
      store.setState({ backend });
    },
    /** the arms of the next run; none at all is refused */
    setArms: (arms: readonly ArmId[]): void => {
      const kept = inOrder(arms);
      if (kept.length > 0) store.setState((s) => ({ draft: { ...s.draft, arms: kept } }));
    },
    /** ticks or unticks one arm; the last one stays */
    toggleArm: (arm: ArmId): void => {
      const { arms } = store.getState().draft;
      actions.setArms(arms.includes(arm) ? arms.filter((a) => a !== arm) : [...arms, arm]);
    },
    setAll: (values: ExperimentSettings): void => {
      store.setState({ draft: values });
    },
    /** settings back to those of the run on screen, or to the defaults */
    discard: (): void => {
      store.setState((s) => ({ draft: s.run?.experiment ?? settings, backend: s.run?.backend ?? BACKEND_CHOICE.default }));
    },
    /** who talks to whom now; only while the worker holds the run on screen */
    requestCrossPlay: (): void => {
      const { run } = store.getState();
      if (!run || run.id !== fed || run.measuring || (run.state !== 'running' && run.state !== 'paused')) return;
      patch(run.id, { measuring: true });
      send({ type: 'crossPlay' });
    },
    /** what each simulator would say next */
    requestResponses: (history: History): void => {
      const id = ++lastQuestion;
      const { run, draft } = store.getState();
      store.setState((s) => ({ answers: ask(s.answers, id, history) }));
      send({ type: 'responses', id, history, experiment: run?.experiment ?? draft });
    },
    /** the same for a lesson, with the simulators of `experiment` */
    askForLesson: (history: History, experiment: ExperimentSettings): void => {
      const id = ++lastQuestion;
      store.setState((s) => ({ lessonAnswers: ask(s.lessonAnswers, id, history) }));
      send({ type: 'responses', id, history, experiment });
    },
    /** one group of dialogues and the update it makes */
    requestSlowMotion: (seed: number, experiment: ExperimentSettings): void => {
      const id = ++lastQuestion;
      store.setState((s) => ({ slow: askSlow(s.slow, id) }));
      send({ type: 'slowMotion', id, seed, experiment });
    },
    fail: (error: RunError): void => {
      const run = find(pending ?? fed);
      fed = pending ?? fed;
      pending = null;
      if (run && isLive(run)) patch(run.id, { state: 'failed', error, ...RESTING });
      else store.setState({ fault: error });
      fed = null;
      // nobody answers an open question any more
      store.setState((s) => ({ answers: { ...s.answers, asked: null }, lessonAnswers: { ...s.lessonAnswers, asked: null }, slow: { ...s.slow, asked: null } }));
    },
  };

  return { store, receive, actions };
}
