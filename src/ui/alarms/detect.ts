/** What a run's curves give cause to say. Pure functions over the series; every threshold has its name here and nowhere else. */
import type { SharedSettings } from '../../train/experiment-settings.ts';
import type { ArmId } from '../../train/settings.ts';
import { bandOf } from '../charts/bands.ts';
import type { Metric } from '../store/series.ts';

export const LIMITS = {
  /** entropy below this part of its start */
  entropyPart: 1 / 3,
  /** mean share of groups without variance */
  zeroVariance: 0.9,
  /** mean share of groups that all fail */
  allFail: 0.9,
  /** success of the training users at or below this counts as none */
  refusedSuccess: 0.02,
  /** share of the training users who are of one type */
  oneProfile: 0.9,
  /** share of verbalized lists that could not be used */
  malformed: 0.05,
  /** share of decisions whose probability ratio was clipped */
  clipped: 0.2,
  /** held-out success is called lower only beyond this many standard errors of the difference ... */
  noise: 3,
  /** ... and by at least this much */
  heldoutDrop: 0.02,
} as const;

/** training measures come from few dialogues: a condition is about their mean over this many updates */
export const WINDOW = 8;

export type AlarmId = 'entropy' | 'zeroVariance' | 'refusing' | 'heldout' | 'oneProfile' | 'malformed' | 'clipped';

export interface Alarm {
  readonly id: AlarmId;
  /** the value seen now, and at which update */
  readonly value: number;
  readonly update: number;
  /** since which update it has been so */
  readonly since: number;
  /** what it is compared with: the start, or the limit */
  readonly against: number;
  /** seeds behind it */
  readonly seeds: number;
  /** a type of user, where the alarm is about one */
  readonly profile?: string;
}

export interface History {
  get(name: string): Metric | undefined;
  readonly metrics: ReadonlyMap<string, Metric>;
}

type Settings = Pick<SharedSettings, 'simReward' | 'evalDialogues'>;

interface Streak {
  readonly since: number;
  readonly update: number;
  readonly value: number;
  readonly seeds: number;
}

const meanAt = (m: Metric, i: number): number => bandOf(0, m.values[i] ?? []).mean;

/** The run of last points for which `holds` of the mean over `window` points; null when it does not hold now, or there are not yet enough points. */
export function streakOf(m: Metric | undefined, window: number, holds: (mean: number) => boolean): Streak | null {
  if (!m || m.updates.length < window) return null;
  const mean = (end: number): number => {
    let sum = 0;
    for (let i = end - window + 1; i <= end; i++) sum += meanAt(m, i);
    return sum / window;
  };
  const last = m.updates.length - 1;
  const value = mean(last);
  if (!Number.isFinite(value) || !holds(value)) return null;
  let from = last;
  while (from - 1 >= window - 1 && holds(mean(from - 1))) from--;
  return { since: m.updates[from] ?? 0, update: m.updates[last] ?? 0, value, seeds: bandOf(0, m.values[last] ?? []).seeds };
}

/** The value before training. */
function startOf(m: Metric | undefined): number {
  return m?.updates[0] === 0 ? meanAt(m, 0) : NaN;
}

/** No smoothing: the chart's mark "below a third" is about the same points. */
function entropy(h: History): Alarm | null {
  const m = h.get('policy.entropy');
  const start = startOf(m);
  if (!(start > 0)) return null;
  const s = streakOf(m, 1, (v) => v < start * LIMITS.entropyPart);
  return s && { id: 'entropy', ...s, against: start };
}

function above(id: AlarmId, m: Metric | undefined, limit: number): Alarm | null {
  const s = streakOf(m, WINDOW, (v) => v > limit);
  return s && { id, ...s, against: limit };
}

const LEARNING: readonly ArmId[] = ['cotrain', 'population', 'selfplay'];

function refusing(h: History, arm: ArmId, settings: Settings): Alarm | null {
  if (LEARNING.includes(arm) && settings.simReward === 'adversarial') {
    const s = streakOf(h.get('success.train'), WINDOW, (v) => v <= LIMITS.refusedSuccess);
    if (s) return { id: 'refusing', ...s, against: LIMITS.refusedSuccess };
  }
  return above('refusing', h.get('group.allFail'), LIMITS.allFail);
}

/** Every held-out simulator is met in `evalDialogues` dialogues a seed; the untrained policy is measured with as many. */
function heldout(h: History, settings: Settings): Alarm | null {
  const m = h.get('success.heldout');
  const start = startOf(m);
  if (!m || !Number.isFinite(start)) return null;
  const families = [...h.metrics.keys()].filter((name) => name.startsWith('success.heldout.')).length || 1;
  const dialogues = families * settings.evalDialogues * Math.max(1, bandOf(0, m.values[0] ?? []).seeds);
  const variance = (p: number): number => (p * (1 - p)) / dialogues;
  const s = streakOf(m, 1, (v) => start - v > Math.max(LIMITS.heldoutDrop, LIMITS.noise * Math.sqrt(variance(start) + variance(v))));
  return s && { id: 'heldout', ...s, against: start };
}

const PROFILE = 'sim.profile.';

function oneProfile(h: History): Alarm | null {
  for (const [name, m] of h.metrics) {
    if (!name.startsWith(PROFILE)) continue;
    const s = streakOf(m, WINDOW, (v) => v > LIMITS.oneProfile);
    if (s) return { id: 'oneProfile', ...s, against: LIMITS.oneProfile, profile: name.slice(PROFILE.length) };
  }
  return null;
}

/** What holds now, the newest first. Nothing is said of an arm that is only measured. */
export function alarmsOf(h: History, arm: ArmId, settings: Settings): Alarm[] {
  if (arm === 'base') return [];
  const refused = refusing(h, arm, settings);
  const all = [
    heldout(h, settings),
    entropy(h),
    refused,
    // groups that all fail have no variance either: once is enough
    refused ? null : above('zeroVariance', h.get('group.zeroVariance'), LIMITS.zeroVariance),
    above('malformed', h.get('sim.malformed'), LIMITS.malformed),
    above('clipped', h.get('clip.fraction'), LIMITS.clipped),
    oneProfile(h),
  ];
  return all.filter((a) => a !== null).sort((a, b) => b.since - a.since);
}
