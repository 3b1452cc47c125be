/**
 * The settings table: the one place that knows a setting's type, range, default, unit, help and short name. Types, validation, the panel's controls and the
 * command line's options all follow from it. A shared setting belongs to every arm alike.
 */
import { z } from 'zod';
import { mustBe, shown } from './mistakes.ts';

export const ARMS = ['base', 'single', 'persona', 'temperature', 'ensemble', 'verbalized', 'cotrain', 'population', 'selfplay', 'uniform', 'oracle'] as const;
export type ArmId = (typeof ARMS)[number];

interface Common {
  /** short name, for links and run names */
  readonly short: string;
  readonly label: string;
  readonly unit?: string;
  readonly help: string;
  /** concerns only these arms; left out: all */
  readonly arms?: readonly ArmId[];
  readonly group: 'basic' | 'training' | 'optimiser' | 'simulator' | 'evaluation' | 'engine';
}
export interface NumberSetting extends Common {
  readonly kind: 'int' | 'float';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
}
export interface ChoiceSetting extends Common {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly default: string;
}
/** a set of seeds written as "1-5" or "1,3,7" */
export interface SeedsSetting extends Common {
  readonly kind: 'seeds';
  readonly max: number;
  readonly default: string;
}
export type Setting = NumberSetting | ChoiceSetting | SeedsSetting;

const int = (s: Omit<NumberSetting, 'kind' | 'step'> & { step?: number }): NumberSetting => ({ step: 1, ...s, kind: 'int' });
const float = (s: Omit<NumberSetting, 'kind'>): NumberSetting => ({ ...s, kind: 'float' });

