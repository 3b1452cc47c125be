import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madeUp, ORIGIN } from '../testing/made-up.ts';
import { gridFrom } from './grid.ts';
import type { FailedRun } from './record.ts';
import { canonical, isFinished, keyOf, lineOf, parseRecord } from './record.ts';
import { openStore, readContents, readStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'thaw-store-'));
let files = 0;
const fileWith = (text: string): string => {
  const file = join(folder, `${files++}.jsonl`);
  writeFileSync(file, text);
  return file;
};
const specs = gridFrom({ over: ['gamma=1,2,3'], arms: ['single'], seeds: '1-2' });
const records = specs.map((s) => madeUp(s));
const [one, two, three] = records.map(lineOf) as [string, string, string];
const text = (file: string) => readFileSync(file, 'utf8');

test('a record survives the file, and is refused when its settings are not those of its key', () => {
  expect(parseRecord(one)).toEqual(records[0]);
  expect(parseRecord(one.replace('"gamma":1', '"gamma":2'))).toBeNull();
  const broken = madeUp(specs[0]!, { train: NaN });
  expect(parseRecord(lineOf(broken))).toEqual(broken);
});

test('the key depends on settings, engine and networks, not on how seeds are written', () => {
  const { settings } = specs[0]!;
  expect(canonical({ ...settings, seeds: '1,2' })).toBe(canonical(settings));
  const reversed = Object.fromEntries(Object.entries(settings).reverse()) as typeof settings;
  expect(keyOf(reversed, ORIGIN)).toBe(keyOf(settings, ORIGIN));
  const others = [keyOf({ ...settings, updates: 3 }, ORIGIN), keyOf(settings, { ...ORIGIN, models: 'x' }), keyOf(settings, { ...ORIGIN, engine: { ...ORIGIN.engine, version: 8 } })];
  expect(new Set([keyOf(settings, ORIGIN), ...others]).size).toBe(4);
});

test('killed while writing: cut at any byte of the last line, nothing else is lost', () => {
  for (const before of [one, '']) {
    for (let cut = 0; cut <= three.length; cut++) {
      const read = readContents('file', Buffer.from(before + three.slice(0, cut)));
      // only the line break was missing: the run is whole
      const kept = cut >= three.length - 1;
      expect([...read.records.keys()], `cut at ${cut}`).toEqual([...(before ? records.slice(0, 1) : []), ...(kept ? [records[2]!] : [])].map((r) => r.key));
      expect(read.damaged).toEqual([]);
      expect(read.whole).toBe(before.length + (kept ? cut : 0));
      if (cut % 100 !== 0 && cut < three.length - 2) continue; // the disk is slow
      const file = fileWith(before + three.slice(0, cut));
      const store = openStore(file);
      if (!kept) store.append(records[2]!);
      store.close();
      expect(text(file)).toBe(before + three);
    }
  }
});

test('damaged lines elsewhere stay byte for byte and are named', () => {
  const half = two.slice(0, 300);
  const before = `${one}${half}\n${three}note of a person`;
  const file = fileWith(before);
  const store = openStore(file);
  expect(store.contents.damaged).toEqual([2, 4]);
  expect([...store.contents.records.keys()]).toEqual([records[0]!.key, records[2]!.key]);
  store.append(records[1]!);
  store.close();
  expect(text(file)).toBe(`${before}\n${two}`);
  expect([...readStore(file).records.keys()]).toEqual([records[0]!.key, records[2]!.key, records[1]!.key]);
});

test.each([
  ['digest', 'd'.repeat(64), 'x'.repeat(64)],
  ['digest', 'd'.repeat(64), 'd'.repeat(63)],
  ['digest', 'd'.repeat(64), 'D'.repeat(64)],
  ['digest', 'd'.repeat(64), ''],
  ['models', ORIGIN.models, 'x'.repeat(64)],
  ['models', ORIGIN.models, `${ORIGIN.models}0`],
])('a line whose %s is no hash is named as damaged: %#', (field, before, after) => {
  // the key is that of the line, so that nothing else is wrong with it
  const origin = field === 'models' ? { ...ORIGIN, models: after } : ORIGIN;
  const line = two.replace(`"${field}":"${before}"`, `"${field}":"${after}"`).replace(records[1]!.key, keyOf(specs[1]!.settings, origin));
  expect(line).not.toBe(two);
  const read = readContents('file', Buffer.from(one + line + three));
  expect(read.damaged).toEqual([2]);
  expect([...read.records.keys()]).toEqual([records[0]!.key, records[2]!.key]);
});

test('a file of which one damaged line is left is still ours', () => {
  expect(readStore(fileWith(`${one.slice(0, 200)}\n`)).damaged).toEqual([1]);
});

test.each(['hello', 'hello\n', '{"config":{},"series":{}}\n', '[1]', `\u0000\u0001\n${'x'.repeat(99)}`])('%j is not the file of a sweep and is left alone', (other) => {
  const file = fileWith(other);
  expect(() => openStore(file)).toThrow(/is not the file of a sweep; it is left as it is/);
  expect(text(file)).toBe(other);
});

test('a folder, or a file in no folder', () => {
  expect(() => openStore(folder)).toThrow(/is a folder/);
  expect(() => openStore(join(folder, 'no/such/file'))).toThrow(/no such file/);
});

test('a failed run is replaced by a finished one, never the other way round', () => {
  const { key, arm, settings, engine, models } = records[0]!;
  const failed: FailedRun = { key, arm, settings, engine, models, seconds: 1, error: 'training diverged' };
  const file = fileWith(lineOf(failed));
  expect(isFinished(readStore(file).records.get(key))).toBe(false);
  appendFileSync(file, one);
  appendFileSync(file, lineOf(failed));
  expect(isFinished(readStore(file).records.get(key))).toBe(true);
});
