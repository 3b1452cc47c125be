import { beforeEach, describe, expect, test } from 'vitest';
import type { CrossPlay, FromWorker, RunState, ToWorker } from '../../train/protocol.ts';
import type { ArmId } from '../../train/settings.ts';
import { waiting } from './answers.ts';
import type { Lab } from './lab.ts';
import { createLab } from './lab.ts';

let sent: ToWorker[];
let lab: Lab;
const state = (s: RunState, update = 0): FromWorker => ({ type: 'state', state: s, update });
const metrics = (update: number, arm: ArmId = 'single', value = 0.5): FromWorker => ({
  type: 'metrics',
  arm,
  points: [{ update, values: { 'success.train': [value] } }],
  updatesPerSecond: 2,
  secondsLeft: 3,
});
const engine = (backend: 'webgpu' | 'cpu', forRun?: true): FromWorker => ({ type: 'engine', engine: { backend, name: backend, software: false }, ...(forRun ? { forRun } : {}) });
const types = () => sent.map((m) => m.type);
const now = () => lab.store.getState();
const updatesOf = (run: 'run' | 'previous', arm = 0) => now()[run]?.arms[arm]?.series.get('success.train')?.updates;

beforeEach(() => {
  sent = [];
  lab = createLab((m) => sent.push(m));
});

/** a run at update 3 */
function running(arm: ArmId = 'single'): void {
  lab.actions.toggle();
  lab.receive(state('preparing'));
  lab.receive({ type: 'progress', what: 'cloning', fraction: 0.5, secondsLeft: 1 });
  lab.receive(metrics(0, arm));
  lab.receive(state('running'));
  lab.receive(metrics(3, arm));
}

test('run, pause, resume, step', () => {
  running();
  expect(now().run).toMatchObject({ state: 'running', update: 3, updatesPerSecond: 2, secondsLeft: 3, progress: null });
  lab.actions.step();
  lab.actions.toggle();
  lab.receive(state('paused', 3));
  lab.actions.step();
  lab.actions.toggle();
  expect(types()).toEqual(['start', 'pause', 'step', 'resume']);
});

test('step before any run prepares one, does one update and waits', () => {
  lab.actions.step();
  expect(sent).toEqual([{ type: 'start', experiment: now().draft, paused: true, backend: 'auto', run: now().run?.key }, { type: 'step' }]);
});

describe('settings', () => {
  test('apply directly before a run, and leave a run alone', () => {
    lab.actions.set('gamma', 4);
    running();
    lab.actions.set('gamma', 8);
    expect(now().run?.experiment.gamma).toBe(4);
    expect(now().draft.gamma).toBe(8);
    expect(types()).toEqual(['start']);
    lab.actions.discard();
    expect(now().draft.gamma).toBe(4);
  });
  test('so do the arms, in the order of the table, never none', () => {
    lab.actions.setArms(['verbalized']);
    lab.actions.toggleArm('verbalized');
    expect(now().draft.arms).toEqual(['verbalized']);
    running('verbalized');
    lab.actions.setArms(['population', 'single']);
    lab.actions.toggleArm('verbalized');
    expect(now().draft.arms).toEqual(['single', 'verbalized', 'population']);
    lab.actions.toggleArm('single');
    lab.actions.setArms([]);
    expect(now().run?.experiment.arms).toEqual(['verbalized']);
    expect(types()).toEqual(['start']);
    lab.actions.restart();
    expect(now().run?.experiment.arms).toEqual(['verbalized', 'population']);
    expect(now().run?.arms.map((a) => a.arm)).toEqual(['verbalized', 'population']);
    expect(now().previous?.experiment.arms).toEqual(['verbalized']);
  });
  test('restart keeps the old curves and takes the new settings', () => {
    running();
    lab.actions.set('gamma', 8);
    lab.actions.restart();
    expect(types()).toEqual(['start', 'stop', 'start']);
    expect(now().run?.experiment.gamma).toBe(8);
    expect(now().previous).toMatchObject({ state: 'stopped', experiment: { gamma: lab.store.getInitialState().draft.gamma } });
    expect(now().undo).toBe('restart');
  });
});

describe('messages of an old run after a restart', () => {
  test('do not reach the new one', () => {
    running();
    lab.actions.restart();
    lab.receive(metrics(4));
    lab.receive(state('stopped', 4));
    lab.receive(state('preparing'));
    lab.receive(metrics(0));
    expect(updatesOf('run')).toEqual([0]);
    expect(updatesOf('previous')).toEqual([0, 3, 4]);
    expect(now().run?.state).toBe('preparing');
  });
});

