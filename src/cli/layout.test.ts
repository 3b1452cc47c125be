import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columns, paragraph, WIDTH, wrapped } from './layout.ts';

const longest = (text: string): number => Math.max(...text.split('\n').map((l) => Array.from(l).length));

test('columns stand apart, whatever is in them', () => {
  expect(
    columns(
      [
        ['a', 'standardised-and-more', 'x'],
        ['bb', 'y', 'z'],
      ],
      2,
    ),
  ).toBe('  a   standardised-and-more  x\n  bb  y                      z');
});

test('a cell that is too wide goes on in the next line of its column', () => {
  const text = columns([['name', 'many '.repeat(30).trim(), 'end']]);
  const [first, second] = text.split('\n');
  expect(first).toMatch(/^name {2}many.*many {2,}end$/);
  expect(second).toMatch(/^ {6}many/);
});

test('never wider than the page, and no word is lost', () => {
  const cell = fc.array(fc.stringMatching(/^[a-z|γβ]{1,120}$/), { maxLength: 5 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }), fc.nat(8), (rows, indent) => {
      const text = columns(rows, indent);
      expect(longest(text)).toBeLessThanOrEqual(WIDTH);
      const letters = (s: string) => [...s.replace(/\s/g, '')].sort().join('');
      expect(letters(text)).toBe(letters(rows.flat().join('')));
    }),
  );
});

test('a paragraph hangs, and keeps what stands in brackets together', () => {
  const options = Array.from({ length: 20 }, (_, i) => `[--option${i} value]`).join(' ');
  const text = paragraph(`thaw run ${options}`, 0, 4);
  expect(longest(text)).toBeLessThanOrEqual(WIDTH);
  for (const line of text.split('\n').slice(1)) expect(line).toMatch(/^ {4}\[--option\d+ value\]/);
  expect(text.replace(/\n\s+/g, ' ')).toBe(`thaw run ${options}`);
  expect(wrapped('', 10)).toEqual([]);
});
