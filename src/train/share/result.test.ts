import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExperimentSettings } from '../experiment-settings.ts';
import { defaultExperiment } from '../experiment-settings.ts';
import { ARMS } from '../settings.ts';
import { ByteReader, ByteWriter, fromBase64url, toBase64url } from './bytes.ts';
import type { MetricOf } from './curves.ts';
import { GRIDS, MEASURES, thinned, valuesAt } from './curves.ts';
import type { LabLink } from './link.ts';
import { readLink, RESULT_LINK, settingsParams, writeResultLink } from './link.ts';
import { madeUp } from './testing/made-up.ts';
import type { RunToRecord } from './result.ts';
import { MAX_ADAPTER, readResult, shortAdapter, writeResult } from './result.ts';

const settings = settingsParams(defaultExperiment);
const link = (change: Partial<LabLink> = {}): LabLink => ({ experiment: defaultExperiment, backend: 'auto', title: '', note: '', embed: false, hide: [], ...change });
const page = 'https://somebody.github.io/a-long-name-of-a-page/index.html';

describe('there and back', () => {
  test('who, digests, and curves to the step they are rounded to', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 2, max: 16 }), (salt, arms, updates, points) => {
        const run = madeUp({ arms, updates, salt });
        const read = readResult(writeResult(run, settings, points), settings, arms);
        expect(read).toMatchObject({ engineVersion: run.engineVersion, backend: run.backend, software: run.software, adapter: run.adapter });
        read.arms.forEach((a, i) => {
          expect(a.digest).toBe(run.arms[i]!.digest);
          for (const m of MEASURES) {
            const curve = a.curves[m];
            const mine = run.arms[i]!.metric(m)!;
            expect(curve.updates).toEqual(thinned(mine.updates, points));
            curve.updates.forEach((u, p) => {
              const v = valuesAt(mine, u)!;
              expect(Math.abs(curve.mean[p]! - v.reduce((x, y) => x + y, 0) / v.length)).toBeLessThanOrEqual(curve.step / 2 + 1e-9);
            });
            const end = valuesAt(mine, curve.updates.at(-1)!)!;
            expect(Math.abs(curve.low - Math.min(...end))).toBeLessThanOrEqual(curve.step / 2 + 1e-9);
            expect(Math.abs(curve.high - Math.max(...end))).toBeLessThanOrEqual(curve.step / 2 + 1e-9);
          }
        });
      }),
    );
  });

  test('an arm that stopped early, or measured nothing, has the points it has', () => {
    const run = madeUp({ arms: 2, updates: 200 });
    const short = madeUp({ arms: 1, updates: 50 }).arms[0]!;
    const none: MetricOf = () => undefined;
    const arms = [run.arms[0]!, { digest: null, metric: short.metric }, { digest: null, metric: none }];
    const read = readResult(writeResult({ ...run, arms }, settings), settings, 3);
    expect(read.arms[0]!.curves['success.real'].updates.at(-1)).toBe(200);
    const early = read.arms[1]!.curves['success.train'].updates;
    expect(early.length).toBeGreaterThan(1);
    expect(early.at(-1)).toBeLessThanOrEqual(50);
    expect(read.arms[1]!.digest).toBeNull();
    expect(read.arms[2]!.curves['policy.entropy']).toMatchObject({ updates: [], mean: [], low: NaN, high: NaN });
  });
});