describe('reset', () => {
  test('pauses, clears the view, and undo brings back a run that can go on', () => {
    running();
    lab.actions.reset();
    expect(now().run).toBeNull();
    expect(now().undo).toBe('reset');
    lab.receive(metrics(4));
    lab.receive(state('paused', 4));
    lab.actions.undo();
    expect(now().run).toMatchObject({ state: 'paused', update: 4 });
    expect(now().previous).toBeNull();
    lab.actions.toggle();
    expect(types()).toEqual(['start', 'pause', 'resume']);
  });
  test.each(['toggle', 'step'] as const)('pauses a run whose %s the worker has not confirmed yet', (go) => {
    running();
    lab.receive(state('paused', 3));
    lab.actions[go]();
    lab.actions.reset();
    expect(types()).toEqual(['start', go === 'toggle' ? 'resume' : 'step', 'pause']);
  });
  test('so does undo of a restart', () => {
    running();
    lab.actions.restart();
    lab.receive(state('preparing'));
    lab.receive(state('paused', 1));
    lab.actions.toggle();
    lab.actions.undo();
    expect(types().slice(-2)).toEqual(['resume', 'pause']);
  });
  test('of a finished run asks nothing of the worker', () => {
    running();
    lab.receive({ type: 'finished', digests: { single: 'abc' } });
    lab.actions.reset();
    expect(types()).toEqual(['start']);
  });
  test('pressed twice it takes itself back', () => {
    running();
    lab.actions.reset();
    lab.actions.reset();
    expect(now().run?.update).toBe(3);
    expect(now().undo).toBeNull();
  });
  test('undo after a restart shows the old run again, and once more the new one', () => {
    running();
    lab.actions.restart();
    lab.receive(state('stopped', 3));
    lab.receive(state('preparing'));
    lab.receive(metrics(0));
    lab.receive(state('running'));
    const fresh = now().run?.id;
    lab.actions.undo();
    expect(now().run?.id).not.toBe(fresh);
    expect(now().run?.state).toBe('stopped');
    lab.receive(state('paused', 1));
    lab.actions.undo();
    expect(now().run).toMatchObject({ id: fresh, state: 'paused', update: 1 });
  });
  test('a preparation is given up, nothing is kept', () => {
    lab.actions.toggle();
    lab.receive(state('preparing'));
    lab.actions.reset();
    expect(types()).toEqual(['start', 'stop']);
    expect(now().run).toBeNull();
    expect(now().undo).toBeNull();
  });
});

test('a run keeps the engine it began on', () => {
  lab.receive(engine('webgpu'));
  lab.actions.toggle();
  lab.receive(state('preparing'));
  expect(now().run?.engine).toBeNull();
  lab.receive(engine('cpu'));
  lab.receive(state('running'));
  expect(now().run?.engine?.backend).toBe('cpu');
  lab.receive(engine('webgpu'));
  lab.receive(metrics(1));
  expect(now().engine?.backend).toBe('webgpu');
  expect(now().run?.engine?.backend).toBe('cpu');
});

test('a run may ask for the CPU twin, whatever the machine offers', () => {
  lab.receive(engine('webgpu'));
  lab.actions.setBackend('cpu');
  lab.actions.toggle();
  expect(sent[0]).toMatchObject({ type: 'start', backend: 'cpu' });
  lab.receive(state('preparing'));
  lab.receive(engine('cpu', true));
  expect(now().engine?.backend).toBe('webgpu');
  expect(now().run).toMatchObject({ backend: 'cpu', engine: { backend: 'cpu' } });
  lab.actions.setBackend('auto');
  lab.actions.discard(); // back to what the run uses
  expect(now().backend).toBe('cpu');
});

test('the end and an error', () => {
  running();
  lab.receive({ type: 'finished', digests: { single: 'abc' } });
  expect(now().run).toMatchObject({ state: 'finished', arms: [{ digest: 'abc' }], secondsLeft: null });
  lab.receive({ type: 'error', message: 'lost', hint: 'reload' });
  expect(now().run).toMatchObject({ state: 'failed', error: { message: 'lost', hint: 'reload' } });
  lab.actions.toggle();
  expect(now().run?.state).toBe('preparing');
  expect(now().previous?.error?.message).toBe('lost');
});

