/** Results that nobody trained, for tests of what is made of results. */
import { parseSeeds } from '../../train/settings.ts';
import type { RunSpec } from '../sweep/grid.ts';
import type { FinishedRun, Origin } from '../sweep/record.ts';
import { keyOf } from '../sweep/record.ts';

export interface MadeUp {
  readonly train?: number;
  /** at the start, at the peak of the mean curve, at the end */
  readonly heldout?: readonly [number, number, number];
  readonly real?: readonly [number, number];
  readonly entropy?: readonly [number, number];
  readonly meanEntropy?: number;
  readonly epsBar?: readonly [number, number];
  readonly zeroVariance?: readonly [number, number];
}

export const ORIGIN: Origin = { engine: { backend: 'cpu', version: 7 }, models: 'e'.repeat(64) };

/** Seeds differ by as much as `spread` around each number, the same way in every run, so that differences between runs are exact. */
export function madeUp({ settings }: RunSpec, m: MadeUp = {}, { origin = ORIGIN, spread = 0.02 } = {}): FinishedRun {
  const seeds = parseSeeds(settings.seeds)!;
  const at = (v: number): number[] => seeds.map((_, i) => Number((v + spread * ((i % 3) - 1)).toFixed(6)));
  const ends = (start: number, peak: number, end: number, peakAt = 48) => ({ start: at(start), best: at(peak), bestAt: seeds.map(() => peakAt), peakAt, peak: at(peak), end: at(end) });
  const course = (first: number, mean: number, last: number) => ({ first: at(first), mean: at(mean), last: at(last) });
  const { train = 0.6, heldout = [0.4, 0.5, 0.5], real = [0.35, 0.4], entropy = [1.8, 0.6], meanEntropy = 0.9, epsBar = [2.5, 1], zeroVariance = [0.1, 0.3] } = m;
  return {
    key: keyOf(settings, origin),
    arm: settings.arm,
    settings,
    engine: { ...origin.engine, name: 'made up' },
    models: origin.models,
    digest: 'd'.repeat(64),
    seconds: 60,
    ends: {
      'success.train': ends(0.3, train, train),
      'success.heldout': ends(...heldout),
      'success.heldout.warm-1': ends(...heldout),
      'success.heldout.busy-1': ends(0.2, 0.3, 0.3),
      'success.real': ends(real[0], Math.max(...real), real[1]),
      'policy.entropy': ends(entropy[0], entropy[0], entropy[1]),
    },
    course: {
      'policy.entropy': course(entropy[0], meanEntropy, entropy[1]),
      'sim.epsBar': course(epsBar[0], (epsBar[0] + epsBar[1]) / 2, epsBar[1]),
      'group.zeroVariance': course(zeroVariance[0], (zeroVariance[0] + zeroVariance[1]) / 2, zeroVariance[1]),
    },
  };
}
