/** What differs between two sets of settings, in the words of the settings table. */
import type { ExperimentSettings, SharedSettings } from '../../train/experiment-settings.ts';
import type { ArmId, Setting, SettingKey } from '../../train/settings.ts';
import { SETTING_KEYS, SETTINGS } from '../../train/settings.ts';

/** Whether a setting means anything for one of these arms. */
export function concerns(key: SettingKey, chosen: readonly ArmId[]): boolean {
  const { arms }: Setting = SETTINGS[key];
  return !arms || chosen.some((arm) => arms.includes(arm));
}

/** The settings in which `draft` differs from `other`, as far as they concern the draft's arms. */
export function changedKeys(draft: ExperimentSettings, other: SharedSettings): SettingKey[] {
  return SETTING_KEYS.filter((k) => draft[k] !== other[k] && concerns(k, draft.arms));
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
export function changeWords(key: SettingKey, from: SharedSettings, to: SharedSettings): string {
  return `${SETTINGS[key].label}: ${shown(key, from[key])} → ${shown(key, to[key])}`;
}
