import { beforeEach, expect, test } from 'vitest';
import type { Container, Installing, Registration } from './update.ts';
import { dismissUpdate, isUpdating, takeUpdate, update, watchUpdates } from './update.ts';

/** a browser's container in which events are fired by hand */
function made(controller: unknown, waiting: Installing | null = null) {
  const on: Record<string, () => void> = {};
  const posted: unknown[] = [];
  const worker = (state: string): Installing & { state: string } => ({ state, postMessage: (m) => posted.push(m), addEventListener: (_, f) => void (on.statechange = f) });
  const registration = { installing: null as Installing | null, waiting, addEventListener: (_: string, f: () => void) => void (on.updatefound = f), update: () => Promise.resolve() };
  const registered: unknown[] = [];
  const container: Container = {
    controller,
    register: (...args) => {
      registered.push(args);
      return Promise.resolve(registration as Registration);
    },
    addEventListener: (_, f) => void (on.controllerchange = f),
  };
  let reloads = 0;
  return { on, posted, worker, registration, registered, container, reload: () => void reloads++, reloads: () => reloads };
}

beforeEach(() => update.setState({ state: 'none', later: false }));

test('the first visit installs quietly, below the folder of the page', async () => {
  const m = made(null);
  await watchUpdates(m.container, m.reload);
  expect(m.registered).toEqual([['./sw.js', { scope: './', updateViaCache: 'none' }]]);
  const fresh = m.worker('installing');
  m.registration.installing = fresh;
  m.on.updatefound!();
  fresh.state = 'installed';
  m.registration.waiting = fresh;
  m.on.statechange!();
  m.on.controllerchange!();
  expect(update.getState().state).toBe('none');
  expect(m.reloads()).toBe(0);
});

test('a new version is said, and reloads only when asked', async () => {
  const m = made({});
  await watchUpdates(m.container, m.reload);
  const fresh = m.worker('installing');
  m.registration.installing = fresh;
  m.on.updatefound!();
  fresh.state = 'installed';
  m.registration.waiting = fresh;
  m.on.statechange!();
  expect(update.getState().state).toBe('waiting');
  dismissUpdate();
  expect([m.posted, m.reloads(), isUpdating()]).toEqual([[], 0, false]);
  takeUpdate(m.reload);
  expect([m.posted, m.reloads(), isUpdating()]).toEqual([['take-over'], 0, true]);
  m.on.controllerchange!();
  expect(m.reloads()).toBe(1);
});

test('a version that waited since the last visit is said at once; one that another tab took makes this page stale', async () => {
  const worker = made(null).worker('installed');
  const m = made({}, worker);
  await watchUpdates(m.container, m.reload);
  expect(update.getState().state).toBe('waiting');
  m.on.controllerchange!();
  expect(update.getState().state).toBe('stale');
  expect(m.reloads()).toBe(0);
  takeUpdate(m.reload);
  expect(m.reloads()).toBe(1);
});

test('a browser that refuses, or a test that blocks, changes nothing', async () => {
  const m = made(null);
  await watchUpdates({ ...m.container, register: () => Promise.reject(new Error('refused')) }, m.reload);
  await watchUpdates({ ...m.container, register: () => Promise.resolve(undefined) }, m.reload);
  expect(update.getState().state).toBe('none');
});
