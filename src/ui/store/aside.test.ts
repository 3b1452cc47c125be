import { beforeEach, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { FromWorker, RunState, ToWorker } from '../../train/protocol.ts';
import type { Lab } from './lab.ts';
import { createLab } from './lab.ts';
import { newRun } from './run.ts';

let sent: ToWorker[];
let lab: Lab;
const state = (s: RunState, update = 0): FromWorker => ({ type: 'state', state: s, update });
const types = () => sent.map((m) => m.type);
const now = () => lab.store.getState();

beforeEach(() => {
  sent = [];
  lab = createLab((m) => sent.push(m));
});

/** a run at update 3 */
function running(): void {
  lab.actions.toggle();
  lab.receive(state('preparing'));
  lab.receive(state('running'));
  lab.receive({ type: 'metrics', arm: 'single', points: [{ update: 3, values: { 'success.train': [0.5] } }], updatesPerSecond: 2, secondsLeft: 3 });
}

describe('a run put aside that is opened from the list of runs', () => {
  const other = () => ({ ...newRun(0, defaultExperiment, 'auto'), state: 'finished' as const, update: 250 });

  test('comes back as it is: the worker still has it', () => {
    running();
    const { key } = now().run!;
    lab.actions.open(other());
    expect(now().previous?.key).toBe(key);
    lab.receive(state('paused', 3));
    // looking at a third one does not lose it
    lab.actions.open(other());
    expect(now().previous?.key).toBe(key);
    expect(lab.actions.bringBack(key)).toBe(true);
    expect(now().run).toMatchObject({ key, state: 'paused', update: 3 });
    expect(lab.actions.bringBack(key)).toBe(true);
    lab.actions.toggle();
    expect(types()).toEqual(['start', 'pause', 'resume']);
  });

  test('comes back after Reset; one that has ended, or that is not here, does not', () => {
    running();
    const { key } = now().run!;
    lab.actions.reset();
    expect(lab.actions.bringBack('other')).toBe(false);
    expect(lab.actions.bringBack(key)).toBe(true);
    expect(now().run?.key).toBe(key);
    lab.receive(state('paused', 3));
    lab.actions.restart();
    expect(lab.actions.bringBack(key)).toBe(false);
  });
});
