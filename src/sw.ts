/**
 * The service worker: after the first visit the page, the shipped networks and the recording come from the cache, also without a network. Nothing else is cached.
 * A new version waits until the page asks for it (`src/ui/app/update.ts`), so that a run never loses the files it was started with.
 */
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

/** put in by scripts/precache.mjs: every file of the build with the hash of its content */
declare const __PRECACHE__: { url: string; revision: string }[];

/** of the DOM's types only: those of a service worker contradict them */
const worker = self as unknown as { skipWaiting(): Promise<void>; addEventListener(type: 'message', listener: (e: MessageEvent<unknown>) => void): void };

cleanupOutdatedCaches();
// settings in the address belong to the page, not to the file
precacheAndRoute(__PRECACHE__, { ignoreURLParametersMatching: [/.*/] });

worker.addEventListener('message', (e) => {
  if (e.data === 'take-over') void worker.skipWaiting();
});
