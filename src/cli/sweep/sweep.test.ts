/** The machinery without the engine: what runs, in which order, what is kept. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Settings } from '../../train/settings.ts';
import { parseSeeds } from '../../train/settings.ts';
import { ORIGIN } from '../testing/made-up.ts';
import type { RunSpec } from './grid.ts';
import { gridFrom } from './grid.ts';
import type { Launch } from './queue.ts';
import { runQueue } from './queue.ts';
import { isFinished } from './record.ts';
import { runSweep } from './sweep.ts';
import { tableOf } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'thaw-sweep-'));
let files = 0;
const newFile = () => join(folder, `${files++}.jsonl`);

/** every metric of a seed is the seed plus gamma */
const fake: Launch = (settings) => {
  const row = parseSeeds(settings.seeds)!.map((s) => s + settings.gamma);
  const series = Object.fromEntries(['success.train', 'success.heldout', 'success.real', 'policy.entropy'].map((name) => [name, { update: [0], values: [row] }]));
  return Promise.resolve({ series, engine: 'fake' });
};
const diverged: Launch = (s, p, signal) => (s.gamma === 2 && s.seeds.includes('3') ? Promise.reject(new Error('training diverged at update 5')) : fake(s, p, signal));

function sweep(specs: readonly RunSpec[], file: string, launch: Launch, o: { jobs?: number; keepSeries?: boolean; stop?: AbortController } = {}) {
  const said: string[] = [];
  const ran: Settings[] = [];
  const seen: [fraction: number, done: number, runs: number][] = [];
  const result = runSweep(specs, {
    file,
    jobs: o.jobs ?? 2,
    keepSeries: o.keepSeries ?? false,
    signal: (o.stop ?? new AbortController()).signal,
    onProgress: (...at) => seen.push(at),
    say: (line) => said.push(line),
    origin: () => Promise.resolve(ORIGIN),
    launch: (s, p, signal) => {
      ran.push(s);
      return launch(s, p, signal);
    },
  });
  return result.then((r) => ({ ...r, said, ran, seen }));
}
const specs = gridFrom({ over: ['gamma=1,2,3'], arms: ['single'], seeds: '1-3', updates: '4' });
const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

test('runs are split over seeds and joined in order; a second sweep has nothing to do', async () => {
  const file = newFile();
  const first = await sweep(specs, file, fake);
  expect(first.ran.map((s) => `${s.gamma}: ${s.seeds}`)).toEqual(['1: 1,2', '1: 3', '2: 1,2', '2: 3', '3: 1,2', '3: 3']);
  expect(first.records.map((r) => isFinished(r) && r.ends['success.heldout']!.end)).toEqual([
    [2, 3, 4],
    [3, 4, 5],
    [4, 5, 6],
  ]);
  expect(lines(file)).toHaveLength(3);
  const before = readFileSync(file, 'utf8');
  const again = await sweep(specs, file, fake);
  expect(again.ran).toEqual([]);
  expect(again.said).toEqual([`3 of 3 runs are in ${file} already`]);
  expect(again.records).toEqual(first.records);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('--series keeps the series, and repeats a run that was kept without', async () => {
  const file = newFile();
  await sweep(specs.slice(0, 1), file, fake);
  const kept = await sweep(specs, file, fake, { keepSeries: true });
  expect(kept.ran).toHaveLength(6);
  expect(isFinished(kept.records[0]) && kept.records[0].series?.['success.real']).toEqual({ update: [0], values: [[2, 3, 4]] });
  expect((await sweep(specs, file, fake, { keepSeries: true })).ran).toEqual([]);
});

test('a job that fails loses its own run only, and is tried again', async () => {
  const file = newFile();
  const { records, said } = await sweep(specs, file, diverged);
  expect(records.map(isFinished)).toEqual([true, false, true]);
  expect(said).toEqual(['failed: single gamma=2: seeds 3: training diverged at update 5']);
  expect(JSON.parse(lines(file)[1]!)).toMatchObject({ arm: 'single', error: 'seeds 3: training diverged at update 5' });
  expect(tableOf(specs, records)).toBe(
    [
      'arm     gamma  train  held-out   real  entropy',
      'single  1      3.000     3.000  3.000    3.000',
      'single  2      failed: seeds 3: training diverged at update 5',
      'single  3      5.000     5.000  5.000    5.000',
    ].join('\n'),
  );
  const again = await sweep(specs, file, fake);
  expect(again.ran.map((s) => s.gamma)).toEqual([2, 2]);
  expect(again.records.every(isFinished)).toBe(true);
  expect(lines(file)).toHaveLength(4);
});

test('stopped: what is finished is kept, the rest is done by the next sweep', async () => {
  const file = newFile();
  const stop = new AbortController();
  const stopping: Launch = (s, p, signal) => {
    if (s.gamma < 2) return fake(s, p, signal);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
      setTimeout(() => stop.abort(), 5);
    });
  };
  const { records, stopped } = await sweep(specs, file, stopping, { stop });
  expect(stopped).toBe(true);
  expect(records.map((r) => r !== undefined)).toEqual([true, false, false]);
  expect(tableOf(specs, records)).toContain('not run');
  const rest = await sweep(specs, file, fake);
  expect(rest.ran.map((s) => s.gamma)).toEqual([2, 2, 3, 3]);
});

test('progress is of all that was asked for, and never says less than before', async () => {
  const file = newFile();
  await sweep(specs.slice(0, 1), file, fake);
  const halves: Launch = (s, p, signal) => {
    p('Aligning the simulators', 0.9);
    for (const f of [0, 0.5, 0.25, 1]) p('Training', f);
    return fake(s, p, signal);
  };
  const { seen } = await sweep(specs, file, halves, { jobs: 1 });
  expect(seen[0]).toEqual([1 / 3, 1, 3]);
  expect(seen.at(-1)).toEqual([1, 3, 3]);
  expect(seen.every(([f, done]) => done === 3 || f < 1)).toBe(true);
  const fractions = seen.map(([f]) => f);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect((await sweep(specs, file, fake)).seen).toEqual([]);
});

test('two sweeps on one file at once: the second is refused and the file stays', async () => {
  const file = newFile();
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const first = sweep(specs, file, async (s, p, signal) => gate.then(() => fake(s, p, signal)));
  await expect(sweep(specs, file, fake)).rejects.toThrow(/is being written by process/);
  go();
  expect((await first).records.every(isFinished)).toBe(true);
  await sweep(specs, file, fake); // the lock was given back
});

test('threads never wait for the end of a run', async () => {
  const running = new Set<number>();
  let least = Infinity;
  let started = 0;
  const runs = specs.map(({ settings }) => [1, 2, 3].map((seed) => ({ ...settings, seeds: String(seed) })));
  await runQueue({
    runs,
    lanes: 2,
    signal: new AbortController().signal,
    onProgress: () => {},
    onDone: () => {},
    launch: async (s, p, signal) => {
      const id = started++;
      running.add(id);
      await new Promise((r) => setTimeout(r, id % 2 ? 2 : 9));
      // while work is left, the other thread is busy too
      if (started < 9) least = Math.min(least, running.size);
      running.delete(id);
      return fake(s, p, signal);
    },
  });
  expect(started).toBe(9);
  expect(least).toBe(2);
});
