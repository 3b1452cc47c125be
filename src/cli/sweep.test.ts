/** thaw sweep and thaw evidence as processes: killed, stopped, refused. */
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FinishedRun } from './sweep/record.ts';
import { readStore } from './sweep/store.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'thaw-sweep-'));
const tiny = ['--updates', '3', '--set', 'model=S', '--set', 'prompts=2', '--set', 'group=4', '--set', 'evalDialogues=8', '--jobs', '2'];

interface Done {
  code: number;
  stdout: string;
  stderr: string;
}
/** without the launcher, which would be killed in its stead */
function start(...args: string[]): { child: ChildProcess; done: Promise<Done> } {
  const child = spawn(process.execPath, ['dist-cli/thaw.js', ...args], { cwd: root });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (d) => (out.stdout += String(d)));
  child.stderr.on('data', (d) => (out.stderr += String(d)));
  return { child, done: new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, ...out }))) };
}
const thaw = (...args: string[]) => start(...args).done;

async function until(what: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!what()) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((r) => setTimeout(r, 5));
  }
}
const linesOf = (file: string): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0);
const finished = (file: string): FinishedRun[] => [...readStore(file).records.values()] as FinishedRun[];

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/thaw.mjs', '--build'], { cwd: root });
});

describe('a sweep', { timeout: 180_000 }, () => {
  const args = (file: string) => ['sweep', '--over', 'evalEvery=1,3', '--over', 'gamma=1,16', '--arm', 'single', '--seeds', '1-3', ...tiny, '--series', '--out', file];
  const whole = join(folder, 'whole.jsonl');

  test('writes a line a run and a table; evaluating more often changes nothing of training', async () => {
    const r = await thaw(...args(whole));
    expect(r).toMatchObject({ code: 0 });
    expect(r.stdout.split('\n')[0]).toBe('arm     evalEvery  gamma  train  held-out   real  entropy');
    expect(r.stdout.trimEnd().split('\n')).toHaveLength(5);
    const runs = finished(whole);
    expect(runs).toHaveLength(4);
    for (const gamma of [1, 16]) {
      const [often, seldom] = [1, 3].map((every) => runs.find((x) => x.settings.gamma === gamma && x.settings.evalEvery === every)!);
      expect(often!.series!['success.heldout']!.update).toEqual([0, 1, 2, 3]);
      expect(seldom!.series!['success.heldout']!.update).toEqual([0, 3]);
      for (const name of ['success.train', 'policy.entropy', 'loss', 'grad.norm', 'sim.epsBar']) expect(seldom!.series![name]).toEqual(often!.series![name]);
      expect(seldom!.ends['success.heldout']!.end).toEqual(often!.ends['success.heldout']!.end);
    }
  });

  test('killed and started again it ends with the same numbers', async () => {
    const file = join(folder, 'killed.jsonl');
    const first = start(...args(file));
    await until(() => linesOf(file) >= 1);
    // meanwhile nobody else may write the file
    const second = await thaw(...args(file));
    if (linesOf(file) < 4) expect(second).toMatchObject({ code: 2, stderr: expect.stringMatching(/is being written by process/) as string });
    first.child.kill('SIGKILL');
    await first.done;
    const kept = linesOf(file);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"key":"thaw-half of a line`);
    const r = await thaw(...args(file));
    expect(r.code).toBe(0);
    expect(r.stderr).toContain(`${kept} of 4 runs are in`);
    expect(existsSync(`${file}.lock`)).toBe(false);
    const digests = (f: string) => Object.fromEntries(finished(f).map((x) => [x.key, x.digest]));
    expect(digests(file)).toEqual(digests(whole));
    expect(linesOf(file)).toBe(4);
  });

  test('Ctrl+C stops it cleanly', async () => {
    const file = join(folder, 'stopped.jsonl');
    const long = start('sweep', '--over', 'updates=2,2000', '--arm', 'single', '--seeds', '1', ...tiny.slice(2, -2), '--jobs', '1', '--out', file);
    await until(() => linesOf(file) === 1);
    long.child.kill('SIGINT');
    const r = await long.done;
    expect(r.code).toBe(130);
    expect(r.stderr).toMatch(/stopped; 1 of 2 runs are in .* the same command does the rest/);
    expect(r.stdout).toContain('not run');
    expect(existsSync(`${file}.lock`)).toBe(false);
    expect(finished(file)).toHaveLength(1);
  });

  test('a run that fails: exit code 1, and which it was', async () => {
    const file = join(folder, 'failed.jsonl');
    const big = ['--set', 'prompts=64', '--set', 'group=32', '--set', 'evalDialogues=512', '--set', 'networks=shipped', '--updates', '1', '--seeds', '1-10', '--jobs', '1'];
    const r = await thaw('sweep', '--over', 'model=L', '--arm', 'single', ...big, '--out', file);
    expect(r.code).toBe(1);
    expect(r.stderr).toMatch(/1 of 1 runs failed: single model=L: seeds 1,2,.*buffer/);
    expect(finished(file)[0]).toMatchObject({ arm: 'single', error: expect.stringMatching(/buffer/) as string });
  });

  const foreign = join(folder, 'foreign.jsonl');
  writeFileSync(foreign, '{"mine": true}\n');
  test.each([
    ['no file', ['sweep', '--over', 'gamma=1'], /--out FILE.jsonl is missing/],
    ['a bad value', ['sweep', '--over', 'gamma=1,21', '--out', foreign], /gamma: must be a whole number from 1 to 20/],
    ['too many runs', ['sweep', '--over', `updates=${Array.from({ length: 1001 }, (_, i) => i + 1).join()}`, '--out', foreign], /at most 1000/],
    ['no threads', ['sweep', '--jobs', '0', '--out', foreign], /--jobs 0: must be/],
    ['a file that is not a sweep', ['sweep', '--over', 'gamma=1', '--out', foreign], /is not the file of a sweep/],
    ['a folder that is not there', ['sweep', '--out', join(folder, 'no/such/file')], /no such file/],
    ['a folder', ['sweep', '--out', folder], /is a folder/],
    ['an unknown study', ['evidence', '--only', 'everything'], /--only everything: no such study; studies are main, check/],
  ])('%s: one line, exit 2', async (_, wrong, message) => {
    const r = await thaw(...wrong);
    expect(r).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) as string });
    expect(r.stderr.trim().split('\n')).toHaveLength(1);
    expect(readFileSync(foreign, 'utf8')).toBe('{"mine": true}\n');
  });

  test('a rehearsal of one study writes results and page', async () => {
    const docs = join(folder, 'docs');
    const r = await thaw('evidence', '--rehearse', docs, '--only', 'population', '--jobs', '2');
    expect(r.code).toBe(0);
    expect(finished(join(docs, 'evidence/results.jsonl'))).toHaveLength(3);
    const page = readFileSync(join(docs, 'EVIDENCE.md'), 'utf8');
    expect(page).toContain('population 10');
    expect(r.stdout).toContain('incomplete: main,');
    expect(await thaw('evidence', '--rehearse', docs, '--report')).toMatchObject({ code: 0 });
    expect(readFileSync(join(docs, 'EVIDENCE.md'), 'utf8')).toBe(page);
  });
});
