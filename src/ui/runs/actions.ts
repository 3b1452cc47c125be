/** What the page does with stored runs and the lab together. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { ArmId } from '../../train/settings.ts';
import { lab } from '../store/client.ts';
import { library, locks, recorder, runsDb } from './client.ts';
import { cannotGoOn, loadRun, rewound, soFarOf } from './load.ts';

const toLab = (): void => {
  location.hash = '#/lab';
};

/** Shows a stored run in the lab. */
export async function openRun(key: string): Promise<void> {
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
export async function goOn(key: string): Promise<void> {
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
  const soFar = soFarOf(stored, await db.checkpoints(key));
  const evaluations = new Map<ArmId, number[]>();
  for (const t of await db.transcripts(key)) evaluations.set(t.arm, [...(evaluations.get(t.arm) ?? []), t.at]);
  recorder.adopt({ record: stored.record, end, evaluations });
  toLab();
  lab.actions.goOn(rewound(stored, soFar), soFar);
}

/** A new run with the settings of an old one. */
export function runAgain(experiment: ExperimentSettings): void {
  toLab();
  lab.actions.setAll(experiment);
  lab.actions.restart();
}
