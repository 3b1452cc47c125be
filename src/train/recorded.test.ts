import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { defaultExperiment } from './experiment-settings.ts';
import { parseManifest } from './models/manifest.ts';
import { parseRecorded, RECORDED_BYTES, RECORDED_FILE, thin } from './recorded.ts';
import type { Series } from './series.ts';
import { ENGINE_VERSION } from './version.ts';

const series: Series = {
  'success.train': { update: [0, 1, 2, 3, 4], values: [[0.1], [0.123456], [0.2], [0.3], [0.4]] },
  'success.heldout': { update: [0, 2, 5], values: [[0.5], [NaN], [0.7]] },
  'sim.profile.busy': { update: [0, 1, 2, 3, 4], values: [[0], [0], [1], [0], [1]] },
  loss: { update: [0], values: [[1]] },
};
const hash = 'a'.repeat(64);
const file = () => ({
  format: 1,
  engine: ENGINE_VERSION,
  date: '2026-01-31',
  backend: 'cpu',
  models: hash,
  settings: { ...defaultExperiment, arms: ['single'] },
  arms: { single: { digest: hash, series: thin(series) } },
});

describe('a recording', () => {
  it('keeps what is drawn, at the evaluations, in four digits', () => {
    expect(thin(series)).toEqual({
      'success.train': { update: [0, 2, 4], values: [[0.1], [0.2], [0.4]] },
      'success.heldout': { update: [0, 2, 5], values: [[0.5], [null], [0.7]] },
      'sim.profile.busy': { update: [0, 2, 4], values: [[0], [1], [1]] },
    });
  });

  it('is checked, and names what is wrong', () => {
    expect(parseRecorded(JSON.parse(JSON.stringify(file()))).engine).toBe(ENGINE_VERSION);
    expect(() => parseRecorded('<!doctype html>')).toThrow(/default\.json: content/);
    expect(() => parseRecorded({ ...file(), models: 'x' })).toThrow(/models/);
    expect(() => parseRecorded({ ...file(), settings: { ...defaultExperiment, gamma: 99 } })).toThrow(/settings: must be the settings/);
    expect(() => parseRecorded({ ...file(), arms: {} })).toThrow(/arms\.single: missing/);
    expect(() => parseRecorded({ ...file(), arms: { single: { digest: hash, series: { loss: { update: [1], values: [] } } } } })).toThrow(/as many updates as values/);
  });
});

const path = new URL(`../../public/${RECORDED_FILE}`, import.meta.url);
test.skipIf(!existsSync(path))('the committed recording is of this engine, these networks and the default settings, and small', () => {
  const text = readFileSync(path, 'utf8');
  expect(text.length).toBeLessThanOrEqual(RECORDED_BYTES);
  const r = parseRecorded(JSON.parse(text));
  expect(r.engine, 'npm run record makes it again').toBe(ENGINE_VERSION);
  expect(r.models).toBe(parseManifest(readFileSync(new URL('../../public/models/manifest.json', import.meta.url), 'utf8')).digest);
  expect({ ...r.settings, arms: [] }).toEqual({ ...defaultExperiment, arms: [] });
});
