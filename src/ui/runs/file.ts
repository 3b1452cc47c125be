/** One run as one JSON file, and back. What comes in is checked to the last value before anything is stored; errors name the field at fault. */
import { z } from 'zod';
import { checkExperiment } from '../../train/experiment-settings.ts';
import type { MetricPoint, RunState } from '../../train/protocol.ts';
import type { Series } from '../../train/series.ts';
import { addPoints, digestOf } from '../../train/series.ts';
import { shown } from '../../train/mistakes.ts';
import type { ArmId } from '../../train/settings.ts';
import { ARMS, parseSeeds } from '../../train/settings.ts';
import { plainNotes, plainText } from '../../train/share/text.ts';
import { newKey } from '../store/run.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { StoredRun } from './load.ts';
import { rewound, soFarOf } from './load.ts';
import type { ByArm, Change, Checkpoint, Ends, RunRecord } from './records.ts';
import { MAX_NAME, MAX_NOTES, SCHEMA } from './records.ts';
import { trackEnds } from './ends.ts';
import { pointBytes, stateBytes } from './size.ts';

export const FORMAT = 'thaw-run';
export const FILE_VERSION = 1;
export const MAX_FILE_BYTES = 256e6;

/** JSON has no NaN, and JSON.stringify loses the sign of −0, which the digest sees. */
const number = (v: number): string => (Object.is(v, -0) ? '-0' : Number.isFinite(v) ? String(v) : 'null');
const seriesText = (s: Series): string =>
  `{${Object.entries(s)
    .map(([name, m]) => `${JSON.stringify(name)}:{"update":[${m.update.join()}],"values":[${m.values.map((v) => `[${v.map(number).join()}]`).join()}]}`)
    .join()}}`;

function seriesFrom(points: readonly MetricPoint[]): Series {
  const out: Series = {};
  addPoints(out, points);
  return out;
}

/** The file's text. With states, a run that has not finished is written as it was when they were kept, so that it can go on from the file. */
export function exportedText(stored: StoredRun, checkpoints: readonly Checkpoint[]): string {
  const { record } = stored;
  const states = checkpoints.length > 0;
  const canGoOn = record.state !== 'finished' && !record.experiment.arms.every((arm) => record.failures[arm]);
  const soFar = states && canGoOn ? soFarOf(stored, checkpoints) : null;
  const arms = record.experiment.arms.map((arm) => {
    const series = seriesFrom((soFar ? soFar[arm]?.points : stored.points.get(arm)) ?? []);
    const digest = digestOf(series);
    const known = record.digests[arm];
    if (known !== undefined && known !== digest) throw new Error(`the stored curves of ${arm} are damaged: their digest is not the one the run ended with`);
    // a state without all of its curve stays here
    const state = soFar ? soFar[arm]?.state : checkpoints.find((c) => c.arm === arm && !record.failures[arm])?.state;
    const packed = state && { ...state, buffers: Object.fromEntries(Object.entries(state.buffers).map(([name, b]) => [name, toBase64(b)])) };
    return `${JSON.stringify(arm)}:{"digest":"${digest}","failure":${JSON.stringify(record.failures[arm] ?? null)},"series":${seriesText(series)}${packed ? `,"checkpoint":${JSON.stringify(packed)}` : ''}}`;
  });
  const { created, engineVersion, error, experiment } = record;
  // as an import takes it, whatever a name was before it was checked
  const name = plainText(record.name, MAX_NAME) || 'Unnamed run';
  const notes = plainNotes(record.notes);
  const engine = record.engine && { ...record.engine, name: plainText(record.engine.name, MAX_ENGINE) };
  const state = record.state === 'finished' || record.state === 'failed' ? record.state : 'stopped';
  const update = soFar ? rewound(stored, soFar).update : record.update;
  const head = JSON.stringify({ format: FORMAT, version: FILE_VERSION, name, notes, created, engine, engineVersion, state, update, error, experiment });
  return `${head.slice(0, -1)},"arms":{${arms.join()}}}\n`;
}

const MAX_ENGINE = 300;
/** no run is older than the lab; a clock elsewhere may be a day ahead, ms */
const OLDEST = Date.UTC(2020, 0, 1);
const AHEAD = 24 * 3600 * 1000;

/** one line of plain text, as `plainText` leaves it */
const isLine = (max: number) => [(t: string): boolean => plainText(t, max) === t.trim(), `must be one line of plain text without control or invisible characters, at most ${max} characters`] as const;
const notes = z
  .string()
  .max(MAX_NOTES)
  .refine((t) => t === plainNotes(t), 'must be text without control characters');
const created = z
  .number()
  .refine((t) => Number.isInteger(t) && t >= OLDEST && t <= Date.now() + AHEAD, { error: ({ input }) => `must be ms since 1970, from the year 2020 to now, not ${shown(input)}` });
const upTo = z.number().int().min(0);

