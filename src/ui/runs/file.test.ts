import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCpuBackend } from '../../gpu-kernels/cpu/backend.ts';
import { Experiment } from '../../train/experiment/experiment.ts';
import { experimentOf } from '../../train/experiment-settings.ts';
import type { MetricPoint } from '../../train/protocol.ts';
import { addPoints, digestOf } from '../../train/series.ts';
import type { Series } from '../../train/series.ts';
import { tinyModels, tinyScenario, tinySettings } from '../../train/testing/tiny.ts';
import { csvOf } from './csv.ts';
import { exportedText, importRun } from './file.ts';
import type { StoredRun } from './load.ts';
import { asRun, loadRun, soFarOf } from './load.ts';
import { createMemoryDb } from './memory.ts';
import type { Checkpoint, RunRecord } from './records.ts';

const points: MetricPoint[] = [
  { update: 0, values: { 'success.heldout': [0.25, 0.5], loss: [-0, NaN] } },
  { update: 1, values: { loss: [Math.fround(0.1), 1e-30] } },
  { update: 2, values: { 'success.heldout': [1, 0], loss: [3, 4] } },
];
const record: RunRecord = {
  key: 'r',
  schema: 1,
  name: 'A run “γ 16”',
  notes: 'two\nlines',
  starred: true,
  created: 1_700_000_000_000,
  deleted: null,
  experiment: experimentOf(tinySettings()),
  engine: { backend: 'cpu', name: 'CPU twin', software: true },
  engineVersion: 3,
  state: 'stopped',
  update: 2,
  kept: 2,
  error: null,
  failures: {},
  digests: {},
  ends: {},
  crossPlay: null,
  bytes: 0,
  checkpointBytes: 0,
};
const byArm = new Map([['single' as const, points]]);
const stored: StoredRun = { record, points: byArm, run: asRun(record, byArm) };
const checkpoint: Checkpoint = { run: 'r', arm: 'single', points: 2, state: { update: 2, evaluated: 0, measured: null, buffers: { policy: Float32Array.of(1, -0, 1e-40) } } };
const text = exportedText(stored, []);

const digest = (p: readonly MetricPoint[]): string => {
  const s: Series = {};
  addPoints(s, p);
  return digestOf(s);
};
async function taken(json: string) {
  const db = createMemoryDb();
  const change = importRun(json);
  await db.commit(change);
  return { db, run: (await loadRun(db, change.run))!, checkpoints: await db.checkpoints(change.run) };
}

