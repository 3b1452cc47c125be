import { expect, test } from 'vitest';
import { commandOf } from './keys.ts';
import { placeOf } from './route.ts';

/** an element that matches when the selector names one of its words */
const inside = (...words: string[]) => ({ closest: (selector: string) => selector.split(',').some((s) => words.includes(s.trim())) || null });

test('keys work on the page, whatever their case', () => {
  expect(commandOf(' ', null)).toBe('toggle');
  expect(commandOf('S', null)).toBe('step');
  expect(commandOf(',', inside())).toBe('settings');
  expect(commandOf('l', null)).toBe('link');
  expect(commandOf('?', inside())).toBe('help');
  expect(['1', '2', '3', '4', '5'].map((k) => commandOf(k, null))).toEqual(['arm-1', 'arm-2', 'arm-3', 'arm-4', null]);
  expect(commandOf('x', null)).toBeNull();
  expect(commandOf('Enter', null)).toBeNull();
});
test('a field keeps its letters and a button its Space', () => {
  expect(commandOf('1', inside('select'))).toBeNull();
  expect(commandOf('s', inside('textarea'))).toBeNull();
  expect(commandOf(' ', inside('button'))).toBeNull();
  expect(commandOf('s', inside('button'))).toBe('step');
});
test('places', () => {
  expect([placeOf('#/lab?v=1&gamma=3'), placeOf(''), placeOf('#/lab'), placeOf('#/about'), placeOf('#/about?x=1'), placeOf('#/aboutness'), placeOf('#/nowhere')]).toEqual([
    'lab',
    'lab',
    'lab',
    'about',
    'about',
    'lab',
    'lab',
  ]);
  expect([placeOf(''), placeOf('#/lab'), placeOf('#/about'), placeOf('#/about?x=1'), placeOf('#/aboutness'), placeOf('#/nowhere')]).toEqual(['lab', 'lab', 'about', 'about', 'lab', 'lab']);
  expect([placeOf('#/people'), placeOf('#/people/'), placeOf('#/people?x'), placeOf('#/peoples')]).toEqual(['people', 'people', 'people', 'lab']);
});
