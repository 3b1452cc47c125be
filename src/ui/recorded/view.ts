/** A recorded experiment in the shape of a run, and in words. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import type { Recorded } from '../../train/recorded.ts';
import type { Run } from '../store/run.ts';
import { newRun } from '../store/run.ts';

/** The recorded arms among `arms` in the shape of a run; null when none of them was recorded. */
export function asRun(file: Recorded, arms: ExperimentSettings['arms']): Run | null {
  const shown = arms.filter((arm) => file.arms[arm]);
  if (shown.length === 0) return null;
  const run = newRun(0, { ...file.settings, arms: shown });
  for (const { arm, series } of run.arms)
    for (const [name, m] of Object.entries(file.arms[arm]?.series ?? {})) series.add(m.update.map((update, i) => ({ update, values: { [name]: (m.values[i] ?? []).map((v) => v ?? NaN) } })));
  return { ...run, state: 'finished' };
}

/** Whether the shared settings differ from those recorded. */
export function differs(file: Recorded, draft: ExperimentSettings): boolean {
  const keys = Object.keys(file.settings).filter((k) => k !== 'arms') as (keyof ExperimentSettings)[];
  return keys.some((k) => file.settings[k] !== draft[k]);
}

/** "2026-01-31, CPU twin, seeds 1-5" */
export const recordedWords = (file: Recorded, draft: ExperimentSettings): string => `${file.date}, CPU twin, seeds ${file.settings.seeds}${differs(file, draft) ? ', default settings' : ''}`;