const updates = z.array(z.number().int().min(0).max(1e6)).max(5000);
const metric = z.strictObject({ update: updates, values: z.array(z.array(z.number().nullable()).max(64)).max(5000) });
const state = z.strictObject({
  update: upTo,
  evaluated: upTo.nullable(),
  measured: upTo.nullable(),
  buffers: z.record(z.string().regex(/^[a-z][\w.-]{0,60}$/i), z.string()),
});
const armFile = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  failure: z.strictObject({ message: z.string().max(1000), update: upTo, kept: upTo }).nullable(),
  series: z.record(z.string().regex(/^[a-z][\w.-]{0,80}$/i), metric),
  checkpoint: state.optional(),
});
const engine = z.strictObject({
  backend: z.enum(['webgpu', 'cpu']),
  name: z.string().refine(...isLine(MAX_ENGINE)),
  software: z.boolean(),
  noGpu: z.strictObject({ reason: z.enum(['no-api', 'insecure', 'no-adapter', 'device-failed']), detail: z.string().max(5000) }).optional(),
});
const file = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FILE_VERSION),
  name: z
    .string()
    .refine((t) => plainText(t, MAX_NAME) !== '', 'must not be empty')
    .refine(...isLine(MAX_NAME))
    .transform((t) => t.trim()),
  notes,
  created,
  engine: engine.nullable(),
  engineVersion: z.number().int().min(0),
  state: z.enum(['finished', 'failed', 'stopped']),
  update: upTo,
  error: z.string().max(5000).nullable(),
  experiment: z.unknown(),
  arms: z.partialRecord(z.enum(ARMS), armFile),
});
type ArmFile = z.infer<typeof armFile>;

function parse(text: string): unknown {
  if (text.length > MAX_FILE_BYTES) throw new Error('it is too large');
  try {
    return JSON.parse(text);
  } catch (e) {
    throw new Error('it is not whole JSON: cut short, or not a file of this lab', { cause: e });
  }
}

/** measures that are shares; any other is far below LARGEST in a run that has not diverged */
const SHARE = /^(success|group|sim\.profile)\.|^policy\.(modeMass|exploitMass)$|^sim\.(eps|malformed)$/;
const LARGEST = 1e9;

/** Series with null as NaN; throws where one does not fit the settings. */
function checkedSeries(arm: ArmId, own: ArmFile, seeds: number, last: number): Series {
  const out: Series = {};
  for (const [name, m] of Object.entries(own.series)) {
    const at = `arms.${arm}.series.${name}`;
    if (m.update.length !== m.values.length) throw new Error(`${at}: ${m.update.length} updates, ${m.values.length} values`);
    if (m.update.some((u, i) => u > last || (i > 0 && u <= m.update[i - 1]!))) throw new Error(`${at}.update: must ascend from 0 to at most ${last}`);
    const odd = m.values.findIndex((v) => v.length !== seeds);
    if (odd >= 0) throw new Error(`${at}.values.${odd}: ${m.values[odd]!.length} values, the run has ${seeds} seeds`);
    const wrong = m.values.flat().find((x) => x !== null && (SHARE.test(name) ? x < 0 || x > 1 : Math.abs(x) > LARGEST));
    if (wrong !== undefined) throw new Error(`${at}: ${wrong} is out of range`);
    out[name] = { update: m.update, values: m.values.map((v) => v.map((x) => x ?? NaN)) };
  }
  if (digestOf(out) !== own.digest) throw new Error(`arms.${arm}.digest: does not match its series`);
  return out;
}

/** One point an update. */
function pointsOf(series: Series): MetricPoint[] {
  const at = new Map<number, Record<string, number[]>>();
  for (const [name, m] of Object.entries(series)) m.update.forEach((u, i) => at.set(u, { ...at.get(u), [name]: m.values[i]! }));
  return [...at].sort(([a], [b]) => a - b).map(([update, values]) => ({ update, values }));
}

function checkFailure(arm: ArmId, { failure }: ArmFile, last: number): void {
  if (failure && failure.update > last) throw new Error(`arms.${arm}.failure.update: ${failure.update}, the run has ${last}`);
  if (failure && failure.kept > failure.update) throw new Error(`arms.${arm}.failure.kept: ${failure.kept}, it stopped at ${failure.update}`);
}

