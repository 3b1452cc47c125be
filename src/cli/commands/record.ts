/** thaw record: the default experiment that the page shows before a visitor's first run. */
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { experimentOf } from '../../train/experiment-settings.ts';
import { parseManifest } from '../../train/models/manifest.ts';
import { parseRecorded, RECORDED_BYTES, RECORDED_FILE, thin } from '../../train/recorded.ts';
import { digestOf, joinSeeds } from '../../train/series.ts';
import type { ArmId } from '../../train/settings.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { parse } from '../args.ts';
import { UsageError } from '../errors.ts';
import { commandHelp } from '../help.ts';
import type { Job } from '../jobs.ts';
import { TRAINING } from '../jobs.ts';
import { CHECKOUT, shippedModels } from '../models.node.ts';
import { openOutput, writableFolder } from '../output.ts';
import { runPool } from '../pool.node.ts';
import { progressLine } from '../progress.ts';
import { settingsFrom, shards, threadsFrom } from '../settings-from.ts';
import { stoppable } from '../stop.ts';

/** the story of the page: one frozen simulator, and the two remedies */
const RECORDED_ARMS: readonly ArmId[] = ['single', 'verbalized', 'population'];

export const RECORD_HELP = commandHelp(
  'thaw record [--out FILE] [--threads N] [--set key=value]...',
  `Runs ${RECORDED_ARMS.join(', ')} with default settings on the CPU twin and writes what the page draws before a first run (public/${RECORDED_FILE}).`,
  '--set is for trying it out at toy size, into another file.',
);

export async function record(args: string[]): Promise<number> {
  const { values } = parse(args, { out: { type: 'string' }, threads: { type: 'string', default: String(availableParallelism()) }, set: { type: 'string', multiple: true } });
  if (values.set && values.out === undefined) throw new UsageError(`--set changes the settings: name another file with --out, public/${RECORDED_FILE} holds the defaults`);
  const out = values.out ?? join(CHECKOUT, 'public', RECORDED_FILE);
  const threads = threadsFrom('--threads', values.threads);
  const runs = RECORDED_ARMS.map((arm) => settingsFrom({ arm, set: values.set }));
  writableFolder('--out', dirname(out));
  const output = openOutput('--out', out);
  const line = progressLine();
  const manifest = parseManifest(new TextDecoder().decode(await shippedModels.read('manifest.json')));
  const jobs = runs.flatMap((settings) => shards(settings, threads).map((s): Extract<Job, { kind: 'run' }> => ({ kind: 'run', settings: s })));
  const work = () => runPool(jobs, threads, (what, fraction) => line.update(what === TRAINING ? 'Recording' : what, fraction));
  const results = await stoppable('nothing was written', work).finally(line.end);
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
  output.write(text);
  for (const { arm } of runs) console.log(`${arm.padEnd(12)}digest ${arms[arm]!.digest}`);
  console.log(`${out}, ${text.length} bytes`);
  return 0;
}
