/** A finished run that never was, for tests: curves from a formula, digests from a number. */
import type { Measure, Metric } from '../curves.ts';
import type { RunToRecord } from '../result.ts';

const SEEDS = [0, 1, 2];

/** a value that depends on everything and stays in [0, top] */
const value = (top: number, ...of: number[]): number => (top * (1 + Math.sin(of.reduce((a, b) => a * 1.7 + b + 1, 0)))) / 2;

export function madeUp(o: { arms?: number; updates?: number; salt?: number; backend?: 'cpu' | 'webgpu' }): RunToRecord {
  const { arms = 1, updates = 250, salt = 0, backend = 'webgpu' } = o;
  const each = Array.from({ length: updates }, (_, u) => u);
  const evaluated = [...each.filter((u) => u % 16 === 0), updates];
  const metric = (arm: number) => {
    const made = new Map<Measure, Metric>();
    const make = (measure: Measure): Metric => {
      const at = measure === 'success.train' || measure === 'policy.entropy' ? each : evaluated;
      const top = measure === 'policy.entropy' ? 2.3 : 1;
      return { updates: at, values: at.map((u) => SEEDS.map((seed) => value(top, salt % 1000, arm, u / 100, measure.length, seed / 10))) };
    };
    return (measure: Measure): Metric => {
      let m = made.get(measure);
      if (!m) made.set(measure, (m = make(measure)));
      return m;
    };
  };
  return {
    engineVersion: 3,
    backend,
    software: backend === 'cpu',
    adapter: 'made up',
    arms: Array.from({ length: arms }, (_, arm) => ({ digest: (arm + 1 + (salt % 1000)).toString(16).padStart(64, '0'), metric: metric(arm) })),
  };
}
