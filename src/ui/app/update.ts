/**
 * Offline use and new versions. The service worker keeps the page's files; when a newer set is there the page says so and waits to be asked: it never reloads by itself.
 * Built pages on secure addresses only: during development a cache would hide changes.
 */
import { createStore } from 'zustand/vanilla';

/** `waiting`: a new version is ready. `stale`: another tab has already switched to it, so files of this page may be gone. */
export type UpdateState = 'none' | 'waiting' | 'stale';

export const update = createStore<{ state: UpdateState; later: boolean }>(() => ({ state: 'none', later: false }));

/** what is used of ServiceWorkerContainer and of what it holds */
export interface Installing {
  readonly state: string;
  postMessage(message: unknown): void;
  addEventListener(type: 'statechange', listener: () => void): void;
}
export interface Registration {
  readonly installing: Installing | null;
  readonly waiting: Installing | null;
  addEventListener(type: 'updatefound', listener: () => void): void;
  update(): Promise<unknown>;
}
export interface Container {
  readonly controller: unknown;
  register(url: string, options: { scope: string; updateViaCache: 'none' }): Promise<Registration | undefined>;
  addEventListener(type: 'controllerchange', listener: () => void): void;
}

/** an open page looks for a new version at most this often, ms */
const LOOK_EVERY = 3_600_000;

let registration: Registration | undefined;
let asked = false;

/** True from the moment the visitor chose to reload: nothing needs to ask again. */
export const isUpdating = (): boolean => asked;

/** Registers beside the page, wherever that is. Without service workers, or where they are refused, the page works as before. */
export async function watchUpdates(container: Container, reload: () => void): Promise<void> {
  asked = false;
  const had = container.controller !== null && container.controller !== undefined;
  container.addEventListener('controllerchange', () => {
    if (asked) reload();
    else if (had) update.setState({ state: 'stale', later: false });
  });
  registration = await container.register('./sw.js', { scope: './', updateViaCache: 'none' }).catch(() => undefined);
  if (!registration) return;
  const reg = registration;
  const look = (): void => {
    // the very first version has nothing to replace
    if (reg.waiting && container.controller) update.setState({ state: 'waiting', later: false });
  };
  look();
  reg.addEventListener('updatefound', () => {
    const fresh = reg.installing;
    fresh?.addEventListener('statechange', () => {
      if (fresh.state === 'installed') look();
    });
  });
}

/** The button: the waiting version takes over, and then the page reloads. */
export function takeUpdate(reload: () => void): void {
  asked = true;
  if (update.getState().state === 'waiting' && registration?.waiting) registration.waiting.postMessage('take-over');
  else reload();
}

export const dismissUpdate = (): void => update.setState({ later: true });

/** After the first paint, so that keeping files does not delay showing them. */
export function startUpdates(): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return;
  const reload = (): void => location.reload();
  void watchUpdates(navigator.serviceWorker, reload);
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_EVERY) return;
    looked = Date.now();
    void registration?.update().catch(() => undefined);
  });
}
