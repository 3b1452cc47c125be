/** An experiment as a link that people can read, `#/lab?v=1&scenario=persuasion&arms=single,verbalized&gamma=8&seeds=1-5&updates=250`, and back. Pure text: nothing here knows a page. */
import type { BackendChoice } from '../backend-choice.ts';
import { BACKEND_CHOICE, backendLabel, BACKENDS } from '../backend-choice.ts';
import type { ExperimentSettings } from '../experiment-settings.ts';
import { nearest } from '../mistakes.ts';
import type { ArmId, SettingKey } from '../settings.ts';
import { SETTING_KEYS, SETTINGS } from '../settings.ts';
import { withinBudget } from './budget.ts';
import { MAX_POINTS } from './curves.ts';
import { readArms, readSetting, writeValue } from './fields.ts';
import type { Notice } from './notices.ts';
import { listOf, replaced } from './notices.ts';
import { readParams, writeParams } from './params.ts';
import type { RecordedResult, RunToRecord } from './result.ts';
import { readResult, writeResult } from './result.ts';
import { MAX_NOTE, MAX_TITLE, plainText } from './text.ts';
import { ALWAYS, complete, LATEST_VERSION, migrate, shortened, VERSIONS } from './versions.ts';

/** parts of the page that a link may hide */
export const PARTS = ['settings', 'arms', 'tabs', 'table', 'bench', 'header', 'share'] as const;
export type PagePart = (typeof PARTS)[number];

export interface LabLink {
  readonly experiment: ExperimentSettings;
  readonly backend: BackendChoice;
  /** plain text; '' where there is none */
  readonly title: string;
  readonly note: string;
  /** the page stands inside another one */
  readonly embed: boolean;
  /** only with `embed` */
  readonly hide: readonly PagePart[];
}
export interface ReadLink extends LabLink {
  readonly version: number;
  readonly result: RecordedResult | null;
  readonly notices: readonly Notice[];
}

/** what may stand in a link beside settings */
export const OTHER_KEYS = ['v', 'backend', 'title', 'note', 'embed', 'hide', 'r'] as const;
export type OtherKey = (typeof OTHER_KEYS)[number];
/** characters a result link stays below, the page's address included */
export const RESULT_LINK = 2048;
/** room for the address before the hash */
const ADDRESS = 64;

/** Settings of a link, all of them, as text by short name. */
export const settingsParams = (e: ExperimentSettings): Map<string, string> =>
  new Map([['arms', e.arms.join(',')], ...SETTING_KEYS.map((k): [string, string] => [SETTINGS[k].short, writeValue(e[k])])]);

function paramsOf(link: LabLink): [string, string | null][] {
  const settings = settingsParams(link.experiment);
  const usual = VERSIONS[LATEST_VERSION]!.defaults;
  const differing = [...settings].filter(([short, value]) => !ALWAYS.includes(short) && value !== String(usual[short]));
  const title = plainText(link.title, MAX_TITLE);
  const note = plainText(link.note, MAX_NOTE);
  return [
    ['v', String(LATEST_VERSION)],
    ...ALWAYS.map((short): [string, string] => [short, settings.get(short)!]),
    ...differing,
    ...(link.backend === 'auto' ? [] : [['backend', link.backend] as [string, string]]),
    ...(title ? [['title', title] as [string, string]] : []),
    ...(note ? [['note', note] as [string, string]] : []),
    ...(link.embed ? [['embed', null] as [string, null]] : []),
    ...(link.embed && link.hide.length > 0 ? [['hide', PARTS.filter((p) => link.hide.includes(p)).join(',')] as [string, string]] : []),
  ];
}

/** The link of an experiment. */
export const writeLink = (link: LabLink): string => writeParams(paramsOf(link));

/** The link of a finished run of that experiment; its curves get as many points as fit. */
export function writeResultLink(link: LabLink, run: RunToRecord): string {
  const params = paramsOf({ ...link, backend: run.backend === 'cpu' ? 'cpu' : link.backend });
  const settings = settingsParams(link.experiment);
  let hash = '';
  for (let points = MAX_POINTS; points >= 2; points--) {
    hash = writeParams([...params, ['r', writeResult(run, settings, points)]]);
    if (hash.length + ADDRESS <= RESULT_LINK) break;
  }
  return hash;
}

/** version to read the link as, and what to say about it */
function versionOf(text: string | undefined): { version: number; notice?: Notice } {
  if (text === undefined) return { version: 1 };
  const asked = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (VERSIONS[asked]) return { version: asked };
  if (asked <= LATEST_VERSION) return { version: 1, notice: replaced('version', 'Version of the link', text, '1', 'because there is no such version') };
  const said = `This link is of version ${asked}; this lab reads up to version ${LATEST_VERSION}. What could be read is used; the run may differ from the one that was meant.`;
  return { version: LATEST_VERSION, notice: { kind: 'version', field: 'Version of the link', asked: text, used: String(LATEST_VERSION), text: said } };
}

