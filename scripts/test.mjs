// @ts-check
// `npm test`: every check in turn, whatever the ones before it said; the last line is "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { line, summarise } from './ci-summary.mjs';
import { ensureChrome, howToInstall } from './find-chrome.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });

/** @type {import('./ci-summary.mjs').Step[]} */
const checks = [
  { name: 'typecheck', code: 0 },
  { name: 'lint', code: 0 },
  { name: 'format', code: 0 },
  { name: 'test:unit', code: 0, report: 'test-results/unit.json' },
  { name: 'build', code: 0 },
  { name: 'build:cli', code: 0 },
  { name: 'e2e', code: 0, report: 'test-results/e2e.json' },
];

const chrome = ensureChrome();
if (!chrome) {
  console.error(howToInstall());
  console.log('0 passed, 1 failed');
  process.exit(2);
}
console.log(`browser: ${chrome}`);

const done = [];
for (const check of checks) {
  const start = Date.now();
  console.log(`\n--- ${check.name}`);
  const { status } = spawnSync('npm', ['run', '--silent', check.name], { stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, CHROME_PATH: chrome } });
  done.push({ ...check, code: status ?? 1 });
  console.log(`--- ${check.name}: ${status === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
writeFileSync('test-results/steps.json', JSON.stringify(done));
const count = summarise(done);
const failed = done.filter((d) => d.code !== 0).map((d) => d.name);
if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`);
console.log(line(count));
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;
