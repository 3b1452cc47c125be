import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOutput, writableFolder } from './output.ts';

const folder = mkdtempSync(join(tmpdir(), 'thaw-output-'));
const file = join(folder, 'file');
writeFileSync(file, 'earlier');

test('a folder is made with those above it, and nothing is left in it', () => {
  const deep = join(folder, 'a/b/c');
  writableFolder('--out', deep);
  writableFolder('--out', deep);
  expect(readdirSync(deep)).toEqual([]);
});

test.each([
  // where Node's own way of making folders never ends
  ['/proc/foo', /^--out \/proc\/foo: cannot be written: no such file or folder$/],
  ['/proc/foo/bar', /^--out \/proc\/foo\/bar: cannot be written/],
  ['/proc', /^--out \/proc: cannot be written/],
  [file, /: is a file, not a folder$/],
  [join(file, 'below'), /: cannot be written: a part of the path is a file/],
])('%s is no folder to write into', (path, message) => {
  expect(() => writableFolder('--out', path)).toThrow(message);
});

test.each([
  [folder, /: is a folder$/],
  ['/dev/null', /: is not a file$/],
  [join(folder, 'no/such/x.json'), /: cannot be written: no such file or folder$/],
  ['/proc/x.json', /^--json \/proc\/x.json: cannot be written/],
  [join(file, 'x.json'), /: cannot be written: a part of the path is a file/],
  [join(folder, 'x'.repeat(300)), /: cannot be written: the name is too long$/],
])('%s is no file to write', (path, message) => {
  expect(() => openOutput('--json', path)).toThrow(message);
});

test('an earlier file stays until the new one is whole; a link stays a link', () => {
  const link = join(folder, 'link');
  symlinkSync(file, link);
  const before = readdirSync(folder).length;
  const out = openOutput('--json', link);
  expect(readFileSync(file, 'utf8')).toBe('earlier');
  out.write('later');
  expect(readFileSync(file, 'utf8')).toBe('later');
  expect(readFileSync(link, 'utf8')).toBe('later');
  openOutput('--json', join(folder, 'new'));
  expect(existsSync(join(folder, 'new'))).toBe(false);
  expect(readdirSync(folder)).toHaveLength(before);
});
