import { expect, test } from 'vitest';
import { checkExperiment, defaultExperiment } from '../experiment-settings.ts';
import fixtures from './fixtures/links.json' with { type: 'json' };
import { SETTING_KEYS, SETTINGS } from '../settings.ts';
import { OTHER_KEYS, readLink, settingsParams } from './link.ts';
import { ALWAYS, complete, LATEST_VERSION, migrate, VERSIONS } from './versions.ts';

test('the newest version has the defaults of today; if this fails, add a version, do not change one', () => {
  const frozen = Object.fromEntries(Object.entries(VERSIONS[LATEST_VERSION]!.defaults).map(([k, v]) => [k, String(v)]));
  expect(Object.fromEntries(settingsParams(defaultExperiment))).toEqual(frozen);
});

test('and the names of today for what may stand in a link by its own name', () => {
  const names = Object.fromEntries(SETTING_KEYS.flatMap((k) => (SETTINGS[k].short === k ? [] : [[k, SETTINGS[k].short]])));
  expect(VERSIONS[LATEST_VERSION]!.names).toEqual({ arm: 'arms', ...names });
});

test('no name of a setting is another one’s short name, or anything else in a link', () => {
  for (const { defaults, names } of Object.values(VERSIONS)) {
    for (const [name, short] of Object.entries(names)) {
      expect(defaults).toHaveProperty(short);
      expect(defaults).not.toHaveProperty(name);
      expect(OTHER_KEYS).not.toContain(name);
    }
    for (const short of Object.keys(defaults)) expect(OTHER_KEYS).not.toContain(short);
  }
});

test('every version but the newest says how it becomes the next', () => {
  const numbers = Object.keys(VERSIONS).map(Number);
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  for (const v of numbers) expect(VERSIONS[v]!.toNext !== undefined, `version ${v}`).toBe(v !== LATEST_VERSION);
});

test('every version has a fixture', () => {
  expect(fixtures.map((f) => f.version)).toEqual(Object.keys(VERSIONS).map(Number));
});

test.each(fixtures)('a link of version $version means what it always meant', ({ version, link, settings }) => {
  const read = readLink(link);
  expect(read.version).toBe(version);
  expect(read.notices).toEqual([]);
  // later settings may be added, at values that change nothing
  expect(read.experiment).toMatchObject(settings);
  expect(checkExperiment(read.experiment).ok).toBe(true);
});

test('what is left out is filled in with the defaults of the link, not of today', () => {
  for (const v of Object.keys(VERSIONS).map(Number)) {
    const { defaults } = VERSIONS[v]!;
    expect(Object.fromEntries(complete(v, new Map()))).toEqual(Object.fromEntries(Object.entries(defaults).map(([k, x]) => [k, String(x)])));
    expect(complete(v, new Map([['gamma', '3']])).get('gamma')).toBe('3');
    expect([...migrate(v, complete(v, new Map())).keys()].sort()).toEqual([...settingsParams(defaultExperiment).keys()].sort());
  }
  for (const short of ALWAYS) expect(VERSIONS[LATEST_VERSION]!.defaults).toHaveProperty(short);
});
