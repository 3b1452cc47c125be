/** The command line as a user meets it: exit codes, one clear line, clean stdout. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseRecorded } from '../train/recorded.ts';
import type { Series } from '../train/series.ts';
import { digestOf } from '../train/series.ts';
import { ARMS, SETTING_KEYS, SETTINGS } from '../train/settings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'thaw-'));

function thaw(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/thaw.mjs', ...args], { cwd: root }, (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }));
  });
}

describe('mistakes', { timeout: 60_000 }, () => {
  const half = join(folder, 'half.json');
  writeFileSync(half, readFileSync(join(root, 'e2e/fixtures/golden/xent-one.json'), 'utf8').slice(0, 5000));

  test.each([
    ['a command that does not exist', ['train'], /no command train; commands are run, /],
    ['a command mistyped', ['swep', '--help'], /no command swep; did you mean sweep\?/],
    ['a name that every object has', ['constructor'], /no command constructor/],
    ['an unknown flag', ['run', '--sedes', '1'], /--sedes: no such option; did you mean --seeds\?/],
    ['a flag given twice', ['run', '--seeds', '1', '--seeds', '2'], /--seeds: is given twice/],
    ['an unknown arm', ['run', '--arm', 'single,cotrian'], /arm: must be base, .* not cotrian; did you mean cotrain\?/],
    ['a bad range', ['run', '--set', 'gamma=0'], /gamma: must be/],
    ['an unknown backend', ['run', '--backend', 'tpu'], /--backend tpu/],
    ['no threads', ['run', '--threads', '0'], /--threads 0/],
    ['an arm twice', ['run', '--arm', 'single,single'], /named twice/],
    ['an empty results file', ['run', '--json', ''], /--json: a value is missing/],
    ['a setting given twice', ['run', '--updates', '1', '--set', 'updates=3'], /updates: the setting is given twice/],
    ['a folder as results file', ['run', '--json', folder], /is a folder/],
    ['golden without a file', ['golden'], /at least one file/],
    ['a missing file', ['golden', 'nowhere.json'], /nowhere.json: no such file/],
    ['a folder as golden file', ['golden', folder], /is a folder/],
    ['networks where no folder can be', ['pretrain', '--out', '/proc/foo'], /--out \/proc\/foo: cannot be written/],
    ['networks into a file', ['pretrain', '--out', half], /is a file, not a folder/],
    ['a recording where no folder can be', ['record', '--out', '/proc/foo/x.json'], /--out \/proc\/foo: cannot be written/],
    ['a rehearsal where no folder can be', ['evidence', '--rehearse', '/proc/foo'], /--rehearse \/proc\/foo\/evidence: cannot be written/],
    ['a device as results file', ['run', '--json', '/dev/null'], /is not a file/],
    ['half a file', ['golden', half], /not JSON/],
    ['a recording with other settings in the place of the default one', ['record', '--set', 'updates=3'], /--out/],
    ['a results file that cannot be written', ['run', '--json', join(folder, 'no/such/folder/x.json')], /--json/],
  ])('%s: one line, exit 2', async (_, args, message) => {
    const r = await thaw(...args);
    expect(r.code).toBe(2);
    expect(r.stdout).toBe('');
    expect(r.stderr).toMatch(message);
    expect(r.stderr.trim().split('\n')).toHaveLength(1);
  });

  test('--help names every command, arm and setting, with its name in links, within 100 columns', async () => {
    const r = await thaw('--help');
    expect(r.code).toBe(0);
    for (const word of ['run', 'sweep', 'evidence', 'record', 'golden', 'pretrain']) expect(r.stdout).toContain(`\nthaw ${word} `);
    for (const arm of ARMS) expect(r.stdout).toMatch(new RegExp(`^  ${arm} {2,}\\S`, 'm'));
    for (const key of SETTING_KEYS) expect(r.stdout).toMatch(new RegExp(`^  ${key} +${SETTINGS[key].short} {2,}\\S`, 'm'));
    for (const line of r.stdout.split('\n')) expect(Array.from(line).length).toBeLessThanOrEqual(100);
    const one = await thaw('help', 'golden');
    expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^thaw golden FILE/) as string });
    expect(one.stdout).not.toContain('thaw run');
  });

  test('Ctrl+C during a run: one line, and nothing is left beside the results file', { timeout: 120_000 }, async () => {
    const place = mkdtempSync(join(tmpdir(), 'thaw-stop-'));
    const child = spawn(process.execPath, ['dist-cli/thaw.js', 'run', '--json', join(place, 'x.json'), '--set', 'model=S'], { cwd: root });
    let stderr = '';
    child.stderr.on('data', (d) => (stderr += String(d)));
    child.stderr.once('data', () => child.kill('SIGINT'));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(130);
    expect(stderr).toMatch(/thaw: stopped; nothing was written\n$/);
    expect(readdirSync(place)).toEqual([]);
  });
});

test('record writes a small file that the page can read', { timeout: 120_000 }, async () => {
  const out = join(folder, 'recorded.json');
  const small = ['updates=3', 'seeds=1-2', 'model=S', 'prompts=2', 'group=4', 'evalEvery=2', 'evalDialogues=8', 'theoryEvery=0'].flatMap((pair) => ['--set', pair]);
  const r = await thaw('record', '--out', out, ...small);
  expect(r.stderr.split('\n').filter((l) => l.startsWith('thaw:'))).toEqual([]);
  expect(r.code).toBe(0);
  const recorded = parseRecorded(JSON.parse(readFileSync(out, 'utf8')));
  expect(recorded.settings).toMatchObject({ updates: 3, arms: ['single', 'verbalized', 'population'] });
  expect(recorded.arms.verbalized?.series['success.heldout']?.update).toEqual([0, 2, 3]);
  expect(Object.keys(recorded.arms.single?.series ?? {}).filter((name) => name.startsWith('sim.profile.'))).toHaveLength(4);
  expect(r.stdout).toContain(recorded.arms.single?.digest);
});

describe('a run', { timeout: 120_000 }, () => {
  const small = ['run', '--arm', 'single', '--seeds', '1-3', '--updates', '3', '--set', 'model=S', '--set', 'prompts=2', '--set', 'group=4', '--set', 'evalEvery=2', '--set', 'evalDialogues=8'];

  test('writes config, engine, digest and series, the same for any number of threads', async () => {
    const files = [1, 3].map((threads) => join(folder, `run-${threads}.json`));
    for (const [i, threads] of [1, 3].entries()) expect((await thaw(...small, '--threads', String(threads), '--json', files[i]!)).code).toBe(0);
    const [a, b] = files.map((f) => JSON.parse(readFileSync(f, 'utf8')) as { config: Record<string, unknown>; engine: Record<string, unknown>; digest: string; series: Series });
    expect(a!.config).toMatchObject({ arm: 'single', seeds: '1-3', updates: 3, model: 'S' });
    expect(a!.engine).toMatchObject({ backend: 'cpu' });
    expect(a!.series['success.heldout']).toMatchObject({ update: [0, 2, 3] });
    expect(a!.series['success.train']!.values[0]).toHaveLength(3);
    expect(a!.digest).toBe(digestOf(a!.series));
    expect(b!.digest).toBe(a!.digest);
    expect(b!.series).toEqual(a!.series);
  });

  test('several arms go into one file, each with its own digest', async () => {
    const file = join(folder, 'arms.json');
    const args = small.map((a) => (a === 'single' ? 'single,cotrain' : a));
    expect((await thaw(...args, '--json', file)).code).toBe(0);
    const r = JSON.parse(readFileSync(file, 'utf8')) as { config: { arms: string[] }; arms: Record<string, { digest: string; series: Series }> };
    expect(r.config.arms).toEqual(['single', 'cotrain']);
    expect(Object.keys(r.arms)).toEqual(['single', 'cotrain']);
    expect(r.arms.cotrain!.digest).toBe(digestOf(r.arms.cotrain!.series));
    // paired: the same policy meets the same evaluation before any update
    expect(r.arms.cotrain!.series['success.heldout']!.values[0]).toEqual(r.arms.single!.series['success.heldout']!.values[0]);
  });

  test('a run that fails leaves an earlier result as it was', async () => {
    const file = join(folder, 'kept.json');
    writeFileSync(file, 'earlier');
    const large = ['prompts=64', 'group=32', 'model=L', 'evalDialogues=512', 'updates=1', 'seeds=1-10'].flatMap((pair) => ['--set', pair]);
    const r = await thaw('run', ...large, '--threads', '1', '--json', file);
    expect(r.code).toBe(1);
    expect(r.stderr).toMatch(/buffer/);
    expect(readFileSync(file, 'utf8')).toBe('earlier');
  });
});