/** The change that stores a file's run under a new key. Throws one clear line when anything is wrong with it. */
export function importRun(text: string): Change {
  const r = file.safeParse(parse(text));
  if (!r.success) {
    const issue = r.error.issues[0];
    throw new Error(`${issue?.path.join('.') || 'file'}: ${issue?.message ?? 'not valid'}`);
  }
  const f = r.data;
  const checked = checkExperiment(f.experiment);
  if (!checked.ok) throw new Error(`experiment.${checked.error}`);
  const { experiment } = checked;
  const strange = Object.keys(f.arms).find((arm) => !experiment.arms.includes(arm as ArmId));
  if (strange !== undefined) throw new Error(`arms.${strange}: is not an arm of this run`);
  if (f.update > experiment.updates) throw new Error(`update: ${f.update}, the run has ${experiment.updates}`);
  if (f.state === 'finished' && f.update !== experiment.updates) throw new Error(`update: ${f.update}, a finished run has ${experiment.updates}`);
  const key = newKey();
  const seeds = parseSeeds(experiment.seeds)?.length ?? 0;
  const failures: Partial<Record<ArmId, NonNullable<ArmFile['failure']>>> = {};
  const digests: Partial<Record<ArmId, string>> = {};
  const ends: Partial<Record<ArmId, Ends>> = {};
  const series: NonNullable<Change['series']>[number][] = [];
  const checkpoints: Checkpoint[] = [];
  for (const arm of experiment.arms) {
    const own = f.arms[arm];
    if (!own) throw new Error(`arms.${arm}: is missing`);
    checkFailure(arm, own, experiment.updates);
    const curves = checkedSeries(arm, own, seeds, experiment.updates);
    const points = pointsOf(curves);
    const end = points.at(-1)?.update;
    if (f.state === 'finished' && !own.failure && end !== experiment.updates)
      throw new Error(`arms.${arm}.series: ${end === undefined ? 'is empty' : `ends at update ${end}`}, a finished run has points up to ${experiment.updates}`);
    if (own.failure) failures[arm] = own.failure;
    if (f.state === 'finished') digests[arm] = own.digest;
    ends[arm] = trackEnds().add(points);
    if (points.length > 0) series.push({ run: key, arm, start: 0, points });
    if (own.checkpoint) checkpoints.push({ run: key, arm, points: points.length, state: stateFrom(arm, own.checkpoint, experiment.updates) });
    if (own.checkpoint && f.state !== 'finished' && !own.failure) checkFit(arm, own.checkpoint, curves);
  }
  const kept = Math.min(experiment.updates, ...experiment.arms.filter((a) => !failures[a]).map((a) => checkpoints.find((c) => c.arm === a)?.state.update ?? 0));
  const record: RunRecord = {
    key,
    schema: SCHEMA,
    name: f.name,
    notes: f.notes,
    starred: false,
    created: f.created,
    deleted: null,
    experiment,
    engine: f.engine,
    engineVersion: f.engineVersion,
    state: f.state satisfies RunState,
    update: f.update,
    kept,
    error: f.error,
    failures: failures satisfies ByArm<unknown>,
    digests,
    ends,
    crossPlay: null,
    bytes: series.reduce((n, b) => b.points.reduce((m, p) => m + pointBytes(p), n), 0),
    checkpointBytes: checkpoints.reduce((n, c) => n + stateBytes(c.state), 0),
  };
  return { run: key, put: record, series, checkpoints };
}

/** what every arm has a point of: of each update, of each evaluation; of each measurement at least one, where the arm can be measured */
const TRAINED = 'loss';
const EVALUATED = ['success.heldout'];
const MEASURED = ['variance.user', 'grad.bias'];

/**
 * A state that a run goes on from is as old as its series: after update n they have training points of 0 to n - 1, and the others end at the last evaluation or the last measurement. From any other
 * the run would end with wrong numbers.
 */
function checkFit(arm: ArmId, c: z.infer<typeof state>, series: Series): void {
  const endOf = (names: readonly string[]): number | undefined => names.map((name) => series[name]?.update.at(-1)).find((end) => end !== undefined);
  const at = `arms.${arm}.checkpoint`;
  // updates ascend from 0
  const done = (endOf([TRAINED]) ?? -1) + 1;
  if (c.update !== done) throw new Error(`${at}.update: ${c.update}, its series are those of ${done} updates`);
  const has = series[TRAINED]?.update.length ?? 0;
  if (has !== done) throw new Error(`arms.${arm}.series.${TRAINED}.update: ${has} updates, the checkpoint is of update ${done}`);
  const evaluated = endOf(EVALUATED) ?? null;
  if (c.evaluated !== evaluated) throw new Error(`${at}.evaluated: ${c.evaluated}, the last evaluation in its series is ${evaluated ?? 'none'}`);
  const measured = endOf(MEASURED);
  if (measured !== undefined && c.measured !== measured) throw new Error(`${at}.measured: ${c.measured}, the last measurement in its series is ${measured}`);
  const known = [c.update - 1, c.evaluated, c.measured];
  const odd = Object.entries(series).find(([, m]) => m.update.length > 0 && !known.includes(m.update.at(-1)));
  if (odd) throw new Error(`arms.${arm}.series.${odd[0]}.update: ends at ${odd[1].update.at(-1)}, the checkpoint is of update ${c.update}`);
}

function stateFrom(arm: ArmId, { buffers, ...rest }: z.infer<typeof state>, last: number): Checkpoint['state'] {
  if (rest.update > last) throw new Error(`arms.${arm}.checkpoint.update: ${rest.update}, the run has ${last}`);
  for (const at of ['evaluated', 'measured'] as const) if ((rest[at] ?? 0) > rest.update) throw new Error(`arms.${arm}.checkpoint.${at}: ${rest[at]}, the state is of update ${rest.update}`);
  const unpacked = Object.entries(buffers).map(([name, text]): [string, Float32Array<ArrayBuffer>] => {
    const data = fromBase64(text);
    if (!data?.every(Number.isFinite)) throw new Error(`arms.${arm}.checkpoint.buffers.${name}: is not base64 of finite float32 numbers`);
    return [name, data];
  });
  return { ...rest, buffers: Object.fromEntries(unpacked) };
}
