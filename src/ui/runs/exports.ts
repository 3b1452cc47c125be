/** From a stored run to files. Loaded when something is exported. */
import { loadScenario } from '../store/scenario.ts';
import { recorder, runsDb } from './client.ts';
import { csvOf } from './csv.ts';
import type { ExportKind } from './ExportMenu.tsx';
import { exportedText } from './file.ts';
import { chartFiles } from './image.ts';
import { loadRun } from './load.ts';
import { weightFiles } from './weights.ts';

/** A name that every file system takes. */
export const fileName = (name: string): string =>
  name
    .replace(/γ/g, 'gamma')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|-+$/g, '')
    .slice(0, 80) || 'run';

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export async function exportRun(key: string, kind: ExportKind): Promise<void> {
  await recorder.settled();
  const db = await runsDb();
  const stored = await loadRun(db, key);
  if (!stored) throw new Error('this run is not stored; a run is stored from its first update on');
  const name = fileName(stored.record.name);
  if (kind === 'json' || kind === 'json-states') {
    const checkpoints = kind === 'json-states' ? await db.checkpoints(key) : [];
    save(`${name}${checkpoints.length > 0 ? '-with-weights' : ''}.thaw.json`, new Blob([exportedText(stored, checkpoints)], { type: 'application/json' }));
  } else if (kind === 'csv') save(`${name}.csv`, new Blob([csvOf(stored)], { type: 'text/csv' }));
  else if (kind === 'weights') {
    const scenario = await loadScenario(stored.record.experiment.scenario);
    if (!scenario) throw new Error('the scenario could not be loaded');
    const files = weightFiles(scenario, stored.record, await db.checkpoints(key));
    if (files.length === 0) throw new Error('no weights of this run are stored');
    for (const f of files) save(`${name}-${f.arm}.safetensors`, new Blob([f.bytes]));
  } else for (const f of await chartFiles(kind)) save(`${name}-${f.name}.${kind}`, f.content);
}
