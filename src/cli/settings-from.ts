/** Settings as the command line writes them, and how an experiment's seeds are split over threads. */
import { nearest, shown } from '../train/mistakes.ts';
import type { SettingKey, Settings } from '../train/settings.ts';
import { checkSettings, defaultSettings, parseSeeds, SETTING_KEYS, SETTINGS } from '../train/settings.ts';
import { UsageError } from './errors.ts';

/** The setting a person named after `flag`; throws UsageError for one that does not exist. */
export function settingKey(flag: string, key: string): SettingKey {
  if ((SETTING_KEYS as string[]).includes(key)) return key as SettingKey;
  if (key === 'arm' || key === 'arms') throw new UsageError(`${flag} ${key}: arms are given by --arm ID[,ID...]`);
  // who comes from a link knows the short name
  const byShort = SETTING_KEYS.find((k) => SETTINGS[k].short === key);
  const meant = byShort ?? nearest(key, SETTING_KEYS);
  throw new UsageError(`${flag} ${shown(key)}: no such setting${meant ? `; did you mean ${meant}? Settings` : '; settings'} are ${SETTING_KEYS.join(', ')}`);
}

/** The value a person wrote, as the type its setting has; its range is checked with the whole settings. */
export function settingValue(key: SettingKey, written: string): string | number {
  const text = written.trim();
  const { kind } = SETTINGS[key];
  if (kind !== 'int' && kind !== 'float') return text;
  if (text === '' || !Number.isFinite(Number(text))) throw new UsageError(`${key}: ${shown(text)} is not a number`);
  return Number(text);
}

/** `key=value` after `flag`. */
export function readPair(flag: string, pair: string): [SettingKey, string] {
  const eq = pair.indexOf('=');
  if (eq < 1) throw new UsageError(`${flag} ${shown(pair)}: must be key=value`);
  return [settingKey(flag, pair.slice(0, eq)), pair.slice(eq + 1)];
}

/** Throws UsageError naming the field at fault. */
export function validSettings(draft: Readonly<Record<string, unknown>>): Settings {
  const checked = checkSettings(draft);
  if (!checked.ok) throw new UsageError(checked.error);
  return checked.settings;
}

/** Settings from --arm, --seeds, --updates and --set; throws UsageError naming the field at fault. */
export function settingsFrom(values: { arm: string; seeds?: string | undefined; updates?: string | undefined; set?: string[] | undefined }): Settings {
  const draft: Record<string, unknown> = { ...defaultSettings, arm: values.arm };
  const pairs = [...(values.set ?? [])];
  if (values.seeds !== undefined) pairs.push(`seeds=${values.seeds}`);
  if (values.updates !== undefined) pairs.push(`updates=${values.updates}`);
  const seen = new Set<string>();
  for (const pair of pairs) {
    const [key, text] = readPair('--set', pair);
    if (seen.has(key)) throw new UsageError(`${key}: the setting is given twice`);
    seen.add(key);
    draft[key] = settingValue(key, text);
  }
  return validSettings(draft);
}

/** Seeds in at most `threads` consecutive parts of nearly equal size: seeds never meet, so the numbers do not depend on the split. */
export function shards(settings: Settings, threads: number): Settings[] {
  const seeds = parseSeeds(settings.seeds)!;
  const n = Math.min(threads, seeds.length);
  return Array.from({ length: n }, (_, i) => ({ ...settings, seeds: seeds.slice(Math.ceil((i * seeds.length) / n), Math.ceil(((i + 1) * seeds.length) / n)).join(',') }));
}

/** Reads a number of threads. */
export function threadsFrom(flag: string, text: string): number {
  const threads = Number(text);
  if (!Number.isInteger(threads) || threads < 1 || threads > 256) throw new UsageError(`${flag} ${shown(text)}: must be a whole number from 1 to 256`);
  return threads;
}

/** Arms separated by commas, each once. */
export function armsFrom(text: string): string[] {
  const arms = text.split(',').map((a) => a.trim());
  if (new Set(arms).size !== arms.length) throw new UsageError(`--arm ${shown(text)}: an arm is named twice`);
  return arms;
}
