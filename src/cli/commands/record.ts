/** thaw record: the default experiment that the page shows before a visitor's first run. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { experimentOf } from '../../train/experiment-settings.ts';
import { parseManifest } from '../../train/models/manifest.ts';
import { parseRecorded, RECORDED_BYTES, RECORDED_FILE, thin } from '../../train/recorded.ts';
import { digestOf, joinSeeds } from '../../train/series.ts';
import type { ArmId } from '../../train/settings.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { UsageError } from '../errors.ts';
import type { Job } from '../jobs.ts';
import { TRAINING } from '../jobs.ts';
import { CHECKOUT, shippedModels } from '../models.node.ts';
import { runPool } from '../pool.node.ts';
import { progressLine } from '../progress.ts';
import { settingsFrom, shards, threadsFrom } from '../settings-from.ts';

/** the story of the page: one frozen simulator, and the two remedies */
const RECORDED_ARMS: readonly ArmId[] = ['single', 'verbalized', 'population'];

export const RECORD_HELP = `thaw record [--out FILE] [--threads N] [--set key=value]...
  Runs ${RECORDED_ARMS.join(', ')} with default settings on the CPU twin and writes what the page draws before a first run (public/${RECORDED_FILE}).
  --set is for trying it out at toy size, into another file.`;

export async function record(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { out: { type: 'string' }, threads: { type: 'string', default: String(availableParallelism()) }, set: { type: 'string', multiple: true } },
  });
  if (values.set && values.out === undefined) throw new UsageError(`--set changes the settings: name another file with --out, public/${RECORDED_FILE} holds the defaults`);
  const out = values.out ?? join(CHECKOUT, 'public', RECORDED_FILE);
  const threads = threadsFrom('--threads', values.threads);
  const runs = RECORDED_ARMS.map((arm) => settingsFrom({ arm, set: values.set }));
  const aside = `${out}.tmp-${process.pid}`;
  try {
    await mkdir(dirname(out), { recursive: true });
    await writeFile(aside, ''); // a wrong path is found before the work
  } catch (e) {
    throw new UsageError(`--out ${out}: ${e instanceof Error ? e.message : String(e)}`);
  }
  const line = progressLine();
  try {
    const manifest = parseManifest(new TextDecoder().decode(await shippedModels.read('manifest.json')));
    const jobs = runs.flatMap((settings) => shards(settings, threads).map((s): Extract<Job, { kind: 'run' }> => ({ kind: 'run', settings: s })));
    const results = await runPool(jobs, threads, (what, fraction) => line.update(what === TRAINING ? 'Recording' : what, fraction)).finally(line.end);
    const arms = Object.fromEntries(
      runs.map(({ arm }) => {
        const series = joinSeeds(results.flatMap((r, i) => (r.kind === 'run' && jobs[i]!.settings.arm === arm ? [r.series] : [])));
        return [arm, { digest: digestOf(series), series: thin(series) }];
      }),
    );
    const date = new Date().toISOString().slice(0, 10);
    const recorded = { format: 1, engine: ENGINE_VERSION, date, backend: 'cpu', models: manifest.digest, settings: experimentOf(runs[0]!, RECORDED_ARMS), arms };
    const text = `${JSON.stringify(parseRecorded(recorded))}\n`;
    if (text.length > RECORDED_BYTES) throw new Error(`the recording has ${text.length} bytes, more than the ${RECORDED_BYTES} the page may load`);
    await writeFile(aside, text);
    await rename(aside, out);
    for (const { arm } of runs) console.log(`${arm.padEnd(12)}digest ${arms[arm]!.digest}`);
    console.log(`${out}, ${text.length} bytes`);
    return 0;
  } finally {
    await rm(aside, { force: true });
  }
}