export const SETTINGS = {
  scenario: {
    kind: 'choice',
    short: 'scenario',
    label: 'Scenario',
    group: 'basic',
    default: 'persuasion',
    options: [{ value: 'persuasion', label: 'Persuasion for Good' }],
    help: "What the dialogue is about: a persuader asks a stranger to donate part of a small payment to a children's charity.",
  } satisfies ChoiceSetting,
  gamma: int({
    short: 'gamma',
    label: 'Collapse strength γ',
    group: 'basic',
    min: 1,
    max: 20,
    default: 16,
    help: 'How strongly alignment sharpened the simulated user towards its most typical behaviour. 1 cuts only the rarest answers; 16 leaves nearly one person.',
  }),
  model: {
    kind: 'choice',
    short: 'model',
    label: 'Policy size',
    group: 'basic',
    default: 'M',
    options: [
      { value: 'S', label: 'S: width 32, 2 layers' },
      { value: 'M', label: 'M: width 64, 2 layers' },
      { value: 'L', label: 'L: width 128, 4 layers' },
    ],
    help: 'Size of the policy transformer. Larger ones learn a little faster per update and cost more time.',
  } satisfies ChoiceSetting,
  networks: {
    kind: 'choice',
    short: 'nets',
    label: 'Starting networks',
    group: 'simulator',
    default: 'shipped',
    options: [
      { value: 'shipped', label: 'Shipped with the lab' },
      { value: 'scratch', label: 'Train from scratch here' },
    ],
    help: 'The pre-trained policy and the simulators can be loaded, or trained on this device before the run (a few minutes).',
  } satisfies ChoiceSetting,
  vsK: int({
    short: 'vsk',
    label: 'Candidates of a list',
    arms: ['verbalized'],
    group: 'simulator',
    min: 1,
    max: 7,
    default: 5,
    help: 'With Verbalized Sampling, how many candidates the simulated user lists before each decision; fewer where there are fewer to choose from.',
  }),
  vsDraw: {
    kind: 'choice',
    short: 'vsdraw',
    label: 'Draw from a list',
    arms: ['verbalized'],
    group: 'simulator',
    default: 'prob',
    options: [
      { value: 'prob', label: 'By its stated probabilities' },
      { value: 'random', label: 'Every candidate alike' },
    ],
    help: 'With Verbalized Sampling, how one candidate is chosen from the list the simulated user wrote.',
  } satisfies ChoiceSetting,
  seeds: {
    kind: 'seeds',
    short: 'seeds',
    label: 'Seeds',
    group: 'basic',
    max: 10,
    default: '1-5',
    help: 'Independent repetitions, trained at the same time. The band in the charts is their spread.',
  } satisfies SeedsSetting,
  updates: int({ short: 'updates', label: 'Updates', unit: 'updates', group: 'basic', min: 1, max: 2000, default: 250, help: 'How many times the policy is updated.' }),
  prompts: int({
    short: 'prompts',
    label: 'Groups per update',
    unit: 'groups',
    group: 'training',
    min: 1,
    max: 64,
    default: 16,
    help: 'Groups of dialogues per update and seed (the prompts of GRPO).',
  }),
  group: int({ short: 'group', label: 'Group size G', unit: 'dialogues', group: 'training', min: 2, max: 32, default: 8, help: 'Dialogues per group; rewards are compared within the group.' }),
  advantage: {
    kind: 'choice',
    short: 'adv',
    label: 'Advantage',
    group: 'training',
    default: 'standardised',
    options: [
      { value: 'standardised', label: '(R − mean) / sd' },
      { value: 'centred', label: 'R − mean' },
      { value: 'raw', label: 'R' },
    ],
    help: 'How a reward becomes an advantage within its group.',
  } satisfies ChoiceSetting,
  temperature: float({
    short: 'temp',
    label: 'Rollout temperature',
    group: 'training',
    min: 0.1,
    max: 3,
    step: 0.1,
    default: 1,
    help: 'Temperature at which the policy samples its acts while training. The loss is that of the policy at temperature 1, so other values make the update off-policy.',
  }),
  simTemperature: float({
    short: 'simtemp',
    label: 'Simulator temperature',
    arms: ['temperature'],
    group: 'simulator',
    min: 0.1,
    max: 20,
    step: 0.1,
    default: 4,
    help: 'The temperature the training simulator is sampled at.',
  }),
  simReward: {
    kind: 'choice',
    short: 'simreward',
    label: 'Simulator reward',
    arms: ['cotrain', 'population', 'selfplay'],
    group: 'simulator',
    default: 'curriculum',
    options: [
      { value: 'curriculum', label: 'Curriculum: half of a group succeeds' },
      { value: 'adversarial', label: 'Adversarial: 1 − reward' },
      { value: 'shared', label: 'Shared: the policy’s reward' },
    ],
    help: 'What a simulator that learns is paid for.',
  },
  simGamma: int({
    short: 'simgamma',
    label: 'Starting γ of a learning simulator',
    arms: ['cotrain', 'population'],
    group: 'simulator',
    min: 1,
    max: 20,
    default: 2,
    help: 'Collapse strength of the sibling a learning simulator starts from. Self-play starts from a network of its own, made at 2.',
  }),
  simLearningRate: float({
    short: 'simlr',
    label: 'Simulator learning rate',
    arms: ['cotrain', 'population', 'selfplay'],
    group: 'simulator',
    min: 1e-5,
    max: 1e-2,
    step: 1e-5,
    default: 1e-3,
    help: 'Step size of AdamW for a simulator that learns, or for the user’s side of self-play.',
  }),
  simKl: float({
    short: 'simkl',
    label: 'Simulator KL weight',
    arms: ['cotrain', 'population', 'selfplay'],
    group: 'simulator',
    min: 0,
    max: 5,
    step: 0.01,
    default: 0.05,
    help: 'How strongly a learning simulator is held to its start (k3 KL). Without it an adversary cycles through hard types.',
  }),
  population: int({
    short: 'pop',
    label: 'Population size K',
    arms: ['population'],
    unit: 'checkpoints',
    group: 'simulator',
    min: 1,
    max: 10,
    default: 5,
    help: 'Checkpoints kept in the population arm’s buffer.',
  }),
  cadence: int({
    short: 'cadence',
    label: 'Checkpoint every',
    arms: ['population'],
    unit: 'updates',
    group: 'simulator',
    min: 1,
    max: 100,
    default: 4,
    help: 'Updates between two checkpoints of the population.',
  }),
  learningRate: float({ short: 'lr', label: 'Learning rate', group: 'optimiser', min: 1e-5, max: 1e-2, step: 1e-5, default: 1e-3, help: 'Step size of AdamW.' }),
  epochs: int({
    short: 'epochs',
    label: 'Optimiser steps per batch',
    unit: 'steps',
    group: 'optimiser',
    min: 1,
    max: 4,
    default: 1,
    help: 'Steps taken on each batch of dialogues. With one step the probability ratio is always 1 and nothing is clipped.',
  }),
  klWeight: float({
    short: 'kl',
    label: 'KL weight β',
    group: 'optimiser',
    min: 0,
    max: 1,
    step: 0.001,
    default: 0.005,
    help: 'Weight of the k3 estimate of the KL divergence to the pre-trained policy.',
  }),
  entropyBonus: float({ short: 'ent', label: 'Entropy bonus', group: 'optimiser', min: 0, max: 0.1, step: 0.001, default: 0, help: 'Weight of the policy entropy added to the objective.' }),
  clipLow: float({
    short: 'cliplo',
    label: 'Clip below',
    group: 'optimiser',
    min: 0.01,
    max: 1,
    step: 0.01,
    default: 0.2,
    help: 'The probability ratio is clipped at 1 − this. It matters from the second optimiser step on a batch.',
  }),
  clipHigh: float({
    short: 'cliphi',
    label: 'Clip above',
    group: 'optimiser',
    min: 0.01,
    max: 1,
    step: 0.01,
    default: 0.28,
    help: 'The probability ratio is clipped at 1 + this. It matters from the second optimiser step on a batch.',
  }),
  weightDecay: float({ short: 'wd', label: 'Weight decay', group: 'optimiser', min: 0, max: 1, step: 0.01, default: 0.1, help: 'Decoupled weight decay of the linear weights.' }),
  gradClip: float({ short: 'gclip', label: 'Gradient clip', group: 'optimiser', min: 0.01, max: 100, step: 0.01, default: 1, help: 'Largest global gradient norm of one update.' }),
  evalEvery: int({
    short: 'every',
    label: 'Evaluate every',
    unit: 'updates',
    group: 'evaluation',
    min: 1,
    max: 500,
    default: 16,
    help: 'Updates between two evaluations on held-out simulators and real users.',
  }),
  evalDialogues: int({
    short: 'evaln',
    label: 'Dialogues per evaluation',
    unit: 'dialogues',
    group: 'evaluation',
    min: 8,
    max: 512,
    step: 8,
    default: 128,
    help: 'Dialogues per held-out family, and twice as many with real users, per seed.',
  }),
  theoryEvery: int({
    short: 'theory',
    label: 'Measure the theory every',
    unit: 'updates',
    group: 'evaluation',
    min: 0,
    max: 500,
    default: 64,
    help: 'Updates between two measurements of the variance split and of the gradient’s bias beside its bound; 0 measures neither.',
  }),
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

type ValueOf<S extends Setting> = S extends NumberSetting ? number : string;
export type Settings = { readonly arm: ArmId } & { readonly [K in SettingKey]: ValueOf<(typeof SETTINGS)[K]> };

/** Seeds as numbers from "1-5" or "1,3,7"; null when the text is no such list, has doubles, or more than `max` seeds. */
export function parseSeeds(text: string, max: number = SETTINGS.seeds.max): number[] | null {
  const seeds: number[] = [];
  for (const part of text.split(',')) {
    const m = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(part);
    if (!m) return null;
    const a = Number(m[1]);
    const b = m[2] === undefined ? a : Number(m[2]);
    if (b < a || b - a >= max) return null;
    for (let s = a; s <= b; s++) seeds.push(s);
  }
  return seeds.length > 0 && seeds.length <= max && new Set(seeds).size === seeds.length ? seeds : null;
}

const optionsOf = (s: ChoiceSetting): readonly string[] => s.options.map((o) => o.value);

function schemaOf(s: Setting): z.ZodType {
  if (s.kind === 'choice') return z.enum(optionsOf(s) as [string, ...string[]], { error: ({ input }) => mustBe(optionsOf(s), input) });
  if (s.kind === 'seeds')
    return z.string().refine((t) => parseSeeds(t, s.max) !== null, { error: ({ input }) => `must be a list such as 1-5 or 1,3,7 with at most ${s.max} different seeds, not ${shown(input)}` });
  const range = `must be a ${s.kind === 'int' ? 'whole number' : 'number'} from ${s.min} to ${s.max}`;
  return z.custom<number>((v) => typeof v === 'number' && v >= s.min && v <= s.max && (s.kind === 'float' || Number.isInteger(v)), { error: ({ input }) => `${range}, not ${shown(input)}` });
}

export const settingsSchema = z.strictObject({
  arm: z.enum(ARMS, { error: ({ input }) => mustBe(ARMS, input) }),
  ...Object.fromEntries(SETTING_KEYS.map((k) => [k, schemaOf(SETTINGS[k])])),
}) as unknown as z.ZodType<Settings>;

export const defaultSettings: Settings = { arm: 'single', ...Object.fromEntries(SETTING_KEYS.map((k) => [k, SETTINGS[k].default])) } as Settings;

/** Validates a whole settings object; on failure names the field at fault in one line. */
export function checkSettings(value: unknown): { ok: true; settings: Settings } | { ok: false; error: string } {
  const r = settingsSchema.safeParse(value);
  if (r.success) return { ok: true, settings: r.data };
  const issue = r.error.issues[0];
  return { ok: false, error: issue ? `${issue.path.join('.') || 'settings'}: ${issue.message}` : 'settings: not valid' };
}
