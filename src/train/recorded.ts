/** The recorded default experiment that the page draws before a visitor's first run: what the file holds, and how a whole run is thinned to it. */
import { z } from 'zod';
import type { ExperimentSettings } from './experiment-settings.ts';
import { checkExperiment } from './experiment-settings.ts';
import type { Series } from './series.ts';
import { ARMS } from './settings.ts';

/** beside the page, and below public/ in the sources */
export const RECORDED_FILE = 'recorded/default.json';
/** more would be felt on a slow connection */
export const RECORDED_BYTES = 60_000;

/** what is drawn; the shares of the training users' types besides */
const KEPT = ['success.train', 'success.heldout', 'success.real', 'policy.entropy'];
const PROFILE = 'sim.profile.';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const metric = z
  .strictObject({
    update: z.array(z.int().min(0)),
    /** a value per seed; null where there is none */
    values: z.array(z.array(z.number().nullable())),
  })
  .refine((m) => m.update.length === m.values.length, 'as many updates as values');

const schema = z.strictObject({
  format: z.literal(1),
  /** the engine's version, and the day it was recorded with it */
  engine: z.int(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  backend: z.literal('cpu'),
  /** digest of the starting networks */
  models: hash,
  settings: z.custom<ExperimentSettings>((v) => checkExperiment(v).ok, 'must be the settings of an experiment'),
  /** digest of the whole series, and the series thinned */
  arms: z.partialRecord(z.enum(ARMS), z.strictObject({ digest: hash, series: z.record(z.string(), metric) })),
});

export type Recorded = z.infer<typeof schema>;

/** The file's content checked; throws one line that names the field at fault. */
export function parseRecorded(value: unknown): Recorded {
  const r = schema.safeParse(value);
  if (!r.success) {
    const issue = r.error.issues[0]!;
    throw new Error(`${RECORDED_FILE}: ${issue.path.join('.') || 'content'}: ${issue.message}`);
  }
  const missing = r.data.settings.arms.find((arm) => !r.data.arms[arm]);
  if (missing) throw new Error(`${RECORDED_FILE}: arms.${missing}: missing`);
  return r.data;
}

const short = (v: number): number | null => (Number.isFinite(v) ? Math.round(v * 1e4) / 1e4 : null);

/** Of every metric that is drawn the values at the evaluations; of one that is measured at every update the last at or before an evaluation. */
export function thin(series: Series): Record<string, z.infer<typeof metric>> {
  const points = series['success.heldout']?.update ?? [];
  const kept = Object.entries(series).filter(([name]) => KEPT.includes(name) || name.startsWith(PROFILE));
  return Object.fromEntries(
    kept.map(([name, s]) => {
      const at = [...new Set(points.map((u) => s.update.findLastIndex((v) => v <= u)))].filter((i) => i >= 0);
      return [name, { update: at.map((i) => s.update[i]!), values: at.map((i) => s.values[i]!.map(short)) }];
    }),
  );
}
