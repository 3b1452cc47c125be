// @ts-check
// A vite plugin: once the page is built, the service worker is built beside it with the list of all its files and their hashes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** a larger file is not kept for offline use: it would be downloaded by every visitor */
export const MAX_BYTES = 4 * 1024 * 1024;

/** What is for developers, or is the worker itself. @param {string} url */
const leftOut = (url) => url.endsWith('.map') || url === 'sw.js' || url.split('/').some((part) => part.startsWith('.'));

/**
 * Every file below a folder as the service worker needs it, in order of name.
 * @param {string} folder
 * @param {(message: string) => void} [warn]
 * @returns {{ url: string, revision: string }[]}
 */
export function precacheList(folder, warn = () => undefined) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => join(e.parentPath ?? e.path, e.name))
    .map((path) => ({ path, url: relative(folder, path).split(sep).join('/') }))
    .filter(({ path, url }) => {
      if (leftOut(url)) return false;
      const fits = statSync(path).size <= MAX_BYTES;
      if (!fits) warn(`${url} is larger than ${MAX_BYTES} bytes and will not be there offline`);
      return fits;
    })
    .map(({ path, url }) => ({ url, revision: createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 20) }))
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** @returns {import('vite').Plugin} */
export function serviceWorker() {
  let outDir = '';
  return {
    name: 'thaw:service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      if (error || !outDir) return;
      const list = precacheList(outDir, (message) => this.warn(message));
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __PRECACHE__: JSON.stringify(list) },
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: { input: fileURLToPath(new URL('../src/sw.ts', import.meta.url)), output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      });
    },
  };
}
