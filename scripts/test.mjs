// @ts-check
// `npm test`: every check, whatever the others said; those that only read the sources run side by side. The last line is "N passed, N failed".
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { line, summarise } from './ci-summary.mjs';
import { ensureChrome, howToInstall } from './find-chrome.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });

/** @type {import('./ci-summary.mjs').Step[][]} */
const checks = [
  [
    { name: 'typecheck', code: 0 },
    { name: 'lint', code: 0 },
    { name: 'format', code: 0 },
  ],
  [{ name: 'test:unit', code: 0, report: 'test-results/unit.json' }],
  [{ name: 'build', code: 0 }],
  [{ name: 'build:cli', code: 0 }],
  [{ name: 'e2e', code: 0, report: 'test-results/e2e.json' }],
];

const chrome = ensureChrome();
if (!chrome) {
  console.error(howToInstall());
  console.log('0 passed, 1 failed');
  process.exit(2);
}
console.log(`browser: ${chrome}`);
const env = { ...process.env, CHROME_PATH: chrome };

/**
 * One check; beside others its output is held back until it is done, so that lines do not mix.
 * @param {import('./ci-summary.mjs').Step} check @param {boolean} alone
 * @returns {Promise<import('./ci-summary.mjs').Step>}
 */
function run(check, alone) {
  const start = Date.now();
  const child = spawn('npm', ['run', '--silent', check.name], {
    stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env,
  });
  let held = '';
  for (const out of [child.stdout, child.stderr]) out?.setEncoding('utf8').on('data', (text) => (held += text));
  if (alone) console.log(`\n--- ${check.name}`);
  return new Promise((resolve) => {
    const end = (/** @type {number} */ code) => {
      if (!alone) console.log(`\n--- ${check.name}\n${held.trimEnd()}`);
      console.log(`--- ${check.name}: ${code === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
      resolve({ ...check, code });
    };
    child.once('error', (e) => {
      held += e.message;
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/** @type {import('./ci-summary.mjs').Step[]} */
const done = [];
for (const group of checks) done.push(...(await Promise.all(group.map((check) => run(check, group.length === 1)))));
writeFileSync('test-results/steps.json', JSON.stringify(done));
const count = summarise(done);
const failed = done.filter((d) => d.code !== 0).map((d) => d.name);
if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`);
console.log(line(count));
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;
