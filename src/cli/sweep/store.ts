/** A sweep's file: JSON lines that are only ever appended. A half-written last line is dropped, everything else stays byte for byte. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { UsageError } from '../errors.ts';
import { reasonOf } from '../output.ts';
import type { RunRecord } from './record.ts';
import { isFinished, LINE_START, lineOf, parseRecord } from './record.ts';

export interface Contents {
  /** the newest of each key; a finished one is never replaced by one that failed */
  readonly records: Map<string, RunRecord>;
  /** numbers (from 1) of lines that are no record */
  readonly damaged: number[];
  /** bytes up to the end of the last whole line */
  readonly whole: number;
  /** the last line lacks only its line break */
  readonly unended: boolean;
}

/** Reads what a file holds. Throws UsageError when it is not a sweep's file. */
export function readContents(name: string, bytes: Buffer): Contents {
  const text = bytes.toString('utf8');
  const lines = text.split('\n');
  const last = lines.pop()!;
  const records = new Map<string, RunRecord>();
  const damaged: number[] = [];
  const add = (line: string): boolean => {
    const r = parseRecord(line);
    if (r && (isFinished(r) || !isFinished(records.get(r.key)))) {
      records.delete(r.key); // the newest comes last
      records.set(r.key, r);
    }
    return r !== null;
  };
  lines.forEach((line, i) => {
    if (!add(line) && line.trim() !== '') damaged.push(i + 1);
  });
  // killed while writing: the line may be whole but for its end, or stop anywhere
  const lastIsWhole = last !== '' && add(last);
  const half = !lastIsWhole && (last.startsWith(LINE_START) || LINE_START.startsWith(last));
  if (last !== '' && !lastIsWhole && !half) damaged.push(lines.length + 1);
  // one line of ours is enough, be it damaged
  if (records.size === 0 && damaged.length > 0 && !damaged.some((n) => lines[n - 1]?.startsWith(LINE_START))) throw new UsageError(`${name}: is not the file of a sweep; it is left as it is`);
  const whole = half ? bytes.lastIndexOf(10) + 1 : bytes.length;
  return { records, damaged, whole, unended: last !== '' && !half };
}

/** Contents of a file that may not exist yet. Throws UsageError when it cannot be read. */
export function readStore(file: string): Contents {
  let bytes: Buffer;
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) throw new UsageError(`${file}: is a folder`);
    // a device may be endless, and keeps nothing
    if (stat && !stat.isFile()) throw new UsageError(`${file}: is not a file`);
    bytes = readFileSync(file);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'ENOENT') throw e instanceof UsageError ? e : new UsageError(`${file}: cannot be read: ${reasonOf(e)}`);
    bytes = Buffer.alloc(0);
  }
  return readContents(file, bytes);
}

export interface Store {
  readonly contents: Contents;
  /** Returns when the line is on the disk. */
  append(record: RunRecord): void;
  close(): void;
}

/** Opens for appending; the caller holds the lock. */
export function openStore(file: string): Store {
  const contents = readStore(file);
  let fd: number;
  try {
    fd = openSync(file, 'a');
  } catch (e) {
    throw new UsageError(`${file}: cannot be written: ${reasonOf(e)}`);
  }
  ftruncateSync(fd, contents.whole);
  const write = (text: string) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  };
  if (contents.unended) write('\n');
  return { contents, append: (record) => write(lineOf(record)), close: () => closeSync(fd) };
}
