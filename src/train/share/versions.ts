/**
 * Versions of the link. A link writes out what differs from the defaults of its version, so these tables are never changed once a link of theirs can be in somebody's hands: when a default changes, or a setting is
 * added or renamed, a new version is added, and the one before gets `toNext`. `versions.test.ts` says when that is due, and holds one link of every version to the settings it always meant.
 */

export interface LinkVersion {
  /** by short name, every setting of that version */
  readonly defaults: Readonly<Record<string, string | number>>;
  /** what else a setting may be called in a link: its own name, by what `defaults` calls it; where the two differ */
  readonly names: Readonly<Record<string, string>>;
  /** turns a complete set of this version into one of the next: renames, and values that keep an added setting as it was before it could be chosen */
  readonly toNext?: (params: ReadonlyMap<string, string>) => Map<string, string>;
}

export const VERSIONS: Readonly<Record<number, LinkVersion>> = {
  1: {
    defaults: {
      scenario: 'persuasion',
      arms: 'single',
      gamma: 16,
      model: 'M',
      seeds: '1-5',
      updates: 250,
      nets: 'shipped',
      vsk: 5,
      vsdraw: 'prob',
      prompts: 16,
      group: 8,
      adv: 'standardised',
      temp: 1,
      simtemp: 4,
      simreward: 'curriculum',
      simgamma: 2,
      simlr: 0.001,
      simkl: 0.05,
      pop: 5,
      cadence: 4,
      lr: 0.001,
      epochs: 1,
      kl: 0.005,
      ent: 0,
      cliplo: 0.2,
      cliphi: 0.28,
      wd: 0.1,
      gclip: 1,
      every: 16,
      evaln: 128,
      theory: 64,
    },
    names: {
      arm: 'arms',
      networks: 'nets',
      vsK: 'vsk',
      vsDraw: 'vsdraw',
      advantage: 'adv',
      temperature: 'temp',
      simTemperature: 'simtemp',
      simReward: 'simreward',
      simGamma: 'simgamma',
      simLearningRate: 'simlr',
      simKl: 'simkl',
      population: 'pop',
      learningRate: 'lr',
      klWeight: 'kl',
      entropyBonus: 'ent',
      clipLow: 'cliplo',
      clipHigh: 'cliphi',
      weightDecay: 'wd',
      gradClip: 'gclip',
      evalEvery: 'every',
      evalDialogues: 'evaln',
      theoryEvery: 'theory',
    },
  },
};

export const LATEST_VERSION = Math.max(...Object.keys(VERSIONS).map(Number));

/** written in every link, also when they are the defaults: what a reader of the link wants to see */
export const ALWAYS = ['scenario', 'arms', 'gamma', 'model', 'seeds', 'updates'];

/** What a link of version `version` says, every setting by its short name; of one that is given by both names the first counts, and `twice` has the other. */
export function shortened(version: number, given: ReadonlyMap<string, string>): { params: Map<string, string>; twice: string[] } {
  const { names } = VERSIONS[version]!;
  const params = new Map<string, string>();
  const twice: string[] = [];
  for (const [key, value] of given) {
    const short = Object.hasOwn(names, key) ? names[key]! : key;
    if (params.has(short)) twice.push(key);
    else params.set(short, value);
  }
  return { params, twice };
}

/** Every setting of version `version` as text: what `given` says, and that version's defaults for the rest. */
export function complete(version: number, given: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(Object.entries(VERSIONS[version]!.defaults).map(([short, value]) => [short, given.get(short) ?? String(value)]));
}

/** A complete set of version `from` in the terms of the newest version. */
export function migrate(from: number, params: ReadonlyMap<string, string>): Map<string, string> {
  let now = new Map(params);
  for (let v = from; v < LATEST_VERSION; v++) now = VERSIONS[v]!.toNext?.(now) ?? now;
  return now;
}
