/** The page's one database, recorder and list of runs. */
import { createLibrary } from './library.ts';
import { createLocks } from './locks.ts';
import { createMemoryDb } from './memory.ts';
import { createRecorder } from './recorder.ts';
import type { RunsDb } from './records.ts';

const opened: Promise<RunsDb> = import('./idb.ts').then((m) => m.openRunsDb('thaw', () => library.problem(new Error('the browser closed the storage; reload the page')))).catch(() => createMemoryDb());

export const locks = createLocks((navigator as Partial<Navigator>).locks);
export const library = createLibrary(opened, locks, (navigator as Partial<Navigator>).storage);
export const recorder = createRecorder(opened, locks, { changed: () => library.refreshSoon(), problem: (e) => library.problem(e), finished: () => library.persist() });
export const runsDb = (): Promise<RunsDb> => opened;

// what came in the last two seconds would be lost otherwise
addEventListener('pagehide', () => recorder.flush());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') recorder.flush();
  else void library.refresh();
});
void library.refresh();