test('a worker that dies fails the run, or says so when there is none', () => {
  lab.actions.fail({ message: 'no worker', hint: 'reload' });
  expect(now().fault?.message).toBe('no worker');
  running();
  expect(now().fault).toBeNull();
  lab.actions.fail({ message: 'died', hint: 'run again' });
  expect(now().run).toMatchObject({ state: 'failed', error: { message: 'died' } });
  lab.actions.toggle();
  expect(types()).toEqual(['start', 'start']);
});

describe('several arms', () => {
  beforeEach(() => {
    lab.actions.setArms(['single', 'verbalized']);
    lab.actions.toggle();
    lab.receive(state('preparing'));
    lab.receive(state('running'));
  });

  test('each has its own histories; the run is as far as the slowest arm', () => {
    lab.receive(metrics(3, 'single'));
    expect(now().run?.update).toBe(0);
    lab.receive(metrics(2, 'verbalized'));
    lab.receive(metrics(3, 'population'));
    expect([updatesOf('run', 0), updatesOf('run', 1)]).toEqual([[3], [2]]);
    expect(now().run?.update).toBe(2);
    const dialogue = { update: 2, seed: 1, against: 'train', profile: 0, turns: [], reward: 0 };
    lab.receive({ type: 'transcripts', arm: 'verbalized', transcripts: [dialogue] });
    expect(now().run?.arms.map((a) => a.transcripts.length)).toEqual([0, 1]);
  });

  test('an arm that fails is said, and the others go on', () => {
    lab.receive(metrics(3, 'single'));
    lab.receive(metrics(2, 'verbalized'));
    lab.receive({ type: 'armFailed', arm: 'verbalized', update: 2, kept: 1, message: 'training diverged' });
    lab.receive(metrics(9, 'single'));
    expect(now().run).toMatchObject({ state: 'running', update: 9, error: null });
    expect(now().run?.arms.map((a) => a.failure)).toEqual([null, { update: 2, kept: 1, message: 'training diverged' }]);
    lab.receive({ type: 'finished', digests: { single: 'abc' } });
    expect(now().run?.arms.map((a) => a.digest)).toEqual(['abc', null]);
    expect(now().run?.arms[1]?.failure?.update).toBe(2);
  });

  const crossPlay: CrossPlay = { update: 3, rows: [], columns: [], success: [], dialogues: 8 };
  test('cross-play is asked for once, and only of a run the worker holds', () => {
    lab.actions.requestCrossPlay();
    lab.actions.requestCrossPlay();
    expect(types()).toEqual(['start', 'crossPlay']);
    expect(now().run?.measuring).toBe(true);
    lab.receive({ type: 'crossPlay', crossPlay });
    expect(now().run).toMatchObject({ measuring: false, crossPlay });
    lab.receive({ type: 'finished', digests: {} });
    lab.actions.requestCrossPlay();
    expect(types()).toEqual(['start', 'crossPlay']);
    // at the end it comes unasked
    lab.receive({ type: 'crossPlay', crossPlay: { ...crossPlay, update: 250 } });
    expect(now().run?.crossPlay?.update).toBe(250);
  });
  test('a stop ends the wait for it', () => {
    lab.actions.requestCrossPlay();
    lab.receive(state('stopped', 3));
    expect(now().run?.measuring).toBe(false);
  });
});

describe('responses', () => {
  const history = { profile: 0, acts: [1], answers: [] };
  const answered = (id: number, error?: string): FromWorker => ({ type: 'responses', id, responses: [], ...(error ? { error } : {}) });
  test('the latest question wins, and a run is not needed', () => {
    lab.actions.requestResponses(history);
    lab.actions.requestResponses({ ...history, profile: 2 });
    expect(sent.map((m) => (m.type === 'responses' ? m.id : 0))).toEqual([1, 2]);
    lab.receive(answered(1));
    expect(waiting(now().answers)).toBe(true);
    lab.receive(answered(2));
    expect(waiting(now().answers)).toBe(false);
    expect(now().answers.shown?.history.profile).toBe(2);
    lab.actions.requestResponses(history);
    lab.receive(answered(3, 'no networks'));
    expect(now().answers.shown).toMatchObject({ error: 'no networks' });
  });
  test('nobody waits for a worker that died', () => {
    lab.actions.requestResponses(history);
    lab.actions.fail({ message: 'died', hint: '' });
    expect(waiting(now().answers)).toBe(false);
  });
});
