import { describe, expect, test } from 'vitest';
import { settingsFrom } from './settings-from.ts';

describe('settings from the command line', () => {
  test('options and --set meet in one table', () => {
    const s = settingsFrom({ arm: 'single', seeds: '1-3', updates: '40', set: ['gamma=8', 'learningRate=0.002', 'model=S'] });
    expect(s).toMatchObject({ arm: 'single', seeds: '1-3', updates: 40, gamma: 8, learningRate: 0.002, model: 'S', group: 8 });
  });

  test.each([
    [{ arm: 'singel' }, /^arm: must be base, single, .* or oracle, not singel; did you mean single\?$/],
    [{ arm: 'single', set: ['gama=8'] }, /^--set gama: no such setting; did you mean gamma\? Settings are scenario, gamma, /],
    [{ arm: 'single', set: ['gamma'] }, /^--set gamma: must be key=value/],
    [{ arm: 'single', set: ['gamma=many'] }, /^gamma: many is not a number/],
    [{ arm: 'single', set: ['gamma='] }, /^gamma: nothing is not a number/],
    [{ arm: 'single', set: ['gamma=21'] }, /^gamma: must be a whole number from 1 to 20, not 21$/],
    [{ arm: 'single', updates: '0' }, /^updates: must be a whole number from 1/],
    [{ arm: 'single', updates: '1e9' }, /^updates: /],
    [{ arm: 'single', seeds: '1-99' }, /^seeds: must be a list.*, not 1-99$/],
    [{ arm: 'single', set: ['lr=0.1'] }, /^--set lr: no such setting; did you mean learningRate\?/],
    [{ arm: 'single', set: ['arm=cotrain'] }, /^--set arm: arms are given by --arm/],
    [{ arm: 'single', set: ['vsDraw=any'] }, /^vsDraw: must be prob or random, not any$/],
  ])('%j is refused', (values, message) => {
    expect(() => settingsFrom(values)).toThrow(message);
  });
});
