/** What differs between two sets of settings, in the words of the settings table. */
import type { SettingKey, Settings } from '../../train/settings.ts';
import { SETTING_KEYS, SETTINGS } from '../../train/settings.ts';

export function changedKeys(a: Settings, b: Settings): SettingKey[] {
  return SETTING_KEYS.filter((k) => a[k] !== b[k]);
}

/** A value as people read it: the option's label, or the number without float noise. */
export function shown(key: SettingKey, value: string | number): string {
  const s = SETTINGS[key];
  if (s.kind === 'choice') return s.options.find((o) => o.value === value)?.label ?? String(value);
  if (typeof value === 'number') return formatNumber(value);
  return value;
}

export function formatNumber(v: number): string {
  return String(Number(v.toPrecision(6)));
}

/** "Collapse strength γ: 12 → 4" */
export function changeWords(key: SettingKey, from: Settings, to: Settings): string {
  return `${SETTINGS[key].label}: ${shown(key, from[key])} → ${shown(key, to[key])}`;
}
