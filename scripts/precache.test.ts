import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheControl } from './caching.mjs';
import { MAX_BYTES, precacheList } from './precache.mjs';

test('the service worker keeps every file of the page, by content, and neither source maps nor itself', () => {
  const dist = mkdtempSync(join(tmpdir(), 'thaw-dist-'));
  for (const folder of ['assets', 'models']) mkdirSync(join(dist, folder));
  const files = ['index.html', 'sw.js', 'icon.svg', 'assets/a-1.js', 'assets/a-1.js.map', 'models/policy.safetensors', '.DS_Store'];
  for (const f of files) writeFileSync(join(dist, f), f);
  writeFileSync(join(dist, 'assets/huge.wasm'), new Uint8Array(MAX_BYTES + 1));
  const warned: string[] = [];
  const list = precacheList(dist, (m) => warned.push(m));
  expect(list.map((e) => e.url)).toEqual(['assets/a-1.js', 'icon.svg', 'index.html', 'models/policy.safetensors']);
  expect(warned).toEqual([expect.stringContaining('assets/huge.wasm')]);
  const before = list.find((e) => e.url === 'index.html')?.revision;
  writeFileSync(join(dist, 'index.html'), 'changed');
  expect(precacheList(dist).find((e) => e.url === 'index.html')?.revision).not.toBe(before);
});

test('files named by their content are kept for good, everything else is asked for again', () => {
  expect(cacheControl('/assets/index-AbC123.js')).toBe('public, max-age=31536000, immutable');
  expect(cacheControl('/assets/worker-x_1.js?v=2')).toMatch(/immutable/);
  for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/models/manifest.json', '/assets/../sw.js']) expect(cacheControl(path)).toBe('no-cache');
});
