import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eager, staticImports } from './eager.mjs';

test('static imports are found in minified code, dynamic ones are not', () => {
  expect(staticImports('import{a as b,c}from"./x-1.js";import"./y.js";const z=()=>import("./lazy.js");export{d}from`./w.js`;import e,{f}from\'./v.js\';')).toEqual([
    './x-1.js',
    './y.js',
    './w.js',
    './v.js',
  ]);
});

test('everything index.html needs at once is counted, each file once', () => {
  const dist = mkdtempSync(join(tmpdir(), 'thaw-eager-'));
  mkdirSync(join(dist, 'assets'));
  const put = (name: string, text: string): void => writeFileSync(join(dist, name), text);
  put(
    'index.html',
    '<script type="module" crossorigin src="./assets/a.js"></script><link rel="modulepreload" href="./assets/b.js"><link rel="stylesheet" href="./assets/a.css"><link rel="icon" href="./i.svg">',
  );
  put('assets/a.js', 'import"./b.js";import{x}from"./c.js";import("./lazy.js")');
  put('assets/b.js', 'export const x=1');
  put('assets/c.js', 'import"./b.js"');
  put('assets/lazy.js', 'x');
  put('assets/a.css', 'a{}');
  const found = eager(dist);
  expect(Object.keys(found.js).sort()).toEqual(['assets/a.js', 'assets/b.js', 'assets/c.js']);
  expect(Object.keys(found.css)).toEqual(['assets/a.css']);
  expect(found.js['assets/b.js']).toBeGreaterThan(20);
});
