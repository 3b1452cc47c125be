/** One setting as it stands in a link: the settings table is the schema. Whatever the text, the result is a valid value. */
import type { ChoiceSetting, NumberSetting, SeedsSetting, Setting } from '../settings.ts';
import { ARMS, parseSeeds } from '../settings.ts';
import type { ArmId } from '../settings.ts';
import type { Notice } from './notices.ts';
import { listOf, replaced } from './notices.ts';

export interface Read<T> {
  readonly value: T;
  readonly notice?: Notice;
}

/** a decimal number; nothing in it can be matched in two ways */
const NUMBER = /^[+-]?(?:\d{1,25}(?:\.\d{0,25})?|\.\d{1,25})(?:e[+-]?\d{1,3})?$/i;
/** longest text of one value that is looked at */
const MAX_VALUE = 400;

export function readNumber(s: NumberSetting, text: string, fallback: string): Read<number> {
  const asked = text.trim();
  if (asked.length > MAX_VALUE || !NUMBER.test(asked)) return { value: Number(fallback), notice: replaced('choice', s.label, text, fallback, 'because that is not a number') };
  // + 0: no setting is ever a negative zero
  const x = Number(asked) + 0;
  const value = Math.min(s.max, Math.max(s.min, s.kind === 'int' ? Math.round(x) : x));
  if (value === x) return { value };
  const why = value === s.min || value === s.max ? `the nearest from ${s.min} to ${s.max}` : 'the nearest whole number';
  return { value, notice: replaced('clamped', s.label, text, String(value), why) };
}

export function readChoice(s: ChoiceSetting, text: string, fallback: string): Read<string> {
  if (s.options.some((o) => o.value === text)) return { value: text };
  const label = s.options.find((o) => o.value === fallback)?.label ?? fallback;
  return { value: fallback, notice: replaced('choice', s.label, text, label, 'because there is no such choice') };
}

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

/** "1-5" where seeds follow each other, else "1,3,7" */
function seedsText(seeds: readonly number[]): string {
  const first = seeds[0]!;
  const last = seeds.at(-1)!;
  return seeds.length > 1 && seeds.every((s, i) => s === first + i) ? `${first}-${last}` : seeds.join(',');
}

/** More seeds than allowed, or doubles, are cut; a text that is no list of seeds falls back. */
export function readSeeds(s: SeedsSetting, text: string, fallback: string): Read<string> {
  const asked = withoutSpaces(text.slice(0, MAX_VALUE));
  if (text.length <= MAX_VALUE && parseSeeds(asked, s.max)) return { value: asked };
  const seeds = new Set<number>();
  for (const part of asked.split(',')) {
    const m = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part);
    if (!m) continue;
    const from = Number(m[1]);
    const to = m[2] === undefined ? from : Number(m[2]);
    for (let x = from; x <= to && seeds.size < s.max; x++) seeds.add(x);
  }
  const used = seeds.size > 0 ? seedsText([...seeds]) : fallback;
  return { value: used, notice: replaced('seeds', s.label, text, used, `since a run has 1 to ${s.max} different seeds, written as 1-5 or 1,3,7`) };
}

export function readArms(text: string, fallback: readonly ArmId[]): Read<readonly ArmId[]> {
  const known = new Set<ArmId>();
  const wrong = new Set<string>();
  for (const part of text.split(',').map((p) => p.trim())) {
    const arm = ARMS.find((a) => a === part);
    if (!arm || known.has(arm)) wrong.add(part);
    else known.add(arm);
  }
  const value = known.size > 0 ? [...known] : fallback;
  if (wrong.size === 0) return { value };
  const left = listOf([...wrong].map((w) => (w === '' ? 'an empty name' : w)));
  return {
    value,
    notice: { kind: 'arms', field: 'Arms', asked: left, used: value.join(', '), text: `Arms: left out, because there is no such arm or it was named before: ${left}. Used: ${value.join(', ')}.` },
  };
}

export function readSetting(s: Setting, text: string, fallback: string): Read<string | number> {
  switch (s.kind) {
    case 'choice':
      return readChoice(s, text, fallback);
    case 'seeds':
      return readSeeds(s, text, fallback);
    case 'int':
    case 'float':
      return readNumber(s, text, fallback);
  }
}

export const writeValue = (value: string | number): string => (typeof value === 'number' ? String(value + 0) : withoutSpaces(value));
