/** Metric histories in plain arrays, outside React state: a run of 2000 updates must not be copied at every batch. */
import type { MetricPoint } from '../../train/protocol.ts';

export interface Metric {
  /** ascending, without doubles */
  readonly updates: number[];
  /** one array a point, one value a seed */
  readonly values: (readonly number[])[];
}

export class Series {
  readonly metrics = new Map<string, Metric>();

  /** The worker's points, usually in order. A second point of one update replaces the first; a late one is put in its place. */
  add(points: readonly MetricPoint[]): void {
    for (const point of points) {
      for (const [name, values] of Object.entries(point.values)) this.put(name, point.update, values);
    }
  }

  get(name: string): Metric | undefined {
    return this.metrics.get(name);
  }

  get empty(): boolean {
    return this.metrics.size === 0;
  }

  /** the latest update of any metric, 0 without one */
  get last(): number {
    let last = 0;
    for (const m of this.metrics.values()) last = Math.max(last, m.updates[m.updates.length - 1] ?? 0);
    return last;
  }

  private put(name: string, update: number, values: readonly number[]): void {
    let metric = this.metrics.get(name);
    if (!metric) this.metrics.set(name, (metric = { updates: [], values: [] }));
    let at = metric.updates.length;
    while (at > 0 && (metric.updates[at - 1] ?? 0) > update) at--;
    if (at > 0 && metric.updates[at - 1] === update) metric.values[at - 1] = values;
    else {
      metric.updates.splice(at, 0, update);
      metric.values.splice(at, 0, values);
    }
  }
}
