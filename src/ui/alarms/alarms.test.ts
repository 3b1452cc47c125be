import { LESSONS as ALL_LESSONS } from '../learn/lessons/index.ts';
import { describe, expect, it } from 'vitest';
import type { ArmId } from '../../train/settings.ts';
import { Series } from '../store/series.ts';
import type { AlarmId } from './detect.ts';
import { alarmsOf, LIMITS, streakOf, WINDOW } from './detect.ts';
import { alarmWords, LESSONS } from './words.ts';

const settings = { simReward: 'curriculum', evalDialogues: 128 };

/** a series of one metric: the value of every update, for both seeds, or null for no point */
function made(metrics: Record<string, (update: number) => number | null>, updates = 40): Series {
  const s = new Series();
  for (let update = 0; update < updates; update++)
    for (const [name, f] of Object.entries(metrics)) {
      const v = f(update);
      if (v !== null) s.add([{ update, values: { [name]: [v, v] } }]);
    }
  return s;
}
const ids = (s: Series, arm: ArmId = 'single', change: Partial<typeof settings> = {}): AlarmId[] => alarmsOf(s, arm, { ...settings, ...change }).map((a) => a.id);
/** only at evaluations */
const evaluated = (f: (u: number) => number) => (u: number) => (u % 8 === 0 ? f(u) : null);

describe('alarms are raised and not raised', () => {
  const cases: [AlarmId, string, (u: number) => number | null, (u: number) => number | null, ArmId, Partial<typeof settings>][] = [
    ['entropy', 'policy.entropy', (u) => 2 - u * 0.04, (u) => 2 - u * 0.03, 'single', {}],
    ['zeroVariance', 'group.zeroVariance', () => 0.95, () => 0.85, 'single', {}],
    ['refusing', 'success.train', () => 0.01, () => 0.05, 'cotrain', { simReward: 'adversarial' }],
    ['refusing', 'group.allFail', () => 0.93, () => 0.8, 'single', {}],
    ['heldout', 'success.heldout', evaluated((u) => (u === 0 ? 0.4 : 0.25)), evaluated((u) => (u === 0 ? 0.4 : 0.38)), 'single', {}],
    ['oneProfile', 'sim.profile.skeptic', () => 0.97, () => 0.6, 'single', {}],
    ['malformed', 'sim.malformed', () => 0.08, () => 0.02, 'verbalized', {}],
    ['clipped', 'clip.fraction', () => 0.4, () => 0.05, 'single', {}],
  ];
  it.each(cases)('%s from %s', (id, metric, bad, good, arm, change) => {
    const series = made({ [metric]: bad });
    expect(ids(series, arm, change)).toEqual([id]);
    expect(ids(made({ [metric]: good }), arm, change)).toEqual([]);
    // an arm that is only measured has none, and neither has a run that has just begun
    expect(ids(series, 'base', change)).toEqual([]);
    if (id !== 'entropy' && id !== 'heldout') expect(ids(made({ [metric]: bad }, WINDOW - 1), arm, change)).toEqual([]);
    const alarm = alarmsOf(series, arm, { ...settings, ...change })[0]!;
    const words = alarmWords(alarm, arm, change.simReward ?? settings.simReward);
    for (const text of [words.title, words.seen, words.why, words.todo]) expect(text).toMatch(/^[\S ]{20,}[.)]$/);
    expect(words.seen).toContain(`at update ${alarm.update}`);
    expect(words.seen).toMatch(/\d/);
  });

  it('does not blame a simulator for success near zero unless it is paid for it', () => {
    const s = made({ 'success.train': () => 0 });
    expect(ids(s, 'cotrain')).toEqual([]);
    expect(ids(s, 'single', { simReward: 'adversarial' })).toEqual([]);
  });

  it('says once that groups fail, not again that they have no variance', () => {
    expect(ids(made({ 'group.zeroVariance': () => 1, 'group.allFail': () => 1 }))).toEqual(['refusing']);
  });

  it('knows the noise of the evaluation: the same drop with few dialogues is chance', () => {
    const s = made({ 'success.heldout': evaluated((u) => (u === 0 ? 0.4 : 0.3)) });
    expect(ids(s, 'single', { evalDialogues: 512 })).toEqual(['heldout']);
    expect(ids(s, 'single', { evalDialogues: 8 })).toEqual([]);
    // families of the panel add dialogues
    for (let f = 0; f < 6; f++) s.add([{ update: 0, values: { [`success.heldout.f${f}`]: [0.4, 0.4] } }]);
    expect(ids(s, 'single', { evalDialogues: 96 })).toEqual(['heldout']);
  });

  it('says nothing about chance with fewer than three seeds', () => {
    const said = (seeds: number): string => {
      const s = new Series();
      s.add([0, 8].map((update) => ({ update, values: { 'success.heldout': Array.from({ length: seeds }, () => (update === 0 ? 0.5 : 0.2)) } })));
      return alarmWords(alarmsOf(s, 'single', settings)[0]!, 'single', settings.simReward).seen;
    };
    expect(said(1)).toContain('One seed is too few to say');
    expect(said(2)).toContain('2 seeds are too few to say');
    expect(said(3)).toContain('standard errors of these dialogues');
    for (const n of [1, 2, 3]) expect(said(n)).not.toContain('chance');
  });

  it('goes when its cause goes, and remembers since when', () => {
    expect(ids(made({ 'clip.fraction': (u) => (u < 20 ? 0.9 : 0) }))).toEqual([]);
    const [alarm] = alarmsOf(made({ 'clip.fraction': (u) => (u < 20 ? 0 : 0.9) }), 'single', settings);
    expect(alarm?.since).toBeGreaterThanOrEqual(20);
    expect(alarm?.since).toBeLessThan(20 + WINDOW);
    expect(alarm?.update).toBe(39);
  });

  it('puts the newest first', () => {
    const s = made({ 'sim.profile.skeptic': () => 1, 'policy.entropy': (u) => (u < 30 ? 2 : 0.1) });
    expect(ids(s)).toEqual(['entropy', 'oneProfile']);
  });

  it('leaves out what is no number', () => {
    expect(ids(made({ 'clip.fraction': () => NaN, 'policy.entropy': () => NaN }))).toEqual([]);
    expect(streakOf(undefined, 1, () => true)).toBeNull();
  });
});

it('thresholds are shares, and every alarm has a lesson step that exists', () => {
  for (const v of Object.values(LIMITS)) expect(v).toBeGreaterThan(0);
  const steps = ALL_LESSONS.flatMap((l) => l.steps.map((step) => `${l.id}/${step.id}`));
  for (const at of Object.values(LESSONS)) expect(steps).toContain(at);
});
