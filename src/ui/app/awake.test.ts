import { describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { RunState } from '../../train/protocol.ts';
import { newRun } from '../store/run.ts';
import { createWakeLock, leave, returned } from './awake.ts';

describe('the wake lock', () => {
  function api() {
    const log: string[] = [];
    let current = { released: true, release: () => Promise.resolve() };
    return {
      log,
      /** what a browser does when the tab is hidden */
      lose: () => void (current.released = true),
      request: () => {
        log.push('on');
        current = {
          released: false,
          release: () => {
            log.push('off');
            current.released = true;
            return Promise.resolve();
          },
        };
        return Promise.resolve(current);
      },
    };
  }
  test('is held while wanted, once, and asked for again after it was lost', async () => {
    const a = api();
    const lock = createWakeLock(a);
    await lock.set(true);
    await lock.set(true);
    expect(a.log).toEqual(['on']);
    a.lose();
    await lock.set(true);
    await lock.set(false);
    await lock.set(false);
    expect(a.log).toEqual(['on', 'on', 'off']);
  });
  test('a quick change of mind ends in the last wish', async () => {
    const a = api();
    const lock = createWakeLock(a);
    const first = lock.set(true);
    await lock.set(false);
    await first;
    expect(a.log).toEqual(['on', 'off']);
  });
  test('fails quietly', async () => {
    await createWakeLock(undefined).set(true);
    await createWakeLock({ request: () => Promise.reject(new Error('battery')) }).set(true);
  });
});

describe('a tab that was hidden', () => {
  const run = (state: RunState, update: number, id = 1) => ({ ...newRun(id, defaultExperiment), state, update });
  test('says what was done meanwhile', () => {
    const left = leave(run('running', 10));
    expect(returned(left, run('running', 52))).toBe('42 updates were done while this tab was hidden.');
    expect(returned(left, run('running', 11))).toBe('1 update was done while this tab was hidden.');
    expect(returned(left, run('finished', 250))).toBe('240 updates were done while this tab was hidden. The run has finished.');
    expect(returned(left, run('running', 10))).toBe('');
  });
  test('says nothing of a run that rested, or of another one', () => {
    expect(leave(run('paused', 3))).toBeNull();
    expect(leave(null)).toBeNull();
    expect(returned(leave(run('running', 3)), run('running', 9, 2))).toBe('');
    expect(returned(null, run('running', 9))).toBe('');
  });
});