describe('a run as a file', () => {
  test('what a run was called before names were checked does not keep it from being taken', async () => {
    const odd: StoredRun = { ...stored, record: { ...record, name: 'a\nb\u202e\ud800', notes: 'one\ntwo\u0000', engine: { ...record.engine!, name: 'GPU\u0000' } } };
    const { run } = await taken(exportedText(odd, []));
    expect(run.record).toMatchObject({ name: 'a b', notes: 'one\ntwo ', engine: { name: 'GPU' } });
  });

  test('comes back with its settings, notes and digest, under a new key', async () => {
    const { run } = await taken(text);
    expect(run.record).toMatchObject({ name: record.name, notes: record.notes, created: record.created, experiment: record.experiment, update: 2, starred: false });
    expect(run.record.key).not.toBe('r');
    expect(digest(run.points.get('single')!)).toBe(digest(points));
    expect(Object.is(run.run.arms[0]!.series.get('loss')!.values[0]![0], -0)).toBe(true);
  });

  test('with its states it can go on: curves and states as they were kept', async () => {
    const { run, checkpoints } = await taken(exportedText(stored, [checkpoint]));
    expect(checkpoints[0]!.state).toEqual(checkpoint.state);
    const soFar = soFarOf(run, checkpoints);
    expect(digest(soFar.single!.points)).toBe(digest(points.slice(0, 2)));
    expect(run.record.kept).toBe(2);
  });

  test('of the first version is read by this one', async () => {
    const { run } = await taken(readFileSync(new URL('./testing/run-1.json', import.meta.url), 'utf8'));
    expect(run.record).toMatchObject({ name: 'Collapse, γ 16, 4 updates', state: 'finished' });
    expect(run.record.ends.single).toEqual({ 'success.heldout': 0.5 });
  });

  test.each(['single', 'population'] as const)('%s is taken as it was after any update, and goes on from there', { timeout: 60_000 }, async (arm) => {
    const settings = tinySettings({ arm, seeds: '1', prompts: 1, evalEvery: 2, theoryEvery: 3, cadence: 2, population: 2 });
    const e = await Experiment.create(createCpuBackend(), tinyScenario, settings, tinyModels());
    const made: MetricPoint[] = [];
    const check = async (): Promise<void> => {
      made.push(...(await e.drain()));
      const state = await e.save();
      const over = e.update === settings.updates;
      for (const as of over ? (['stopped', 'finished'] as const) : e.update === 1 ? (['paused', 'failed'] as const) : (['stopped'] as const)) {
        const now: RunRecord = { ...record, experiment: experimentOf(settings), state: as, update: e.update };
        const own = new Map([[arm, made]]);
        const kept: Checkpoint = { run: 'r', arm, points: made.length, state };
        const { run, checkpoints } = await taken(exportedText({ record: now, points: own, run: asRun(now, own) }, [kept]));
        expect({ ...checkpoints[0]!.state, buffers: null }).toEqual({ ...state, buffers: null });
        expect(digest(soFarOf(run, checkpoints)[arm]!.points)).toBe(digest(made));
      }
    };
    await check(); // stopped before anything was evaluated
    for (;;) {
      if (e.evaluationDue()) e.evaluate();
      if (e.measurementDue()) e.measure();
      await check();
      if (e.update === settings.updates) break;
      e.step();
    }
    e.backend.destroy();
  });

  test('an arm that failed, and one whose curve is not whole, do not keep the others from going on', async () => {
    const two = { ...record, experiment: experimentOf(tinySettings(), ['single', 'oracle']) };
    const curves = new Map([
      ['single' as const, points],
      ['oracle' as const, points.slice(0, 1)],
    ]);
    const both = [checkpoint, { ...checkpoint, arm: 'oracle' as const }];
    const failed: RunRecord = { ...two, failures: { oracle: { message: 'x', update: 1, kept: 0 } } };
    const one = await taken(exportedText({ record: failed, points: curves, run: asRun(failed, curves) }, both));
    expect(one.checkpoints.map((c) => c.arm)).toEqual(['single']);
    expect(one.run.record).toMatchObject({ update: 2, kept: 2 });
    // its state is left out: from the beginning, then
    const short = await taken(exportedText({ record: two, points: curves, run: asRun(two, curves) }, both));
    expect(short.checkpoints.map((c) => c.arm)).toEqual(['single']);
    expect(short.run.points.get('oracle')).toEqual([]);
    expect(short.run.record).toMatchObject({ update: 0, kept: 0 });
    const all: RunRecord = { ...failed, state: 'failed', failures: { ...failed.failures, single: { message: 'x', update: 2, kept: 1 } } };
    const none = await taken(exportedText({ record: all, points: curves, run: asRun(all, curves) }, both));
    expect(none.checkpoints).toEqual([]);
    expect(none.run.record).toMatchObject({ update: 2, state: 'failed' });
  });

  const withState = (change: object): string => {
    const { update, evaluated, measured } = { ...checkpoint.state, ...change };
    return exportedText(stored, [checkpoint]).replace('"update":2,"evaluated":0,"measured":null', `"update":${update},"evaluated":${evaluated},"measured":${measured}`);
  };
  /** the state with another curve, whose digest is right */
  const withCurve = (other: MetricPoint[]): string => exportedText({ ...stored, points: new Map([['single', other]]) }, [{ ...checkpoint, points: other.length }]);
  const changed = (change: (f: Record<string, never>) => void): string => {
    const f = JSON.parse(text) as Record<string, never>;
    change(f);
    return JSON.stringify(f);
  };
  const finished = (json: string): string => json.replace('"state":"stopped","update":2', `"state":"finished","update":${record.experiment.updates}`);
  test.each([
    ['cut in half', () => text.slice(0, text.length / 2), /not whole JSON/],
    ['another format', () => changed((f) => Object.assign(f, { format: 'x' })), /^format: /],
    ['a setting out of range', () => changed((f) => Object.assign(f.experiment!, { gamma: 99 })), /^experiment\.gamma: /],
    ['an unknown setting', () => changed((f) => Object.assign(f.experiment!, { extra: 1 })), /experiment\./],
    ['a missing arm', () => changed((f) => Object.assign(f, { arms: {} })), /^arms\.single: is missing/],
    ['an arm too many', () => changed((f) => Object.assign(f.arms!, { oracle: f.arms!['single'] })), /^arms\.oracle: /],
    ['a changed value', () => text.replace('0.25', '0.75'), /^arms\.single\.digest: does not match/],
    ['a value that is no number', () => text.replace('0.25', '"a"'), /^arms\.single\.series\.success\.heldout\.values\.0\.0: /],
    ['a seed too many', () => text.replace('[0.25,', '[0.25,1,'), /values\.0: 3 values, the run has 2 seeds/],
    ['updates out of order', () => text.replace('"update":[0,1,2]', '"update":[0,2,1]'), /loss\.update: must ascend/],
    ['an unknown field', () => changed((f) => Object.assign(f, { more: 1 })), /more/],
    ['a date before the lab', () => changed((f) => Object.assign(f, { created: 0 })), /^created: must be ms since 1970, from the year 2020 to now, not 0$/],
    ['a date to come', () => changed((f) => Object.assign(f, { created: 4e12 })), /^created: /],
    ['half a millisecond', () => changed((f) => Object.assign(f, { created: record.created + 0.5 })), /^created: /],
    ['a name with a control character', () => changed((f) => Object.assign(f, { name: 'a\u0007b' })), /^name: must be one line of plain text/],
    ['a name of two lines', () => changed((f) => Object.assign(f, { name: 'a\nb' })), /^name: /],
    ['a name that turns the text around', () => changed((f) => Object.assign(f, { name: 'a\u202eb' })), /^name: /],
    ['an empty name', () => changed((f) => Object.assign(f, { name: ' ' })), /^name: must not be empty/],
    ['a name that cannot be seen', () => changed((f) => Object.assign(f, { name: '\u200b\u200d\u00ad' })), /^name: must not be empty/],
    ['a name with a character that cannot be seen', () => changed((f) => Object.assign(f, { name: 'a\u200bb' })), /^name: must be one line of plain text/],
    ['notes with a control character', () => changed((f) => Object.assign(f, { notes: 'a\u0000' })), /^notes: /],
    ['a device with a control character', () => changed((f) => Object.assign(f['engine']!, { name: 'a\u001b[2J' })), /^engine\.name: /],
    ['a failure after the end', () => changed((f) => Object.assign(f['arms']!['single'], { failure: { message: 'x', update: 99, kept: 0 } })), /^arms\.single\.failure\.update: 99, the run has /],
    [
      'a failure that kept more than there was',
      () => changed((f) => Object.assign(f['arms']!['single'], { failure: { message: 'x', update: 1, kept: 2 } })),
      /^arms\.single\.failure\.kept: 2, it stopped at 1/,
    ],
    ['a finished run that did not end', () => changed((f) => Object.assign(f, { state: 'finished' })), /^update: 2, a finished run has /],
    ['a finished run whose curves stop before', () => finished(text), /^arms\.single\.series: ends at update 2, a finished run has points up to /],
    ['a finished run without curves', () => finished(exportedText({ ...stored, points: new Map() }, [])), /^arms\.single\.series: is empty, /],
    ['a state evaluated in the future', () => exportedText(stored, [checkpoint]).replace('"evaluated":0', '"evaluated":3'), /^arms\.single\.checkpoint\.evaluated: 3, the state is of update 2/],
    ['a state of before its curves end', () => withState({ update: 0 }), /^arms\.single\.checkpoint\.update: 0, its series are those of 2 updates/],
    ['a state of one update before', () => withState({ update: 1 }), /^arms\.single\.checkpoint\.update: 1, its series/],
    ['a state of after its curves end', () => withState({ update: 3 }), /^arms\.single\.checkpoint\.update: 3, its series/],
    ['a state of the end', () => withState({ update: 4 }), /^arms\.single\.checkpoint\.update: 4, its series/],
    ['a state without curves', () => withCurve([]), /^arms\.single\.checkpoint\.update: 2, its series are those of 0 updates/],
    ['a state whose curves have a gap', () => withCurve([points[1]!]), /^arms\.single\.series\.loss\.update: 1 updates, the checkpoint is of update 2/],
    ['a state evaluated more often than its curves', () => withState({ evaluated: 2 }), /^arms\.single\.checkpoint\.evaluated: 2, the last evaluation in its series is 0/],
    ['a state never evaluated, with curves that were', () => withState({ evaluated: null }), /^arms\.single\.checkpoint\.evaluated: null, /],
    [
      'a state not measured when its curves were',
      () => withCurve([...points.slice(0, 2), { update: 2, values: { 'grad.bias': [0, 0] } }]),
      /^arms\.single\.checkpoint\.measured: null, the last measurement in its series is 2/,
    ],
    ['a curve that goes on after the state', () => withCurve([...points.slice(0, 2), { update: 3, values: { 'success.real': [0, 0] } }]), /^arms\.single\.series\.success\.real\.update: ends at 3, /],
    ['a digest that is none', () => text.replace(/"digest":"[0-9a-f]{64}"/, '"digest":"x"'), /^arms\.single\.digest: /],
    ['states that are no numbers', () => exportedText(stored, [checkpoint]).replace(/"policy":"[^"]*"/, '"policy":"!!"'), /^arms\.single\.checkpoint\.buffers\.policy: /],
  ])('%s is refused by name', (_, make, error) => {
    expect(() => importRun(make())).toThrow(error);
  });

  test('whatever is damaged: one clear line, or the very same curves', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.nat(40), fc.string({ maxLength: 6 }), (at, cut, put) => {
        const damaged = text.slice(0, at) + put + text.slice(at + cut);
        try {
          const change = importRun(damaged);
          expect(digest(change.series![0]!.points)).toBe(digest(points));
        } catch (e) {
          expect(e).toBeInstanceOf(Error);
          expect((e as Error).message).toMatch(/^(it |[\w.]+)/);
          expect((e as Error).constructor).toBe(Error);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('nothing else is ever taken', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((v) => JSON.stringify(v)),
        ),
        (any) => {
          expect(() => importRun(any)).toThrow(/./);
        },
      ),
    );
  });

  test('as a table: one value a line', () => {
    expect(csvOf(stored).split('\n').slice(0, 4)).toEqual(['arm,metric,update,seed,value', 'single,success.heldout,0,1,0.25', 'single,success.heldout,0,2,0.5', 'single,success.heldout,2,1,1']);
    expect(csvOf(stored)).toContain('single,loss,0,2,\n');
  });
});
