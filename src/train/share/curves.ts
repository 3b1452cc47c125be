/** The few points of a run that a link carries. */

/** what "theirs" and "mine" are compared by; the first two are measured while training, the others by evaluations */
export const MEASURES = ['success.train', 'policy.entropy', 'success.heldout', 'success.real'] as const;
export type Measure = (typeof MEASURES)[number];
export const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  'success.train': 'success in training',
  'policy.entropy': 'policy entropy',
  'success.heldout': 'success on held-out users',
  'success.real': 'success with real users',
};
/** measures with the same updates share one list of them */
export const GRIDS = [
  ['success.train', 'policy.entropy'],
  ['success.heldout', 'success.real'],
] as const satisfies readonly (readonly Measure[])[];

export const MAX_POINTS = 16;

/** one metric of one arm: a value per seed at each update, ascending */
export interface Metric {
  readonly updates: readonly number[];
  readonly values: readonly (readonly number[])[];
}
/** where the series of a run are looked up; undefined where it has none */
export type MetricOf = (measure: Measure) => Metric | undefined;

export interface Curve {
  readonly updates: readonly number[];
  /** over seeds, to the nearest `step` */
  readonly mean: readonly number[];
  /** lowest and highest seed at the last of these updates; NaN without points */
  readonly low: number;
  readonly high: number;
  /** what a value is rounded to: 1/255 of its range */
  readonly step: number;
}

/** Up to `n` of the updates, the first and last among them, evenly apart in number. */
export function thinned(updates: readonly number[], n: number): number[] {
  const last = updates.length - 1;
  if (last < n) return [...updates];
  if (n < 2) return updates.slice(-1);
  return Array.from({ length: n }, (_, i) => updates[Math.round((i * last) / (n - 1))]!);
}

/** Values per seed at an update, those that are numbers; null where there is none. */
export function valuesAt(m: Metric | undefined, update: number): number[] | null {
  if (!m) return null;
  let lo = 0;
  for (let hi = m.updates.length - 1; lo < hi;) {
    const middle = (lo + hi) >> 1;
    if (m.updates[middle]! < update) lo = middle + 1;
    else hi = middle;
  }
  const values = m.updates[lo] === update ? m.values[lo]!.filter((v) => Number.isFinite(v)) : [];
  return values.length > 0 ? values : null;
}
