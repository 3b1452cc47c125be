import { expect, it } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { createLab } from '../store/lab.ts';
import { createOwnSettings } from './own-settings.ts';

const own = { ...defaultExperiment, gamma: 4, seeds: '1-2' };
const lesson = { ...defaultExperiment, model: 'S' as const, updates: 100 };

function visit() {
  const lab = createLab(() => undefined);
  lab.actions.setAll(own);
  const settings = createOwnSettings(lab);
  settings.setUp({ ...lesson, gamma: 2 });
  settings.setUp(lesson);
  expect(lab.store.getState().draft).toEqual(lesson);
  return { lab, settings };
}

it('settings from before the lessons come back when nothing was run or changed', () => {
  const { lab, settings } = visit();
  settings.leave();
  expect(lab.store.getState().draft).toEqual(own);
  // and a later visit keeps what is there then
  lab.actions.set('gamma', 7);
  settings.setUp(lesson);
  settings.leave();
  expect(lab.store.getState().draft.gamma).toBe(7);
});

it('what the visitor changed, or ran, stays', () => {
  const changed = visit();
  changed.lab.actions.set('gamma', 8);
  changed.settings.leave();
  expect(changed.lab.store.getState().draft).toEqual({ ...lesson, gamma: 8 });
  const ran = visit();
  ran.lab.actions.restart();
  ran.settings.leave();
  expect(ran.lab.store.getState().draft).toEqual(lesson);
});
