/** thaw run: an experiment without a browser. */
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Series } from '../../train/series.ts';
import { digestOf, joinSeeds } from '../../train/series.ts';
import type { SettingKey, Settings } from '../../train/settings.ts';
import { ARMS, checkSettings, defaultSettings, parseSeeds, SETTING_KEYS, SETTINGS } from '../../train/settings.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { backendKind, backendMaker } from '../engine.node.ts';
import { UsageError } from '../errors.ts';
import type { Job, JobResult } from '../jobs.ts';
import { runJob } from '../jobs.ts';
import { runPool } from '../pool.node.ts';
import { progressLine } from '../progress.ts';

export const RUN_HELP = `thaw run --arm ${ARMS.join('|')} [--seeds 1-5] [--updates 250] [--backend cpu|webgpu] [--threads N] [--set key=value ...] [--json FILE]
  Trains and prints the ends; --json writes config, engine, digest and every series. Settings for --set:
${SETTING_KEYS.map((k) => `    ${k.padEnd(15)}${rangeOf(k).padEnd(30)}${SETTINGS[k].label}`).join('\n')}`;

function rangeOf(key: SettingKey): string {
  const s = SETTINGS[key];
  if (s.kind === 'choice') return s.options.map((o) => o.value).join(' | ');
  if (s.kind === 'seeds') return `list of at most ${s.max}`;
  return `${s.min} to ${s.max}`;
}

/** Settings from --arm, --seeds, --updates and --set; throws UsageError naming the field at fault. */
export function settingsFrom(values: { arm: string; seeds?: string | undefined; updates?: string | undefined; set?: string[] | undefined }): Settings {
  const draft: Record<string, unknown> = { ...defaultSettings, arm: values.arm };
  const pairs = [...(values.set ?? [])];
  if (values.seeds !== undefined) pairs.push(`seeds=${values.seeds}`);
  if (values.updates !== undefined) pairs.push(`updates=${values.updates}`);
  for (const pair of pairs) {
    const eq = pair.indexOf('=');
    const key = pair.slice(0, eq);
    const text = pair.slice(eq + 1).trim();
    if (eq < 1) throw new UsageError(`--set ${pair}: must be key=value`);
    if (!(SETTING_KEYS as string[]).includes(key)) throw new UsageError(`--set ${key}: no such setting; settings are ${SETTING_KEYS.join(', ')}`);
    const { kind } = SETTINGS[key as SettingKey];
    const numeric = kind === 'int' || kind === 'float';
    if (numeric && (text === '' || !Number.isFinite(Number(text)))) throw new UsageError(`${key}: ${text || 'nothing'} is not a number`);
    draft[key] = numeric ? Number(text) : text;
  }
  const checked = checkSettings(draft);
  if (!checked.ok) throw new UsageError(checked.error);
  return checked.settings;
}

/** Seeds in at most `threads` consecutive parts of nearly equal size: seeds never meet, so the numbers do not depend on the split. */
function shards(settings: Settings, threads: number): Settings[] {
  const seeds = parseSeeds(settings.seeds)!;
  const n = Math.min(threads, seeds.length);
  return Array.from({ length: n }, (_, i) => ({ ...settings, seeds: seeds.slice(Math.ceil((i * seeds.length) / n), Math.ceil(((i + 1) * seeds.length) / n)).join(',') }));
}

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      arm: { type: 'string', default: 'single' },
      seeds: { type: 'string' },
      updates: { type: 'string' },
      backend: { type: 'string', default: 'cpu' },
      threads: { type: 'string', default: String(availableParallelism()) },
      set: { type: 'string', multiple: true },
      json: { type: 'string' },
    },
  });
  const settings = settingsFrom(values);
  const kind = backendKind(values.backend);
  const threads = Number(values.threads);
  if (!Number.isInteger(threads) || threads < 1 || threads > 256) throw new UsageError(`--threads ${values.threads}: must be a whole number from 1 to 256`);
  // opened before the run, so that a wrong path is found before the work and not after it
  const file =
    values.json === undefined
      ? null
      : await open(values.json, 'w').catch((e: Error) => {
          throw new UsageError(`--json ${values.json}: ${e.message}`);
        });
  const line = progressLine();
  const started = performance.now();
  let results: JobResult[];
  if (kind === 'cpu') {
    const jobs: Job[] = shards(settings, threads).map((s) => ({ kind: 'run', settings: s }));
    results = await runPool(jobs, threads, line.update);
  } else {
    results = [await runJob({ kind: 'run', settings }, line.update, await backendMaker(kind))];
  }
  line.end();
  const parts = results.flatMap((r) => (r.kind === 'run' ? [r] : []));
  const series = joinSeeds(parts.map((p) => p.series));
  const digest = digestOf(series);
  const seconds = (performance.now() - started) / 1000;
  const engine = { backend: kind, name: parts[0]!.engine, version: ENGINE_VERSION };
  if (file) {
    await file.writeFile(`${JSON.stringify({ config: settings, engine, digest, seconds, series })}\n`);
    await file.close();
  }
  console.log(summary(series, digest, seconds));
  return 0;
}

function summary(series: Series, digest: string, seconds: number): string {
  const lines = ['success.train', 'success.heldout', 'success.real', 'policy.entropy'].flatMap((name) => {
    const s = series[name];
    if (!s) return [];
    const mean = (v: number[]) => v.reduce((a, b) => a + b, 0) / v.length;
    const means = s.values.map(mean);
    const at = means.indexOf(Math.max(...means));
    return [`${name.padEnd(18)}start ${means[0]!.toFixed(3)}  highest ${means[at]!.toFixed(3)} at ${s.update[at]}  end ${means.at(-1).toFixed(3)}`];
  });
  return [...lines, `${seconds.toFixed(0)} s, digest ${digest}`].join('\n');
}
