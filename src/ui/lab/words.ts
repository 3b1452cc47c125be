/** The lab's plain sentences that depend on state; kept apart so that they can be tested and read in one place. */
import type { EngineInfo, NoGpuReason, RunState } from '../../train/protocol.ts';
import { parseSeeds } from '../../train/settings.ts';
import { two } from '../charts/annotate.ts';
import { bandOf, bandsOf, lastOf } from '../charts/bands.ts';
import { trainLabel } from '../charts/measures.ts';
import type { Run } from '../store/run.ts';
import { isEmpty, reached } from '../store/run.ts';
import { valuesAt } from './values.ts';
import { armName } from './arms.ts';

export function duration(seconds: number): string {
  if (seconds < 1) return 'under a second';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

export function speed(perSecond: number): string {
  if (!(perSecond > 0)) return '';
  if (perSecond >= 10) return `${Math.round(perSecond)} updates/s`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)} updates/s`;
  return `${(1 / perSecond).toFixed(1)} s an update`;
}

/** What the simulator's sharpening means for the one who trains against it. */
export function collapseWords(gamma: number): string {
  if (gamma <= 1) return 'Keeps nearly the full range of people';
  if (gamma <= 3) return 'Leans towards its most typical behaviour';
  if (gamma <= 7) return 'Mostly its most typical person';
  return 'Nearly always the same person';
}

export const BUTTON: Readonly<Record<RunState | 'none', string>> = {
  none: 'Run',
  idle: 'Run',
  preparing: 'Cancel',
  running: 'Pause',
  paused: 'Resume',
  finished: 'Run again',
  stopped: 'Run',
  failed: 'Run again',
};

/** "1 update", "250 updates" */
export const counted = (updates: number): string => `${updates} ${updates === 1 ? 'update' : 'updates'}`;

/** "seed 1", "seeds 1-5" */
export const seedsName = (seeds: string): string => `${parseSeeds(seeds)?.length === 1 ? 'seed' : 'seeds'} ${seeds}`;

/** ", 3 arms, 1 of them stopped" */
function armsWords(run: Run): string {
  const failed = run.arms.filter((a) => a.failure).length;
  if (run.arms.length < 2) return '';
  return `, ${run.arms.length} arms${failed > 0 ? `, ${failed} of them stopped` : ''}`;
}

export function statusWords(run: Run | null): string {
  if (!run) return 'Ready';
  const of = `update ${run.update} of ${run.experiment.updates}${armsWords(run)}`;
  switch (run.state) {
    case 'preparing':
      return run.progress ? `Preparing: ${run.progress.what}` : 'Preparing';
    case 'running':
      // it takes the longest: kernels run for the first time, and the policy is measured before training
      if (run.update === 0 && isEmpty(run)) return `Running, first update of ${run.experiment.updates}${armsWords(run)}`;
      return `Running, ${of}`;
    case 'paused':
      return `Paused at ${of}`;
    case 'finished':
      return `Finished, ${counted(run.update)}${armsWords(run)}`;
    case 'failed':
      return `Stopped by an error at ${of}`;
    case 'stopped':
    case 'idle':
      return `Stopped at ${of}`;
  }
}

/** What a screen reader hears when the state changes: more than the visible line says, but only then. */
export function announcement(run: Run | null): string {
  if (!run) return '';
  if (run.state === 'preparing') return 'Preparing the run';
  if (run.state === 'running') return 'Running';
  if (run.state !== 'finished') return statusWords(run);
  const one = run.arms[0];
  if (run.arms.length > 1 || !one) {
    const ends = run.arms.flatMap((a) => {
      const p = lastOf(bandsOf(a.series.get('success.heldout')));
      return p ? [`${armName(a.arm)} ${two(p.mean)}`] : [];
    });
    return `Finished. Success rate with held-out simulators: ${ends.join(', ')}.`;
  }
  const said = (
    [
      [trainLabel(one.arm).toLowerCase(), 'success.train'],
      ['held-out simulators', 'success.heldout'],
      ['real users', 'success.real'],
    ] as const
  ).flatMap(([label, metric]) => {
    const p = bandOf(0, valuesAt(one.series, metric, reached(run)));
    return p.seeds > 0 ? [`${label} ${two(p.mean)}`] : [];
  });
  return `Finished. Success rate: ${said.join(', ')}.`;
}

export function engineName(engine: EngineInfo): string {
  if (engine.backend === 'cpu') return 'CPU twin';
  return engine.name || 'WebGPU';
}

export interface Advice {
  readonly what: string;
  readonly todo: string;
}

/** The three causes a visitor can act on, and the one nobody can. */
export const NO_GPU: Readonly<Record<NoGpuReason, Advice>> = {
  'no-api': {
    what: 'This browser has no WebGPU.',
    todo: 'Open this page in a current Chrome or Edge, in Safari 26 or later, or in a current Firefox on Windows or on a Mac with Apple silicon.',
  },
  insecure: {
    what: 'WebGPU is switched off here because the page was not opened over a secure address.',
    todo: 'Open it through https:// or on localhost. An address such as http://192.168.0.5 does not count as secure.',
  },
  'no-adapter': {
    what: 'This browser has WebGPU but found no graphics adapter it may use.',
    todo: 'Switch on hardware acceleration in the browser’s settings and restart it; update the graphics driver. On Linux, Chrome may need chrome://flags/#enable-unsafe-webgpu.',
  },
  'device-failed': {
    what: 'A graphics adapter was found, but it did not start.',
    todo: 'Close other pages that use the graphics card and reload. If it happens again, restart the browser.',
  },
};