describe('a result link', () => {
  test('of every arm stays below 2 kB', () => {
    const experiment: ExperimentSettings = { ...defaultExperiment, arms: ARMS };
    const run = madeUp({ arms: ARMS.length, updates: 2000 });
    const hash = writeResultLink(link({ experiment, title: 'Every way of making users, side by side', note: 'Which of them transfers to users nobody trained on?' }), run);
    expect((page + hash).length).toBeLessThan(RESULT_LINK);
    const { result, notices } = readLink(hash);
    expect(notices).toEqual([]);
    expect(result!.arms).toHaveLength(ARMS.length);
    expect(result!.arms[0]!.curves['success.real'].updates.length).toBeGreaterThanOrEqual(8);
    // with room to spare the curves are whole
    expect(readLink(writeResultLink(link(), madeUp({ arms: 1, updates: 250 }))).result!.arms[0]!.curves['success.real'].updates).toHaveLength(16);
  });

  test('a run of the CPU twin says so, so that others compute the same bits', () => {
    const read = readLink(writeResultLink(link(), madeUp({ arms: 1, backend: 'cpu' })));
    expect(read.backend).toBe('cpu');
    expect(read.result!.backend).toBe('cpu');
    expect(readLink(writeResultLink(link(), madeUp({ arms: 1, backend: 'webgpu' }))).backend).toBe('auto');
  });

  const good = writeResultLink(link(), madeUp({ arms: 1 }));
  const broken = (change: (hash: string) => string): string => {
    const { result, notices, experiment } = readLink(change(good));
    expect(result).toBeNull();
    expect(notices).toHaveLength(1);
    expect(notices[0]!.kind).toBe('result');
    expect(experiment).toMatchObject({ model: 'M', updates: 250 });
    return notices[0]!.text;
  };
  test('that is damaged, cut, or no longer of its settings is refused by name; the settings are used', () => {
    expect(broken((h) => `${h.slice(0, -30)}AAAA${h.slice(-26)}`)).toMatch(/damaged: its checksum does not fit\). Its settings are used/);
    expect(broken((h) => h.slice(0, -7))).toMatch(/damaged/);
    expect(broken((h) => h.replace(/&r=.*/, '&r='))).toMatch(/ends too early/);
    expect(broken((h) => `${h}+`)).toMatch(/do not belong there/);
    expect(broken((h) => h + 'A'.repeat(5000))).toMatch(/too long/);
    expect(broken((h) => h.replace('gamma=16', 'gamma=8'))).toMatch(/recorded with other settings/);
  });
  test('whose settings had to be changed here is not what was recorded', () => {
    const experiment: ExperimentSettings = { ...defaultExperiment, model: 'L', prompts: 64 };
    const { result, notices } = readLink(writeResultLink(link({ experiment }), madeUp({ arms: 1 })));
    expect(result).toBeNull();
    expect(notices.map((n) => n.kind)).toEqual(['budget', 'result']);
  });
});

describe('whatever the bytes', () => {
  /** behind a good checksum, so that all of it is read */
  const sealed = (body: Uint8Array): string => toBase64url(Uint8Array.from([...body, ...sha256(body).subarray(0, 4)]));
  test('reading ends, with an error or a result of sane size', () => {
    const whole = fromBase64url(writeResult(madeUp({ arms: 2 }), settings)).subarray(0, -4);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }), fc.nat(whole.length), (changes, length) => {
        const body = whole.slice(0, length);
        changes.forEach(([at, x]) => at < length && (body[at] = x));
        try {
          const read = readResult(sealed(body), settings, 2);
          for (const a of read.arms) for (const m of MEASURES) expect(a.curves[m].mean.length).toBeLessThanOrEqual(16);
        } catch (e) {
          expect((e as Error).message.length).toBeLessThan(100);
        }
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => readResult(text, settings, 1)).toThrow();
      }),
    );
  });

  test.each([
    ['another format', (w: ByteWriter) => w.u8(9), /format 9, this lab reads format 1/],
    ['an unknown flag', (w: ByteWriter) => (w.raw([1, 3, 0]), w.u8(64)), /does not know/],
    ['a long name', (w: ByteWriter) => (w.raw([1, 3, 0, 0]), w.u8(200)), /too long/],
    ['nothing more', (w: ByteWriter) => (w.raw([1, 3, 0, 0]), w.u8(9)), /ends too early/],
  ])('%s behind a good checksum', (_, write, message) => {
    const w = new ByteWriter();
    write(w);
    const body = w.done();
    expect(() => readResult(sealed(Uint8Array.from([...body, ...new Uint8Array(Math.max(0, 9 - body.length))])), settings, 1)).toThrow(message);
  });
});

test('base64url and numbers of any length come back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 28 - 1)), fc.nat(65535), (numbers, x) => {
      const w = new ByteWriter();
      numbers.forEach((n) => w.varint(n));
      w.u16(x);
      const r = new ByteReader(w.done());
      expect(numbers.map(() => r.varint())).toEqual(numbers);
      expect(r.u16()).toBe(x);
      expect(r.left).toBe(0);
      expect(() => r.u8()).toThrow(/too early/);
    }),
  );
  expect(() => new ByteReader(new Uint8Array(9).fill(255)).varint()).toThrow(/too long/);
});

test('points are thinned evenly, ends kept', () => {
  expect(thinned([0, 1, 2], 16)).toEqual([0, 1, 2]);
  expect(thinned([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([0, 4, 8]);
  expect(thinned([], 3)).toEqual([]);
  expect(GRIDS.flat().sort()).toEqual([...MEASURES].sort());
});

test('an adapter is named in at most 24 plain letters', () => {
  expect(shortAdapter('  NVIDIA GeForce RTX 4090 Laptop GPU™ ')).toBe('NVIDIA GeForce RTX 4090');
  expect(shortAdapter('図形')).toBe('');
  const run: RunToRecord = { ...madeUp({ arms: 1 }), adapter: 'x'.repeat(100) };
  expect(readResult(writeResult(run, settings), settings, 1).adapter).toBe('x'.repeat(MAX_ADAPTER));
});
