/**
 * The lab's runs and what can be done with them, without React and without a worker: `receive` takes the worker's messages (feed.ts), `send` passes ours on.
 *
 * Reset and Restart never destroy a run at once. Reset only pauses the experiment and puts it aside (`previous`), so Undo brings back a run that can go on;
 * it is freed when the next run starts, and even then its curves stay and can be brought back to look at.
 */
import type { BackendChoice } from '../../train/backend-choice.ts';
import { BACKEND_CHOICE } from '../../train/backend-choice.ts';
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { RunSoFar, ToWorker } from '../../train/protocol.ts';
import type { ArmId, SettingKey } from '../../train/settings.ts';
import { ARMS } from '../../train/settings.ts';
import { createFeed, RESTING } from './feed.ts';
import { createQuestions } from './questions.ts';
import type { Run, RunError } from './run.ts';
import { isEmpty, isLive, newRun } from './run.ts';
import { createLabStore } from './state.ts';

export type Lab = ReturnType<typeof createLab>;

/** Arms in the order of the table, each once, whatever order they were ticked in. */
export const inOrder = (arms: readonly ArmId[]): ArmId[] => ARMS.filter((arm) => arms.includes(arm));

export function createLab(send: (message: ToWorker) => void, settings: ExperimentSettings = defaultExperiment) {
  const store = createLabStore(settings);
  const feed = createFeed(store);
  const questions = createQuestions(store, feed, send);
  let lastId = 0;

  /** A new run with the draft; the shown one goes aside and stays drawn faintly. */
  function start(paused: boolean, from?: { readonly run: Run; readonly soFar: RunSoFar }): void {
    const { run, previous } = store.getState();
    const backend = from?.run.backend ?? store.getState().backend;
    const keep = run && !isEmpty(run) && run.key !== from?.run.key;
    const aside = keep ? run : previous;
    if (feed.live()) send({ type: 'stop' });
    const draft = from?.run.experiment ?? store.getState().draft;
    const fresh: Run = from ? { ...from.run, id: ++lastId, state: 'preparing', error: null } : newRun(++lastId, draft, backend);
    feed.expect(fresh.id);
    const kept = aside && isLive(aside) ? { ...aside, state: 'stopped' as const, ...RESTING } : aside;
    store.setState((s) => ({ run: fresh, draft, backend, previous: kept, undo: keep ? 'restart' : null, fault: null, version: s.version + 1 }));
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
      const keep = run !== null && !isEmpty(run) && !isLive(previous);
      const shown = { ...stored, id: ++lastId };
      // one that can go on stays within reach, whatever is looked at meanwhile
      const undo = keep || isLive(previous) ? 'restart' : null;
      store.setState((s) => ({ run: shown, draft: stored.experiment, backend: stored.backend, previous: keep ? run : previous, undo, version: s.version + 1 }));
    },
    /** Shows the run with this key if the page still has it, on screen or put aside where it can go on; false if not. */
    bringBack: (key: string): boolean => {
      const { run, previous } = store.getState();
      if (run?.key === key && isLive(run)) return true;
      if (previous?.key !== key || !isLive(previous)) return false;
      store.setState({ undo: run ? 'restart' : 'reset' });
      actions.undo();
      return true;
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
    ...questions,
    fail: (error: RunError): void => {
      feed.fail(error);
      questions.unanswered();
    },
  };

  return { store, receive: feed.receive, actions };
}
