/** What was measured, study by study: the records of a results file matched to the studies' runs. */
import type { ArmId, Settings } from '../../train/settings.ts';
import { parseSeeds } from '../../train/settings.ts';
import type { RunSpec } from '../sweep/grid.ts';
import type { FinishedRun, RunRecord } from '../sweep/record.ts';
import { canonical, isFinished } from '../sweep/record.ts';
import type { Study } from './studies.ts';
import { specsOf } from './studies.ts';

/** One run, or some of its seeds. Every list has one number a seed, in the order of `seeds`; empty when the metric was not measured. */
export interface Row {
  readonly arm: ArmId;
  readonly varied: RunSpec['varied'];
  readonly seeds: readonly number[];
  /** names of those that have ends */
  readonly metrics: readonly string[];
  /** the update at which the mean of the curve over all seeds of the run is highest */
  peakAt(metric: string): number;
  ends(metric: string, what: 'start' | 'best' | 'bestAt' | 'peak' | 'end'): readonly number[];
  course(metric: string, what: 'first' | 'mean' | 'last'): readonly number[];
}

export interface StudyResults {
  readonly study: Study;
  readonly rows: readonly Row[];
  /** runs that are not there, or failed */
  readonly missing: readonly { readonly spec: RunSpec; readonly error: string | null }[];
}

export interface Results {
  readonly studies: readonly StudyResults[];
  /** engine and networks of the records used; null when there are none */
  readonly origin: { readonly engine: FinishedRun['engine']; readonly models: string } | null;
  /** runs and seconds of computing of the records used */
  readonly runs: number;
  readonly seconds: number;
  /** runs of other versions of the engine or the networks, which are left out */
  readonly others: number;
}

export function rowOf(record: FinishedRun, varied: RunSpec['varied'], wanted?: readonly number[]): Row {
  const all = parseSeeds(record.settings.seeds)!;
  const seeds = wanted ?? all;
  const at = seeds.map((s) => all.indexOf(s));
  const pick = (values: readonly number[] | undefined): number[] => (values ? at.map((i) => values[i] ?? NaN) : []);
  return {
    arm: record.arm as ArmId,
    varied,
    seeds,
    metrics: Object.keys(record.ends),
    peakAt: (metric) => record.ends[metric]?.peakAt ?? NaN,
    ends: (metric, what) => pick(record.ends[metric]?.[what]),
    course: (metric, what) => pick(record.course[metric]?.[what]),
  };
}

/** The newest engine in the file is the one that counts, with the networks its last run started from: numbers of different engines are never compared. */
function newest(records: readonly RunRecord[]): FinishedRun | null {
  return records.filter(isFinished).reduce<FinishedRun | null>((best, r) => (best === null || r.engine.version >= best.engine.version ? r : best), null);
}

export function resultsFrom(studies: readonly Study[], records: readonly RunRecord[]): Results {
  const last = newest(records);
  const used = records.filter((r) => last && r.engine.version === last.engine.version && r.engine.backend === last.engine.backend && r.models === last.models);
  const bySettings = new Map<string, RunRecord>(used.map((r) => [canonical(r.settings), r]));
  const find = (settings: Settings): RunRecord | undefined => bySettings.get(canonical(settings));
  const counted = new Set<FinishedRun>();
  const main = studies.find((s) => s.id === 'main');
  const results = studies.map((study): StudyResults => {
    const rows: Row[] = [];
    const missing: StudyResults['missing'][number][] = [];
    const add = (spec: RunSpec, seeds?: readonly number[]) => {
      const r = find(spec.settings);
      if (isFinished(r)) {
        rows.push(rowOf(r, spec.varied, seeds));
        counted.add(r);
      } else missing.push({ spec, error: r ? r.error : null });
    };
    for (const spec of specsOf(study)) add(spec);
    for (const { arm, varied } of study.inMain ?? []) {
      const spec = main && specsOf(main).find((s) => s.settings.arm === arm);
      if (spec) add({ settings: spec.settings, varied }, parseSeeds(study.seeds)!);
    }
    return { study, rows: sorted(rows, study), missing };
  });
  const finished = [...counted];
  return {
    studies: results,
    origin: last && { engine: last.engine, models: last.models },
    runs: finished.length,
    seconds: finished.reduce((s, r) => s + r.seconds, 0),
    others: records.filter(isFinished).length - used.filter(isFinished).length,
  };
}

/** By arm and then by what varies, numbers ascending, so that main's point stands where it belongs. */
function sorted(rows: Row[], study: Study): Row[] {
  const arms = study.grids.flatMap((g) => g.arms);
  return rows
    .map((row, i) => ({ row, i }))
    .sort((a, b) => {
      const byArm = arms.indexOf(a.row.arm) - arms.indexOf(b.row.arm);
      if (byArm !== 0) return byArm;
      for (const [key, x] of Object.entries(a.row.varied)) {
        const y = b.row.varied[key as keyof RunSpec['varied']]!;
        if (x === y) continue;
        return typeof x === 'number' && typeof y === 'number' ? x - y : String(x) < String(y) ? -1 : 1;
      }
      return a.i - b.i;
    })
    .map(({ row }) => row);
}

/** The row of an arm in a study, at the point given. */
export function find(results: Results, study: string, arm: ArmId, varied: RunSpec['varied'] = {}): Row | undefined {
  const rows = results.studies.find((s) => s.study.id === study)?.rows ?? [];
  return rows.find((r) => r.arm === arm && Object.entries(varied).every(([k, v]) => r.varied[k as keyof RunSpec['varied']] === v));
}

/** The same row on fewer seeds: a study with seeds 1-3 is compared with main on those. */
export function onSeeds(row: Row | undefined, seeds: readonly number[]): Row | undefined {
  if (!row) return undefined;
  const at = seeds.map((s) => row.seeds.indexOf(s));
  if (at.includes(-1)) return undefined;
  const pick = (v: readonly number[]) => (v.length > 0 ? at.map((i) => v[i]!) : []);
  return { ...row, seeds, ends: (m, w) => pick(row.ends(m, w)), course: (m, w) => pick(row.course(m, w)) };
}
