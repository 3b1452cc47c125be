/** Finding a run by its words. */
import { SETTING_KEYS, SETTINGS } from '../../train/settings.ts';
import { armName } from '../lab/arms.ts';
import { shown } from '../settings/diff.ts';
import type { RunRecord } from './records.ts';

/** Every word of the query must occur: in name, notes, arms, state, or as "gamma 16". */
export function matches(r: RunRecord, query: string): boolean {
  const settings = SETTING_KEYS.map((k) => `${k} ${SETTINGS[k].label} ${shown(k, r.experiment[k])}`);
  const text = [r.name, r.notes, r.state, ...r.experiment.arms.flatMap((a) => [a, armName(a)]), ...settings].join('\n').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
