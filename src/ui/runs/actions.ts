/** What the page does with stored runs and the lab together. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { ArmId } from '../../train/settings.ts';
import { lab } from '../store/client.ts';
import { library, locks, recorder, runsDb } from './client.ts';
import { cannotGoOn, loadRun, rewound, soFarOf } from './load.ts';

const toLab = (): void => {
  location.hash = '#/lab';
};

/** What the storage could not do is said in the list of runs. */
const told = (work: Promise<void>): Promise<void> => work.catch((e: unknown) => library.fault(`The storage did not answer: ${e instanceof Error ? e.message : String(e)}`));

/** Shows a stored run in the lab. */
export const openRun = (key: string): Promise<void> => told(open(key));

async function open(key: string): Promise<void> {
  if (lab.actions.bringBack(key)) return toLab();
  await recorder.settled();
  const stored = await loadRun(await runsDb(), key);
  if (!stored) return library.fault('This run is not stored any more.');
  toLab();
  lab.actions.open(stored.run);
}

/** The lock of a run that this tab has just let go may take a moment. */
async function hold(key: string): Promise<(() => void) | null> {
  for (let tries = 0; tries < 5; tries++) {
    const end = await locks.hold(key);
    if (end) return end;
    await new Promise((r) => setTimeout(r, 100));
  }
  return null;
}

/** Goes on with an interrupted run where its arms were kept last. */
export const goOn = (key: string): Promise<void> => told(resume(key));

async function resume(key: string): Promise<void> {
  // put aside in this tab, it is still in the worker
  if (lab.actions.bringBack(key)) {
    toLab();
    if (lab.store.getState().run?.state === 'paused') lab.actions.toggle();
    return;
  }
  await recorder.settled();
  const end = await hold(key);
  if (!end) {
    await library.refresh();
    return library.fault('This run is going on in another tab; it can be read here, not continued.');
  }
  const db = await runsDb();
  const stored = await loadRun(db, key);
  const why = stored ? cannotGoOn(stored.record, lab.store.getState().engine) : 'It is not stored any more.';
  if (!stored || why !== null) {
    end();
    await library.refresh();
    return library.fault(`This run cannot go on. ${why}`);
  }
  // deleted in another tab a moment ago: who goes on with it wants it
  if (stored.record.deleted !== null) await library.undo(key);
  const soFar = soFarOf(stored, await db.checkpoints(key));
  const evaluations = new Map<ArmId, number[]>();
  for (const t of await db.transcripts(key)) evaluations.set(t.arm, [...(evaluations.get(t.arm) ?? []), t.at]);
  recorder.adopt({ record: { ...stored.record, deleted: null }, end, evaluations });
  toLab();
  lab.actions.goOn(rewound(stored, soFar), soFar);
}

/** A new run with the settings of an old one. */
export function runAgain(experiment: ExperimentSettings): void {
  toLab();
  lab.actions.setAll(experiment);
  lab.actions.restart();
}
