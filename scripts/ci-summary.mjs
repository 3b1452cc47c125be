// @ts-check
// One closing line for all checks together: "N passed, N failed". A check without a report of single tests (type checking, lint ...) counts as one test.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ name: string, code: number, report?: string }} Step */

/** Counts of a vitest or Playwright JSON report, or null when there is none. @param {string} file @returns {Count | null} */
export function readReport(file) {
  if (!existsSync(file)) return null;
  const r = JSON.parse(readFileSync(file, 'utf8'));
  if (r.stats) return { passed: r.stats.expected + r.stats.flaky, failed: r.stats.unexpected };
  return { passed: r.numPassedTests, failed: r.numFailedTests };
}

/** @param {Step[]} steps @param {(file: string) => Count | null} [read] @returns {Count} */
export function summarise(steps, read = readReport) {
  const total = { passed: 0, failed: 0 };
  for (const step of steps) {
    const count = step.report ? read(step.report) : null;
    const ok = step.code === 0 && (!step.report || (count !== null && count.passed > 0));
    total.passed += count?.passed ?? (ok ? 1 : 0);
    // a runner that fails without a failed test (a file that does not load, a crash) or that ran nothing is a failure too
    total.failed += count?.failed || (ok ? 0 : 1);
  }
  return total;
}

/** @param {Count} count */
export const line = (count) => `${count.passed} passed, ${count.failed} failed`;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = 'test-results/steps.json';
  const count = existsSync(file) ? summarise(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 1 };
  console.log(line(count));
  process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;
}
