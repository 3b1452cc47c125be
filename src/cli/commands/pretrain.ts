/** thaw pretrain: makes every shipped network on the CPU twin, bit for bit the same each time, and writes them with a manifest. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Manifest } from '../../train/models/manifest.ts';
import { hashOf, packModel, setDigest } from '../../train/models/manifest.ts';
import { makeAllModels } from '../../train/pretrain/build.ts';
import { MODELS_FOLDER } from '../models.node.ts';
import { runPool } from '../pool.node.ts';
import { progressLine } from '../progress.ts';

export const PRETRAIN_HELP = `thaw pretrain [--out DIR]
  Trains the base policies and all simulators on the CPU twin and writes safetensors files and manifest.json (default: public/models).`;

export async function pretrain(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { out: { type: 'string', default: MODELS_FOLDER } } });
  const line = progressLine();
  const measured = await makeAllModels(async (what, jobs) => {
    const results = await runPool(
      jobs.map((job) => ({ kind: 'pretrain', job })),
      availableParallelism(),
      (_, fraction) => line.update(what, fraction),
    );
    return results.map((r) => (r.kind === 'pretrain' ? r.result : []));
  });
  line.end();

  await mkdir(values.out, { recursive: true });
  for (const old of await readdir(values.out)) if (old.endsWith('.safetensors')) await rm(join(values.out, old));
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
  console.log(`digest ${manifest.digest}`);
  return 0;
}
