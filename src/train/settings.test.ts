import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SettingKey } from './settings.ts';
import { checkSettings, defaultSettings, parseSeeds, SETTING_KEYS, SETTINGS } from './settings.ts';

describe('the table', () => {
  test('defaults are valid', () => {
    expect(checkSettings(defaultSettings)).toEqual({ ok: true, settings: defaultSettings });
  });

  test('short names, which links use, are all different', () => {
    expect(new Set(SETTING_KEYS.map((k) => SETTINGS[k].short)).size).toBe(SETTING_KEYS.length);
  });

  test.each(SETTING_KEYS)('%s: a bad value is refused by name', (key: SettingKey) => {
    const s = SETTINGS[key];
    const bad: unknown[] = s.kind === 'choice' || s.kind === 'seeds' ? ['no such thing', 3, null] : [s.max + 1, s.min - 1, NaN, '5', ...(s.kind === 'int' ? [s.min + 0.5] : [])];
    for (const value of bad) {
      const r = checkSettings({ ...defaultSettings, [key]: value });
      expect(r.ok, `${key} = ${String(value)}`).toBe(false);
      if (!r.ok) expect(r.error).toMatch(new RegExp(`^${key}: `));
    }
  });

  test('an unknown key, a missing key and an unknown arm are named', () => {
    const without = Object.fromEntries(Object.entries(defaultSettings).filter(([k]) => k !== 'gamma'));
    expect(checkSettings({ ...defaultSettings, gama: 3 })).toMatchObject({ ok: false, error: expect.stringContaining('gama') as string });
    expect(checkSettings(without)).toMatchObject({ ok: false, error: expect.stringMatching(/^gamma: /) as string });
    expect(checkSettings({ ...defaultSettings, arm: 'best' })).toMatchObject({ ok: false, error: expect.stringMatching(/^arm: /) as string });
    for (const v of [null, 3, 'x', []]) expect(checkSettings(v).ok).toBe(false);
  });
});

describe('seeds', () => {
  test.each([
    ['1-5', [1, 2, 3, 4, 5]],
    ['7', [7]],
    [' 1, 3-4 ', [1, 3, 4]],
  ])('%s', (text, seeds) => {
    expect(parseSeeds(text)).toEqual(seeds);
  });

  test.each(['', '1-', '5-1', '1,1', '1-11', 'a', '1;2', '-1', '1.5', '1-999999'])('%s is none', (text) => {
    expect(parseSeeds(text)).toBeNull();
  });

  test('whatever the text, the result is null or a short list of different whole numbers', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seeds = parseSeeds(text);
        if (seeds === null) return;
        expect(seeds.length).toBeGreaterThan(0);
        expect(seeds.length).toBeLessThanOrEqual(SETTINGS.seeds.max);
        expect(new Set(seeds).size).toBe(seeds.length);
      }),
    );
  });
});