/** Settings from a complete set of the newest version; `usual`: what to fall back to, complete as well. */
function experimentOf(params: ReadonlyMap<string, string>, usual: ReadonlyMap<string, string>, notices: Notice[]): ExperimentSettings {
  const values: Partial<Record<SettingKey, string | number>> = {};
  for (const key of SETTING_KEYS) {
    const s = SETTINGS[key];
    const fallback = usual.get(s.short) ?? String(s.default);
    const read = readSetting(s, params.get(s.short) ?? fallback, fallback);
    values[key] = read.value;
    if (read.notice) notices.push(read.notice);
  }
  const arms = readArms(params.get('arms') ?? '', (usual.get('arms') ?? 'single').split(',') as ArmId[]);
  if (arms.notice) notices.push(arms.notice);
  const within = withinBudget({ ...(values as Omit<ExperimentSettings, 'arms'>), arms: arms.value });
  notices.push(...within.notices);
  return within.experiment;
}

/** Text for people, cut where it is too long. */
function textOf(params: ReadonlyMap<string, string>, key: 'title' | 'note', max: number, notices: Notice[]): string {
  const asked = params.get(key) ?? '';
  const text = plainText(asked, max);
  if (Array.from(plainText(asked, Infinity)).length > max) {
    const field = key === 'title' ? 'Title' : 'Note';
    notices.push({ kind: 'text', field, text: `${field}: longer than ${max} characters; the rest was left out.` });
  }
  return text;
}

function backendOf(params: ReadonlyMap<string, string>, notices: Notice[]): BackendChoice {
  const asked = params.get('backend') ?? 'auto';
  const known = BACKENDS.find((b) => b === asked);
  if (!known) notices.push(replaced('choice', BACKEND_CHOICE.label, asked, backendLabel('auto'), 'because there is no such choice'));
  return known ?? 'auto';
}

function hiddenOf(params: ReadonlyMap<string, string>, embed: boolean, notices: Notice[]): PagePart[] {
  const asked = (params.get('hide') ?? '').split(',').filter((p) => p !== '');
  if (!embed) {
    if (asked.length > 0)
      notices.push({ kind: 'unknown', field: 'Hidden parts', asked: listOf(asked), text: `Nothing is hidden: parts of the page (${listOf(asked)}) are only left out together with embed.` });
    return [];
  }
  const unknown = asked.filter((p) => !PARTS.some((x) => x === p));
  if (unknown.length > 0) notices.push({ kind: 'unknown', field: 'Hidden parts', asked: listOf(unknown), text: `This page has no part to hide called ${listOf(unknown)}.` });
  return PARTS.filter((p) => asked.includes(p));
}

/** " Did you mean gamma?", where one name is unknown and near to one that is not. */
function meant(unknown: readonly string[], version: number): string {
  const { defaults, names } = VERSIONS[version]!;
  const near = unknown.length === 1 ? nearest(unknown[0]!, [...Object.keys(defaults), ...Object.keys(names), ...OTHER_KEYS]) : undefined;
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** True of a hash that says an experiment, not only a place. */
export const isLink = (hash: string): boolean => /^#\/lab\/?\?[^=&]/.test(hash.slice(0, 16));

/** Reads any text as a link: settings are always valid, whatever could not be taken at its word is in the notices. */
export function readLink(hash: string): ReadLink {
  const { params: written, notices } = readParams(hash);
  const { version, notice } = versionOf(written.get('v'));
  if (notice) notices.push(notice);
  const { params, twice } = shortened(version, written);
  if (twice.length > 0) notices.push({ kind: 'twice', field: 'Link', text: `Given by two names in the link: ${listOf(twice)}. The first value counts.` });
  const table = VERSIONS[version]!.defaults;
  const unknown = [...params.keys()].filter((k) => !Object.hasOwn(table, k) && !OTHER_KEYS.some((o) => o === k));
  if (unknown.length > 0)
    notices.push({
      kind: 'unknown',
      field: 'Link',
      asked: listOf(unknown),
      text: `This lab has no setting called ${listOf(unknown.map((u) => u || '(nothing)'))}; left out.${meant(unknown, version)}`,
    });
  const settings = complete(version, params);
  const migrated = migrate(version, settings);
  const experiment = experimentOf(migrated, migrate(version, complete(version, new Map())), notices);
  const embed = params.has('embed') && params.get('embed') !== '0';
  const link: LabLink = {
    experiment,
    backend: backendOf(params, notices),
    title: textOf(params, 'title', MAX_TITLE, notices),
    note: textOf(params, 'note', MAX_NOTE, notices),
    embed,
    hide: hiddenOf(params, embed, notices),
  };
  let result: RecordedResult | null = null;
  const r = params.get('r');
  if (r !== undefined) {
    try {
      const taken = settingsParams(experiment);
      if ([...migrated].some(([short, value]) => taken.get(short) !== value)) throw new Error('it was recorded with settings that this lab does not take');
      result = readResult(r, settings, experiment.arms.length);
    } catch (e) {
      const why = e instanceof Error ? e.message : String(e);
      notices.push({ kind: 'result', field: 'Recorded result', text: `The recorded result in this link could not be read (${why}). Its settings are used.` });
    }
  }
  return { ...link, version, result, notices };
}
