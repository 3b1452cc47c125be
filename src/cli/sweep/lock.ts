/** One writer a file: a lock file beside it names the process. One that was left behind by a killed process is detected and replaced. */
import { linkSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { reasonOf } from '../output.ts';

/** `born`: when the process began, in the kernel's ticks, where /proc says so; another process may have been given the same number since */
const schema = z.object({ pid: z.number(), host: z.string(), born: z.string().nullable() });

/** State and birth of a process from /proc, null where there is none to read. */
function processStat(pid: number): { state: string; born: string } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' '); // the name may hold spaces
    return { state: fields[0]!, born: fields[19]! };
  } catch {
    return null;
  }
}

function isAlive(pid: number, born: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = processStat(pid);
  return !stat || (stat.state !== 'Z' && (born === null || stat.born === born)); // a zombie has ended
}

/** The file itself, whatever link leads to it. */
function resolved(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file; // not there yet
  }
}

/** Takes the lock of `file` or throws UsageError; returns what gives it back. */
export function takeLock(file: string): () => void {
  const lock = `${resolved(file)}.lock`;
  const own = `${lock}.${process.pid}`;
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), born: processStat(process.pid)?.born ?? null });
  try {
    writeFileSync(own, mine);
  } catch (e) {
    throw new UsageError(`${file}: cannot be written: ${reasonOf(e)}`);
  }
  try {
    // a link appears with its content, and fails when the lock is there: no moment in which it is empty, or two hold it
    for (let tries = 0; ; tries++) {
      try {
        linkSync(own, lock);
        break;
      } catch (e) {
        if ((e as NodeJS.ErrnoException).code !== 'EEXIST' || tries === 3) throw e;
        removeStale(file, lock);
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
  const release = () => {
    process.off('exit', release);
    if (readText(lock) === mine) rmSync(lock, { force: true });
  };
  process.on('exit', release);
  return release;
}

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

function removeStale(file: string, lock: string): void {
  const text = readText(lock);
  if (text === null) return; // given back meanwhile
  let holder: z.infer<typeof schema>;
  try {
    holder = schema.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${file}: ${lock} is not a lock of this program; remove it if nothing else writes the file`);
  }
  if (holder.host !== hostname()) throw new UsageError(`${file}: is being written by process ${holder.pid} on ${holder.host}; if that has ended, remove ${lock}`);
  if (isAlive(holder.pid, holder.born)) throw new UsageError(`${file}: is being written by process ${holder.pid}; wait for it, or choose another file`);
  // moved aside first: of two that find the same stale lock only one moves it, and one that moved a new lock by mistake puts it back
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  try {
    if (readText(aside) !== text) linkSync(aside, lock);
  } finally {
    rmSync(aside, { force: true });
  }
}
