/** A run as it is first written down. */
import type { EngineInfo, ToWorker } from '../../train/protocol.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import { armsName } from '../lab/arms.ts';
import { counted } from '../lab/words.ts';
import type { RunRecord } from './records.ts';
import { SCHEMA } from './records.ts';

type Start = Extract<ToWorker, { type: 'start' }>;

export const nameOf = ({ arms, gamma, updates }: Start['experiment']): string => `${armsName(arms)}, γ ${gamma}, ${counted(updates)}`;

export const newRecord = ({ run, experiment }: Start, engine: EngineInfo | null): RunRecord => ({
  key: run,
  schema: SCHEMA,
  name: nameOf(experiment),
  notes: '',
  starred: false,
  created: Date.now(),
  deleted: null,
  experiment,
  engine,
  engineVersion: ENGINE_VERSION,
  state: 'preparing',
  update: 0,
  kept: 0,
  error: null,
  failures: {},
  digests: {},
  ends: {},
  crossPlay: null,
  bytes: 0,
  checkpointBytes: 0,
  begunHere: true,
});
