import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { EVIDENCE_FILE, evidenceSummary } from '../../train/evidence-summary.ts';
import { ARMS } from '../../train/settings.ts';
import { keyOf } from '../sweep/record.ts';
import { readStore } from '../sweep/store.ts';
import { madeUp, ORIGIN } from '../testing/made-up.ts';
import { pageFrom, summaryFrom } from './page.ts';
import { resultsFrom } from './results.ts';
import { rehearsed, specsOf, STUDIES } from './studies.ts';

const specs = STUDIES.flatMap(specsOf);
const records = specs.map((s) => madeUp(s));
const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
const file = `${docs}evidence/results.jsonl`;

test.skipIf(!existsSync(file))('docs/EVIDENCE.md is what the results say', () => {
  expect(readFileSync(`${docs}EVIDENCE.md`, 'utf8'), 'run npm run evidence -- --report').toBe(pageFrom([...readStore(file).records.values()]));
});

test.skipIf(!existsSync(file))('so is the summary that the lab shows', () => {
  const summary: unknown = JSON.parse(readFileSync(`${docs}../public/${EVIDENCE_FILE}`, 'utf8'));
  expect(evidenceSummary.parse(summary), 'run npm run evidence -- --report').toEqual(summaryFrom([...readStore(file).records.values()]));
});

test('the studies: every arm in main, every run once, nothing run twice under another name', () => {
  expect(specsOf(STUDIES[0]!).map((s) => s.settings.arm)).toEqual(ARMS);
  expect(new Set(specs.map((s) => keyOf(s.settings, ORIGIN))).size).toBe(specs.length);
  expect(
    new Set(
      rehearsed(STUDIES)
        .flatMap(specsOf)
        .map((s) => keyOf(s.settings, ORIGIN)),
    ).size,
  ).toBe(specs.length);
  expect(specs.length - ARMS.length).toBe(32);
});

test('the page of complete results', () => {
  const page = pageFrom(records);
  for (const { title, question } of STUDIES) expect(page).toContain(`## ${title}\n\n${question}`);
  for (const arm of ARMS) expect(page).toContain(`\`${arm}\``);
  expect(page).toContain('Engine version 7');
  expect(page).toContain(ORIGIN.models);
  expect(page).toContain(`${specs.length} runs`);
  expect(page).not.toMatch(/Incomplete|NaN|undefined|Infinity|not decided/);
  expect(page).toContain("## The paper's, not the lab's");
  // nothing of the paper's stands among the lab's tables
  expect(page.indexOf('Qwen3-4B')).toBeGreaterThan(page.indexOf("## The paper's, not the lab's"));
  expect(pageFrom([...records].reverse())).toBe(page);
});

test('an incomplete study says what is lacking, and why', () => {
  const { key, arm, settings, engine, models } = records.find((r) => r.settings.vsK === 7)!;
  const partial = records.filter((r) => r.settings.vsK !== 7 && r.settings.seeds !== '11-15');
  const page = pageFrom([...partial, { key, arm, settings, engine, models, seconds: 1, error: 'training diverged' }]);
  expect(page).toContain('**Incomplete:** check (4 of 4 runs are lacking), lists (1 of 6 runs are lacking).');
  expect(page).toContain('Incomplete: `verbalized vsK=7 vsDraw=prob` failed (training diverged) is lacking.');
  expect(page).not.toMatch(/NaN|undefined/);
});

test('no results at all make a page, too', () => {
  const page = pageFrom([]);
  expect(page).toContain('There are no results yet');
  expect(page).not.toMatch(/NaN|undefined|\*\*comes out|\*\*does not/);
});

test('numbers of two engines never meet: the newest counts', () => {
  const newer = { ...ORIGIN, engine: { ...ORIGIN.engine, version: 8 } };
  const main = specsOf(STUDIES[0]!).map((s) => madeUp(s, {}, { origin: newer }));
  const r = resultsFrom(STUDIES, [...main, ...records]);
  expect(r.origin?.engine.version).toBe(8);
  expect(r).toMatchObject({ runs: main.length, others: records.length });
  expect(r.studies.find((s) => s.study.id === 'check')!.rows).toEqual([]);
});
