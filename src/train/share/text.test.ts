import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainNotes, plainText } from './text.ts';

const RANGES: [number, number][] = [
  [0x200b, 0x200f],
  [0x2060, 0x2064],
  [0xfeff, 0xfeff],
  [0xad, 0xad],
];
const ZERO_WIDTH = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)));

test('a name of characters without width alone is empty', () => {
  for (const c of ZERO_WIDTH) expect(plainText(` ${c}${c} ${c}`, 60), c.codePointAt(0)!.toString(16)).toBe('');
  expect(plainText(ZERO_WIDTH.join(''), 60)).toBe('');
  expect(plainText('\u3164\ufe0f\u200d', 60)).toBe('');
});

test('they are dropped between letters; emoji and scripts that need a joiner keep theirs', () => {
  expect(plainText('c\u200bo\u00adl\u2060l\u2063a\ufeffpse', 60)).toBe('collapse');
  for (const whole of ['👩🏽‍🔬', 'می\u200cخواهم', '❤️']) expect(plainText(whole, 60)).toBe(whole);
});

test('notes keep what was pasted, but for controls', () => {
  expect(plainNotes('soft\u00adhyphen\u200b\n\u202eback\u0000')).toBe('soft\u00adhyphen\u200b\nback ');
});

test('plain text is left as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.nat(80), (text, max) => {
      const once = plainText(text, max);
      expect(plainText(once, max)).toBe(once);
    }),
  );
});
