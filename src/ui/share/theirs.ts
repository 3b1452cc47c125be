/** A recorded result as a run that charts can draw, and the visitor's own run as one that can be recorded or compared. */
import { backendLabel } from '../../train/backend-choice.ts';
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { MEASURES } from '../../train/share/curves.ts';
import type { ReadLink } from '../../train/share/link.ts';
import type { RecordedResult, RunToRecord } from '../../train/share/result.ts';
import type { Verdict } from '../../train/share/verdict.ts';
import { compare } from '../../train/share/verdict.ts';
import { mean } from '../../train/stats.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { armsName } from '../lab/arms.ts';
import { counted, seedsName } from '../lab/words.ts';
import type { Run } from '../store/run.ts';
import { newRun } from '../store/run.ts';

/** no run of the page has it */
const THEIRS = -1;

/** Curves of their means: what lies between their seeds is known at the end only. */
export function theirRun(experiment: ExperimentSettings, result: RecordedResult): Run {
  const run = newRun(THEIRS, experiment);
  run.arms.forEach((a, i) => {
    for (const m of MEASURES) {
      const curve = result.arms[i]?.curves[m];
      if (curve) a.series.add(curve.updates.map((update, p) => ({ update, values: { [m]: [curve.mean[p] ?? NaN] } })));
    }
  });
  return { ...run, state: 'finished' };
}

/** A finished run as it is recorded; null before the end. */
export function recordable(run: Run | null): RunToRecord | null {
  if (run?.state !== 'finished' || !run.engine) return null;
  const { backend, name, software } = run.engine;
  return {
    engineVersion: ENGINE_VERSION,
    backend,
    software,
    adapter: name,
    arms: run.arms.map((a) => ({ digest: a.digest, metric: (m) => a.series.get(m) })),
  };
}

/** What a finished run and a recorded result have to do with each other; null before the end. */
export function verdictOf(experiment: ExperimentSettings, result: RecordedResult, run: Run | null): Verdict | null {
  const mine = recordable(run);
  return run && mine ? compare(result, experiment, { ...mine, experiment: run.experiment }) : null;
}

/** One row of "theirs beside mine": mean and range over seeds at the last recorded update. */
export interface EndsRow {
  readonly arm: number;
  readonly measure: (typeof MEASURES)[number];
  readonly update: number;
  readonly theirs: readonly [mean: number, low: number, high: number];
  readonly mine: readonly [mean: number, low: number, high: number] | null;
}

/** Their ends beside mine, arm by arm; only measures they recorded. */
export function endsBeside(experiment: ExperimentSettings, result: RecordedResult, run: Run | null): EndsRow[] {
  return experiment.arms.flatMap((arm, i) =>
    MEASURES.flatMap((measure): EndsRow[] => {
      const curve = result.arms[i]?.curves[measure];
      const update = curve?.updates.at(-1);
      if (!curve || update === undefined) return [];
      const mine = run?.arms.find((a) => a.arm === arm)?.series.get(measure);
      const at = mine?.updates.indexOf(update) ?? -1;
      const values = mine?.values[at]?.filter((v) => Number.isFinite(v)) ?? [];
      return [{ arm: i, measure, update, theirs: [curve.mean.at(-1)!, curve.low, curve.high], mine: values.length > 0 ? [mean(values), Math.min(...values), Math.max(...values)] : null }];
    }),
  );
}

/** Who recorded it, in a sentence. */
export function recordedWords({ backend, software, adapter, engineVersion }: RecordedResult): string {
  const by = backend === 'cpu' ? 'on the CPU twin, in exact mode' : `with WebGPU on ${software ? 'a software adapter' : 'a graphics card'}${adapter ? ` (${adapter})` : ''}`;
  const same = engineVersion === ENGINE_VERSION ? '' : ` This page has version ${ENGINE_VERSION}.`;
  return `Recorded ${by}, version ${engineVersion} of the engine.${same} The faint lines in the charts are theirs.`;
}

/** "Collapse · γ 16 · size S · seeds 1-5 · 250 updates" */
export function summaryWords({ experiment: { arms, gamma, model, seeds, updates }, backend }: Pick<ReadLink, 'experiment' | 'backend'>): string {
  const parts = [armsName(arms), `γ ${gamma}`, `size ${model}`, seedsName(seeds), counted(updates), ...(backend === 'cpu' ? [backendLabel('cpu')] : [])];
  return parts.join(' · ');
}
