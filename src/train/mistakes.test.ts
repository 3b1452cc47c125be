import { expect, test } from 'vitest';
import { mustBe, nearest, shown } from './mistakes.ts';
import { ARMS, SETTING_KEYS } from './settings.ts';

test.each([
  ['singel', 'single'],
  ['Single', 'single'],
  ['co-train', 'cotrain'],
  ['pop', 'population'],
  ['verbalised', 'verbalized'],
  ['ensembles', 'ensemble'],
  ['everything', undefined],
  ['', undefined],
  ['s', undefined],
])('of the arms, %s is nearest to %s', (asked, meant) => {
  expect(nearest(asked, ARMS)).toBe(meant);
});

test('settings by other spellings', () => {
  expect(nearest('learning_rate', SETTING_KEYS)).toBe('learningRate');
  expect(nearest('gama', SETTING_KEYS)).toBe('gamma');
  expect(nearest('evaldialogs', SETTING_KEYS)).toBe('evalDialogues');
});

test('the message names the value, the valid ones and the nearest', () => {
  expect(mustBe(['S', 'M', 'L'], 'XL')).toBe('must be S, M or L, not XL; did you mean L?');
  expect(mustBe(['shipped', 'scratch'], 'none')).toBe('must be shipped or scratch, not none');
  expect(mustBe(['one'], 3)).toBe('must be one, not 3');
});

test('what is quoted is short and harmless', () => {
  expect(shown('a\u0007b')).toBe('a b');
  expect(shown('x'.repeat(1000))).toHaveLength(41);
  expect([shown(' '), shown(undefined), shown(null), shown([1]), shown({}), shown(NaN)]).toEqual(['nothing', 'nothing', 'null', 'a list', 'an object', 'NaN']);
});
