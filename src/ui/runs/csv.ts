import type { StoredRun } from './load.ts';
import { seedsOf } from '../store/run.ts';

/** Long format, one value a line; where a metric is undefined the value is empty. */
export function csvOf({ record, run }: StoredRun): string {
  const seeds = seedsOf(record.experiment);
  const lines = ['arm,metric,update,seed,value'];
  for (const a of run.arms)
    for (const [metric, m] of a.series.metrics)
      m.updates.forEach((update, i) => m.values[i]!.forEach((v, s) => lines.push(`${a.arm},${metric},${update},${seeds[s] ?? s},${Number.isFinite(v) ? v : ''}`)));
  return `${lines.join('\n')}\n`;
}
