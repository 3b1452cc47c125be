import { expect, test } from 'vitest';
import { SETTING_KEYS } from '../../train/settings.ts';
import { gridFrom, MAX_RUNS, nameOf } from './grid.ts';

const grid = (over: string[], arms = ['single'], rest = {}) => gridFrom({ over, arms, ...rest });

test('the product of all lists and arms, in order', () => {
  const specs = grid(['gamma=1, 16', 'vsDraw=prob,random'], ['single', 'verbalized'], { seeds: '1-3', updates: '40', set: ['model=S'] });
  expect(specs.map(nameOf)).toEqual([
    'single gamma=1 vsDraw=prob',
    'verbalized gamma=1 vsDraw=prob',
    'single gamma=1 vsDraw=random',
    'verbalized gamma=1 vsDraw=random',
    'single gamma=16 vsDraw=prob',
    'verbalized gamma=16 vsDraw=prob',
    'single gamma=16 vsDraw=random',
    'verbalized gamma=16 vsDraw=random',
  ]);
  expect(specs[7]!.settings).toMatchObject({ arm: 'verbalized', gamma: 16, vsDraw: 'random', seeds: '1-3', updates: 40, model: 'S', simKl: 0.05 });
  expect(Object.keys(specs[0]!.settings).sort()).toEqual(['arm', ...SETTING_KEYS].sort());
});

test('without --over the arms alone; seeds may be varied one by one', () => {
  expect(grid([], ['base', 'single']).map(nameOf)).toEqual(['base', 'single']);
  expect(grid(['seeds=1,2,4-5']).map((s) => s.settings.seeds)).toEqual(['1', '2', '4-5']);
});

test.each([
  [['gama=1'], /^--over gama: no such setting/],
  [['arm=single'], /^--over arm: arms are given by --arm/],
  [['gamma'], /^--over gamma: must be key=value/],
  [['gamma='], /^gamma: nothing is not a number/],
  [['gamma=1,,2'], /^gamma: nothing is not a number/],
  [['gamma=1,99'], /^gamma: must be a whole number from 1 to 20/],
  [['gamma=1.5'], /^gamma: must be a whole number/],
  [['simReward=shared,none'], /^simReward: must be curriculum, adversarial or shared, not none$/],
  [['simKl=.5,0.50'], /^--over simKl: 0.5 is named twice/],
  [['seeds=1-1,1'], /^--over seeds: 1 is named twice/],
  [['gamma=1', 'gamma=2'], /^--over gamma: the setting is named twice/],
])('%j is refused in one line', (over, message) => {
  expect(() => grid(over)).toThrow(message);
});

test('a setting is given in one place only', () => {
  expect(() => grid(['updates=1,2'], ['single'], { updates: '3' })).toThrow(/^--updates: the same setting is given by --over/);
  expect(() => grid(['gamma=1,2'], ['single'], { set: ['gamma=3'] })).toThrow(/^--set gamma: the same setting/);
  expect(() => grid([], ['single'], { set: ['gamma=3', 'gamma=4'] })).toThrow(/^--set gamma: the setting is named twice/);
  expect(() => grid([], ['nobody'])).toThrow(/^arm: must be/);
});

test('the number of runs is bounded', () => {
  const values = (n: number) => Array.from({ length: n }, (_, i) => i + 1).join();
  expect(grid([`updates=${values(MAX_RUNS / 20)}`, `gamma=${values(20)}`])).toHaveLength(MAX_RUNS);
  expect(() => grid([`updates=${values(MAX_RUNS / 20)}`, `gamma=${values(20)}`], ['single', 'base'])).toThrow(/^this sweep would be 2000 runs; at most 1000/);
});
