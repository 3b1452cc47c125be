/** What a sweep runs: the cartesian product of all --over lists and the arms, every value checked before anything runs. */
import type { SettingKey, Settings } from '../../train/settings.ts';
import { parseSeeds } from '../../train/settings.ts';
import { UsageError } from '../errors.ts';
import { readPair, settingsFrom, settingValue, validSettings } from '../settings-from.ts';

export const MAX_RUNS = 1000;

export interface Over {
  readonly key: SettingKey;
  readonly values: readonly (string | number)[];
}

/** One run of a sweep: an arm at one point of the grid. */
export interface RunSpec {
  readonly settings: Settings;
  /** where this run lies in the grid */
  readonly varied: Readonly<Partial<Record<SettingKey, string | number>>>;
}

/** Reads `KEY=v1,v2,...`. Values are checked one by one, so that the message names the one at fault. */
export function parseOver(text: string): Over {
  const [key, list] = readPair('--over', text);
  const values = list.split(',').map((v) => {
    const value = settingValue(key, v);
    validSettings({ ...settingsFrom({ arm: 'single' }), [key]: value });
    return value;
  });
  const same = values.map((v) => (key === 'seeds' ? parseSeeds(String(v))!.join() : v));
  const twice = values.find((_, i) => same.indexOf(same[i]!) !== i);
  if (twice !== undefined) throw new UsageError(`--over ${key}: ${twice} is named twice`);
  return { key, values };
}

export interface GridOptions {
  readonly over: readonly string[];
  readonly arms: readonly string[];
  readonly seeds?: string | undefined;
  readonly updates?: string | undefined;
  readonly set?: string[] | undefined;
}

/** Every run, the last --over changing fastest and the arms fastest of all. */
export function gridFrom(o: GridOptions): RunSpec[] {
  const overs = o.over.map(parseOver);
  const keys = overs.map((v) => v.key);
  const fixed: [string, boolean][] = [
    ['--seeds', o.seeds !== undefined && keys.includes('seeds')],
    ['--updates', o.updates !== undefined && keys.includes('updates')],
    ...(o.set ?? []).map((pair): [string, boolean] => [`--set ${readPair('--set', pair)[0]}`, keys.includes(readPair('--set', pair)[0])]),
  ];
  for (const [flag, clash] of fixed) if (clash) throw new UsageError(`${flag}: the same setting is given by --over`);
  const twice = keys.find((k, i) => keys.indexOf(k) !== i);
  if (twice) throw new UsageError(`--over ${twice}: the setting is named twice; give all its values in one list`);
  const setTwice = (o.set ?? []).map((pair) => readPair('--set', pair)[0]).find((k, i, all) => all.indexOf(k) !== i);
  if (setTwice) throw new UsageError(`--set ${setTwice}: the setting is named twice`);
  const bases = o.arms.map((arm) => settingsFrom({ arm, seeds: o.seeds, updates: o.updates, set: o.set }));
  const runs = overs.reduce((n, v) => n * v.values.length, bases.length);
  if (runs > MAX_RUNS) throw new UsageError(`this sweep would be ${runs} runs; at most ${MAX_RUNS} are allowed in one`);
  return points(overs).flatMap((varied) => bases.map((base) => ({ settings: validSettings({ ...base, ...varied }), varied })));
}

/** Every combination of the values. */
export function points(overs: readonly Over[]): RunSpec['varied'][] {
  return overs.reduce<RunSpec['varied'][]>((all, { key, values }) => all.flatMap((p) => values.map((value) => ({ ...p, [key]: value }))), [{}]);
}

/** "cotrain simKl=0.5 simReward=shared": what tells a run from the others of its sweep. */
export const nameOf = ({ settings, varied }: RunSpec): string => [settings.arm, ...Object.entries(varied).map(([k, v]) => `${k}=${v}`)].join(' ');
