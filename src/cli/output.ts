/** Where results go. Whether a path can be written is found out before the work; files are written aside and renamed, so that an earlier result is replaced only by a whole one. */
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'a link in it leads back to itself',
};
/** Why the system refused, in words. */
export const reasonOf = (e: unknown): string => REASONS[String((e as NodeJS.ErrnoException | null)?.code)] ?? (e instanceof Error ? e.message : String(e));

const refused = (flag: string, path: string, why: string): UsageError => new UsageError(`${flag} ${path}: ${why}`);
const tried = <T>(flag: string, path: string, f: () => T): T => {
  try {
    return f();
  } catch (e) {
    throw refused(flag, path, `cannot be written: ${reasonOf(e)}`);
  }
};

/** A folder that files can be written into, made with those above it where there is none. Throws UsageError, naming `flag`. */
export function writableFolder(flag: string, path: string): void {
  tried(flag, path, () => {
    // one at a time: Node's own `recursive` never comes back from a file system, such as /proc, that takes no folders
    const missing: string[] = [];
    for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const folder of missing) mkdirSync(folder);
  });
  if (!statSync(path).isDirectory()) throw refused(flag, path, 'is a file, not a folder');
  const probe = join(path, `.thaw-${process.pid}`);
  tried(flag, path, () => {
    writeFileSync(probe, '');
    rmSync(probe);
  });
}

export interface Output {
  readonly write: (text: string) => void;
}

/** A file to be written at the end. Throws UsageError, naming `flag`, when that will not be possible. */
export function openOutput(flag: string, path: string): Output {
  const there = tried(flag, path, () => statSync(path, { throwIfNoEntry: false }));
  if (there?.isDirectory()) throw refused(flag, path, 'is a folder');
  // a rename would put a file in the place of the device
  if (there && !there.isFile()) throw refused(flag, path, 'is not a file');
  const target = there ? realpathSync(path) : path;
  const aside = `${target}.tmp-${process.pid}`;
  // nothing is left beside the target while the work goes on: it may be killed
  tried(flag, path, () => {
    writeFileSync(aside, '');
    rmSync(aside);
  });
  return {
    write(text) {
      try {
        writeFileSync(aside, text);
        renameSync(aside, target);
      } catch (e) {
        rmSync(aside, { force: true });
        throw new Error(`${flag} ${path}: could not be written: ${reasonOf(e)}`, { cause: e });
      }
    },
  };
}
