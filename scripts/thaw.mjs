// @ts-check
// The command line: brings the build up to date, then runs it in a process that finds a WebGPU driver. Nothing but the command's own output goes to stdout.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { swiftShaderEnv } from './gpu-env.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist-cli');
const entry = join(out, 'thaw.js');

/** Latest change below a path; folders count, since a removed file changes only its folder. @param {string} path @returns {number} */
function lastChange(path) {
  const s = statSync(path, { throwIfNoEntry: false }); // an editor may remove a file while we look
  if (!s) return 0;
  if (!s.isDirectory()) return s.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), s.mtimeMs);
}

function isStale() {
  if (!existsSync(entry)) return true;
  const built = statSync(entry).mtimeMs;
  return ['src', 'vite.cli.config.ts', 'package.json', 'package-lock.json'].some((path) => lastChange(join(root, path)) > built);
}

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((e) => (e.isFile() ? [join(e.parentPath ?? e.path, e.name)] : []));

/**
 * Builds aside, then renames file by file: names of chunks carry their hash, so a command that is already running keeps its own; the entry comes last.
 * The entry is dated to the start of the build, so that a change made meanwhile is noticed next time.
 */
async function build() {
  const start = new Date();
  const aside = join(out, `.build-${process.pid}`);
  try {
    // the build moves up one folder afterwards
    const sourcemapPathTransform = (/** @type {string} */ source) => source.replace(/^\.\.\//, '');
    const { build: viteBuild } = await import('vite');
    await viteBuild({ root, configFile: join(root, 'vite.cli.config.ts'), logLevel: 'silent', build: { outDir: aside, emptyOutDir: true, rolldownOptions: { output: { sourcemapPathTransform } } } });
    const files = filesBelow(aside).map((f) => f.slice(aside.length + 1));
    if (!files.includes('thaw.js')) throw new Error('the build made no thaw.js');
    utimesSync(join(aside, 'thaw.js'), start, start);
    for (const f of [...files.filter((name) => name !== 'thaw.js'), 'thaw.js']) {
      mkdirSync(dirname(join(out, f)), { recursive: true });
      renameSync(join(aside, f), join(out, f));
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** @param {string[]} args */
function launch(args) {
  const child = spawn(process.execPath, ['--enable-source-maps', entry, ...args], { stdio: 'inherit', env: { ...process.env, ...swiftShaderEnv() } });
  // a terminal sends Ctrl+C to both processes itself; the command must not get it twice
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`thaw: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
}

const args = process.argv.slice(2);
try {
  if (args[0] === '--build' || isStale()) await build();
  if (args[0] !== '--build') launch(args);
} catch (error) {
  console.error(`thaw: the command line could not be built.\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
