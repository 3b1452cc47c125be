/** What --help says: how a command is called and what it does, the arms, and the table of settings. */
import { ARM_WORDS } from '../train/arms/words.ts';
import type { SettingKey } from '../train/settings.ts';
import { ARMS, SETTING_KEYS, SETTINGS } from '../train/settings.ts';
import { columns, paragraph } from './layout.ts';

/** Usage with what is behind it indented, then one paragraph an item. */
export const commandHelp = (usage: string, ...texts: readonly string[]): string => [paragraph(usage, 0, 4), ...texts.map((t) => paragraph(t, 2))].join('\n');

const ARMS_HELP = `Arms: whom the policy trains against\n${columns(
  ARMS.map((arm) => [arm, ARM_WORDS[arm].label, ARM_WORDS[arm].users]),
  2,
)}`;

/** values a setting may have, in short */
export function rangeOf(key: SettingKey): string {
  const s = SETTINGS[key];
  if (s.kind === 'choice') return s.options.map((o) => o.value).join(' | ');
  if (s.kind === 'seeds') return `at most ${s.max}, as 1-5 or 1,3,7`;
  return `${s.min} to ${s.max}`;
}

const SETTINGS_HELP = `Settings for --set and --over, and what they are called in links of the page\n${columns(
  [['key', 'in links', 'values', 'default', 'what it is'], ...SETTING_KEYS.map((k) => [k, SETTINGS[k].short, rangeOf(k), String(SETTINGS[k].default), SETTINGS[k].label])],
  2,
)}`;

/** what commands that train say beside their own help */
export const TABLES_HELP = `${ARMS_HELP}\n\n${SETTINGS_HELP}`;
