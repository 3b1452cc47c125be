import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'thaw-lock-'));
let files = 0;
const newFile = () => join(folder, `${files++}.jsonl`);
const lockOf = (file: string, pid: number, host = hostname(), born: string | null = null) => writeFileSync(`${file}.lock`, JSON.stringify({ pid, host, born }));

test('one writer a file; given back it can be taken again', () => {
  const file = newFile();
  const release = takeLock(file);
  expect(() => takeLock(file)).toThrow(`${file}: is being written by process ${process.pid}`);
  release();
  expect(existsSync(`${file}.lock`)).toBe(false);
  takeLock(file)();
});

test('the lock of a process that lives is respected, whoever it is', () => {
  const file = newFile();
  const other = spawn('sleep', ['60']);
  lockOf(file, other.pid!);
  expect(() => takeLock(file)).toThrow(/is being written by process/);
  other.kill('SIGKILL');
});

test('the lock of a process that has ended is replaced', () => {
  const file = newFile();
  lockOf(file, spawnSync('true').pid);
  const release = takeLock(file);
  expect((JSON.parse(readFileSync(`${file}.lock`, 'utf8')) as { pid: number }).pid).toBe(process.pid);
  release();
  expect(readdirSync(folder).filter((f) => f.startsWith(file.slice(folder.length + 1)))).toEqual([]);
});

test.runIf(existsSync('/proc/self/stat'))('a process number that was given to another process since is no lock', () => {
  const file = newFile();
  lockOf(file, process.pid, hostname(), '1');
  takeLock(file)();
});

test('what cannot be judged is left to the person', () => {
  const file = newFile();
  lockOf(file, 1, 'another-machine');
  expect(() => takeLock(file)).toThrow(/on another-machine; if that has ended, remove/);
  writeFileSync(`${file}.lock`, 'mine');
  expect(() => takeLock(file)).toThrow(/is not a lock of this program/);
  expect(() => takeLock(join(folder, 'no/such/file'))).toThrow(/no such file/);
});
