/** thaw pretrain: makes every shipped network on the CPU twin, bit for bit the same each time, and writes them with a manifest. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from '../../train/models/manifest.ts';
import { hashOf, packModel, parseManifest, setDigest } from '../../train/models/manifest.ts';
import { makeAllModels } from '../../train/pretrain/build.ts';
import { parse } from '../args.ts';
import { commandHelp } from '../help.ts';
import { MODELS_FOLDER } from '../models.node.ts';
import { writableFolder } from '../output.ts';
import { runPool } from '../pool.node.ts';
import { progressLine } from '../progress.ts';
import { stoppable } from '../stop.ts';

export const PRETRAIN_HELP = commandHelp(
  'thaw pretrain [--out DIR]',
  'Trains the base policies and all simulators on the CPU twin and writes safetensors files and manifest.json (default: public/models).',
);

/** Files named by the manifest that is there now. */
async function oldFiles(folder: string): Promise<string[]> {
  try {
    return parseManifest(await readFile(join(folder, 'manifest.json'), 'utf8')).models.map((m) => m.file);
  } catch {
    return []; // none, or not one of ours
  }
}

export async function pretrain(args: string[]): Promise<number> {
  const { values } = parse(args, { out: { type: 'string', default: MODELS_FOLDER } });
  writableFolder('--out', values.out);
  const line = progressLine();
  const make = () =>
    makeAllModels(async (what, jobs) => {
      const results = await runPool(
        jobs.map((job) => ({ kind: 'pretrain', job })),
        availableParallelism(),
        (_, fraction) => line.update(what, fraction),
      );
      return results.map((r) => (r.kind === 'pretrain' ? r.result : []));
    });
  const measured = await stoppable('nothing was written', make).finally(line.end);

  const old = await oldFiles(values.out);
  const entries: Manifest['models'] = [];
  for (const { weights, ...m } of measured) {
    const bytes = packModel(m.shape, weights, { id: m.id, label: m.label });
    const file = `${m.id}.safetensors`;
    await writeFile(join(values.out, file), bytes);
    entries.push({ ...m, metrics: { ...m.metrics }, file, sha256: hashOf(bytes), bytes: bytes.length });
    console.log(`${file.padEnd(28)}${JSON.stringify(m.metrics)}`);
  }
  const manifest: Manifest = { version: 1, scenario: 'persuasion', digest: setDigest(entries), madeBy: 'npm run pretrain (CPU twin)', models: entries };
  await writeFile(join(values.out, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  // files of the set before that this one has no more; nothing else in the folder is touched
  for (const file of old) if (!entries.some((e) => e.file === file)) await rm(join(values.out, file), { force: true });
  console.log(`digest ${manifest.digest}`);
  return 0;
}
