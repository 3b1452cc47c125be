// @ts-check
// What a browser loads before the page can show anything: the entry, everything it imports statically, what the HTML preloads, and the styles.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

/** kB of compressed JavaScript that may be loaded before the lab starts */
export const EAGER_JS_KB = 250;

/** Paths that a module imports statically, also by re-export; never import(). @param {string} code @returns {string[]} */
export const staticImports = (code) => [...code.matchAll(/(?:^|[;}\s])(?:import|export)(?:[\w$*{}\s,]*?from)?\s*(["'`])(\.[^"'`]+)\1/g)].map((m) => String(m[2]));

/** Files of the built page `dist`, relative to it, and their compressed sizes in bytes. @param {string} dist @returns {{ js: Record<string, number>, css: Record<string, number> }} */
export function eager(dist) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const tags = [...html.matchAll(/<(script|link)\b[^>]*>/g)].map((m) => String(m[0]));
  const of = (/** @type {string} */ tag, /** @type {string} */ name) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const size = (/** @type {string} */ file) => gzipSync(readFileSync(join(dist, file))).length;
  /** @type {Record<string, number>} */
  const js = {};
  /** @type {Record<string, number>} */
  const css = {};
  const visit = (/** @type {string} */ file) => {
    if (file in js) return;
    js[file] = size(file);
    for (const path of staticImports(readFileSync(join(dist, file), 'utf8'))) visit(normalize(join(dirname(file), path)));
  };
  for (const tag of tags) {
    if (tag.startsWith('<script') && of(tag, 'src')) visit(normalize(of(tag, 'src')));
    else if (of(tag, 'rel') === 'modulepreload') visit(normalize(of(tag, 'href')));
    else if (of(tag, 'rel') === 'stylesheet') css[normalize(of(tag, 'href'))] = size(normalize(of(tag, 'href')));
  }
  return { js, css };
}
