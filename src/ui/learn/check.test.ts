import { describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { buildPersuasion } from '../../sim/persuasion/scenario.ts';
import { Series } from '../store/series.ts';
import { closeness } from './closeness.ts';
import { courseOf, evaluate } from './check.ts';
import type { Condition, Deed } from './content.ts';
import { count, meet, noTally, say } from './demos/persuade.ts';
import { EMPTY, parseProgress } from './progress.ts';
import { answers, sameExperiment } from './same.ts';

function seriesOf(metrics: Record<string, readonly (readonly [update: number, ...values: number[]])[]>): Series {
  const s = new Series();
  for (const [name, points] of Object.entries(metrics)) s.add(points.map(([update, ...values]) => ({ update, values: { [name]: values } })));
  return s;
}
const single = seriesOf({
  'success.heldout': [
    [0, 0.4, 0.5],
    [20, 0.2, 0.3],
  ],
  'policy.entropy': [
    [0, 1.8],
    [1, 0.6],
  ],
  'grad.bias': [
    [0, 0.2],
    [20, 0.4],
  ],
  'grad.biasBound': [
    [0, 2],
    [20, 3],
  ],
  'sim.profile.warm': [
    [0, 0.1],
    [1, 0.5],
    [2, 0.1],
  ],
});
const other = seriesOf({
  'success.heldout': [
    [0, 0.45],
    [20, 0.6],
  ],
});
const holds = (c: Condition, done: Deed[] = []): boolean | null =>
  evaluate(c, { metric: (arm, name) => (arm === 'single' ? single : arm === 'verbalized' ? other : undefined)?.get(name), done: new Set(done) }).holds;
const heldout = { arm: 'single', metric: 'success.heldout' } as const;

describe('checks', () => {
  test.each<[Condition, boolean | null]>([
    [{ kind: 'falls', ...heldout, by: 0.1 }, true],
    [{ kind: 'falls', ...heldout, by: 0.3 }, false],
    [{ kind: 'rises', ...heldout, by: 0.1 }, false],
    [{ kind: 'rises', arm: 'verbalized', metric: 'success.heldout', by: 0.1 }, true],
    [{ kind: 'stalls', ...heldout, by: 0.1 }, true],
    [{ kind: 'stalls', arm: 'verbalized', metric: 'success.heldout', by: 0.1 }, false],
    [{ kind: 'above', ...heldout, value: 0.2 }, true],
    [{ kind: 'above', ...heldout, value: 0.3 }, false],
    [{ kind: 'below', ...heldout, value: 0.3 }, true],
    [{ kind: 'below', ...heldout, value: 0.2 }, false],
    [{ kind: 'shrinks', arm: 'single', metric: 'policy.entropy', to: 0.5 }, true],
    [{ kind: 'shrinks', arm: 'single', metric: 'policy.entropy', to: 0.2 }, false],
    [{ kind: 'ahead', arm: 'verbalized', of: 'single', metric: 'success.heldout', by: 0.1 }, true],
    [{ kind: 'ahead', arm: 'single', of: 'verbalized', metric: 'success.heldout', by: 0.1 }, false],
    [{ kind: 'bounded', arm: 'single', metric: 'grad.bias', bound: 'grad.biasBound' }, true],
    [{ kind: 'bounded', arm: 'single', metric: 'grad.biasBound', bound: 'grad.bias' }, false],
    [{ kind: 'moves', arm: 'single', metrics: ['sim.profile.warm'], by: 0.3 }, true],
    [{ kind: 'moves', arm: 'single', metrics: ['sim.profile.warm'], by: 0.5 }, false],
    // what has not been measured is neither
    [{ kind: 'rises', arm: 'cotrain', metric: 'success.heldout', by: 0.1 }, null],
    [{ kind: 'bounded', arm: 'single', metric: 'variance.user', bound: 'variance.bound' }, null],
    [{ kind: 'moves', arm: 'single', metrics: ['sim.profile.busy'], by: 0.1 }, null],
    [
      {
        kind: 'all',
        of: [
          { kind: 'falls', ...heldout, by: 0.1 },
          { kind: 'above', ...heldout, value: 0.2 },
        ],
      },
      true,
    ],
    [
      {
        kind: 'all',
        of: [
          { kind: 'falls', ...heldout, by: 0.1 },
          { kind: 'above', ...heldout, value: 0.3 },
        ],
      },
      false,
    ],
    [
      {
        kind: 'all',
        of: [
          { kind: 'falls', ...heldout, by: 0.1 },
          { kind: 'done', what: 'bet' },
        ],
      },
      null,
    ],
  ])('%o: %s', (c, expected) => expect(holds(c)).toBe(expected));

  test('a deed counts once done, and facts carry the run’s numbers', () => {
    expect([holds({ kind: 'done', what: 'bet' }), holds({ kind: 'done', what: 'bet' }, ['bet'])]).toEqual([null, true]);
    const { facts } = evaluate({ kind: 'falls', ...heldout, by: 0.1 }, { metric: (_, name) => single.get(name), done: new Set() });
    expect(facts).toEqual(['Success, held-out simulators, Collapse: 0.45 at the start, 0.25 now']);
  });

  test('the end of a training curve is the mean of its last points, never of its first', () => {
    const s = seriesOf({ 'success.train': Array.from({ length: 20 }, (_, i): [number, number] => [i, i < 12 ? 0 : 1]) });
    expect(courseOf(s.get('success.train'), 'success.train')).toEqual({ start: 0, end: 1 });
    expect(courseOf(single.get('policy.entropy'), 'policy.entropy')).toEqual({ start: 1.8, end: 0.6 });
  });
});

test('a run answers a step’s question at another size or in company, not with other settings', () => {
  const e = { ...defaultExperiment, arms: ['single'] as const };
  expect(answers({ ...e, updates: 50, seeds: '1', arms: ['single', 'verbalized'] }, e)).toBe(true);
  expect(answers({ ...e, gamma: 2 }, e)).toBe(false);
  expect(answers({ ...e, arms: ['verbalized'] }, e)).toBe(false);
  expect([sameExperiment(e, { ...e }), sameExperiment(e, { ...e, updates: 3 })]).toEqual([true, false]);
});

test('progress is believed only where it is well-formed', () => {
  for (const bad of [null, '', '{', '[]', '7', 'null', '{"seen":3}']) expect(parseProgress(bad)).toEqual(EMPTY);
  expect(parseProgress(JSON.stringify({ seen: ['a/b', 'a/b', 4, '<x>/y'], done: ['bet', 'evil'], collapsed: 'yes' }))).toEqual({ seen: ['a/b'], done: ['bet'], collapsed: false });
});

test('a bet is compared in words', () => {
  expect([closeness(0.5, 0.52, 1), closeness(0.5, 0.4, 1), closeness(0.5, 0.9, 1), closeness(2, 0.5, 2.3)]).toEqual(['close', 'a little too high', 'too low', 'too high']);
});

describe('playing the persuader', () => {
  const scenario = buildPersuasion();
  const act = (id: string): number => scenario.policyActs.findIndex((a) => a.id === id);
  test('serving a questioner and then asking is paid; what was said stays as it was said', () => {
    let play = meet(scenario, 1, 2);
    for (const id of ['social', 'credibility-appeal', 'donation-information']) {
      const before = play.said;
      play = say(scenario, play, act(id));
      expect(play.said.slice(0, -1)).toEqual(before);
      expect(play.end).toBeNull();
    }
    play = say(scenario, play, act('ask'));
    expect(play.end?.reward).toBeCloseTo(0.97 ** 3, 6);
    expect(say(scenario, play, act('ask'))).toBe(play);
  });
  test('a second refused ask ends it, and so does the last turn', () => {
    let play = meet(scenario, 1);
    play = say(scenario, say(scenario, play, act('ask')), act('ask'));
    expect(play.end?.reward).toBe(0);
    let long = meet(scenario, 1, 2);
    for (let i = 0; i < scenario.maxTurns; i++) long = say(scenario, long, act('social'));
    expect(long.end).toEqual({ outcome: 0, reward: 0 });
  });
  test('wins in a row are counted', () => {
    expect([true, true, false, true].reduce(count, noTally)).toEqual({ played: 4, won: 3, streak: 1 });
  });
});
