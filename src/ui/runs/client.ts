/** The page's one database, recorder and list of runs. */
import { CLOSED, createLibrary } from './library.ts';
import { createLocks } from './locks.ts';
import { createMemoryDb } from './memory.ts';
import { createRecorder } from './recorder.ts';
import type { RunsDb } from './records.ts';

/** ms; a database that another page is deleting or changing may not open for as long as that page is there */
const PATIENCE = 8000;

function withoutStorage(why: string | null): RunsDb {
  if (why) library.problem(new Error(why));
  return createMemoryDb();
}

const opened: Promise<RunsDb> = Promise.race([
  import('./idb.ts')
    .then((m) => m.openRunsDb('thaw', () => library.problem(new Error(CLOSED))))
    .catch((e: unknown) => withoutStorage(e instanceof DOMException && e.name === 'VersionError' ? 'this page is older than the runs stored; reload it' : null)),
  new Promise<RunsDb>((resolve) => setTimeout(() => resolve(createMemoryDb()), PATIENCE)),
]);

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
