/** The studies behind docs/EVIDENCE.md: a table. Each is one or more grids, run like any sweep. */
import type { ArmId, SettingKey, Settings } from '../../train/settings.ts';
import { ARMS, defaultSettings } from '../../train/settings.ts';
import type { RunSpec } from '../sweep/grid.ts';
import { points } from '../sweep/grid.ts';

export interface Grid {
  readonly arms: readonly ArmId[];
  readonly over?: Readonly<Partial<Record<SettingKey, readonly (string | number)[]>>>;
}

export interface Study {
  readonly id: string;
  readonly title: string;
  /** one sentence */
  readonly question: string;
  readonly seeds: string;
  /** changes to the defaults that every run of the study shares */
  readonly settings?: Readonly<Partial<Omit<Settings, 'arm' | 'seeds'>>>;
  readonly grids: readonly Grid[];
  /** points of the study that the main one has measured: taken from there, on this study's seeds */
  readonly inMain?: readonly { readonly arm: ArmId; readonly varied: RunSpec['varied'] }[];
}

/** Evaluation and the measurements of the theory have random streams of their own and write nothing that training reads: fewer of them change no number of training, and the end is evaluated always. */
const LEAN = { evalEvery: 125, theoryEvery: 0 } as const;
const FEW_SEEDS = '1-3';

export const STUDIES: readonly Study[] = [
  {
    id: 'main',
    title: 'Every arm, all settings at their defaults',
    question: 'What does each kind of training user do to a policy, paired over the same five seeds, prompts and random streams?',
    seeds: '1-5',
    grids: [{ arms: ARMS }],
  },
  {
    id: 'check',
    title: 'The claims on seeds that were never used for tuning',
    question: 'Do the differences between the arms hold on seeds at which nobody looked while the lab was built?',
    seeds: '11-15',
    grids: [{ arms: ['single', 'verbalized', 'cotrain', 'population'] }],
  },
  {
    id: 'gamma',
    title: 'Collapse strength γ',
    question: 'Does the damage grow with the collapse of the training simulator, and does Verbalized Sampling undo it at every strength?',
    seeds: FEW_SEEDS,
    settings: LEAN,
    grids: [
      { arms: ['single'], over: { gamma: [1, 2, 4, 8, 12, 20] } },
      { arms: ['verbalized'], over: { gamma: [2, 8, 20] } },
    ],
    inMain: [
      { arm: 'single', varied: { gamma: 16 } },
      { arm: 'verbalized', varied: { gamma: 16 } },
    ],
  },
  {
    id: 'population',
    title: 'Size K of the population',
    question: 'How many past checkpoints should the population keep?',
    seeds: FEW_SEEDS,
    settings: LEAN,
    grids: [{ arms: ['population'], over: { population: [1, 3, 10] } }],
    inMain: [{ arm: 'population', varied: { population: 5 } }],
  },
  {
    id: 'reward',
    title: 'Simulator reward and anchor',
    question: 'What should a learning simulator be paid for, and how firmly must it be held to its start?',
    seeds: FEW_SEEDS,
    settings: LEAN,
    grids: [
      { arms: ['cotrain'], over: { simReward: ['adversarial', 'shared'], simKl: [0, 0.05, 0.5] } },
      { arms: ['cotrain'], over: { simReward: ['curriculum'], simKl: [0, 0.5] } },
    ],
    inMain: [{ arm: 'cotrain', varied: { simReward: 'curriculum', simKl: 0.05 } }],
  },
  {
    id: 'lists',
    title: 'Verbalized Sampling: length of the list, and the draw from it',
    question: 'How long must the lists be, and does it matter that one draws by the stated probabilities?',
    seeds: FEW_SEEDS,
    settings: LEAN,
    grids: [
      { arms: ['verbalized'], over: { vsK: [1, 2, 3, 7], vsDraw: ['prob'] } },
      { arms: ['verbalized'], over: { vsK: [5], vsDraw: ['random'] } },
    ],
    inMain: [{ arm: 'verbalized', varied: { vsK: 5, vsDraw: 'prob' } }],
  },
  {
    id: 'temperature',
    title: 'Simulator temperature',
    question: 'Can a higher temperature of the frozen simulator replace the remedies?',
    seeds: FEW_SEEDS,
    settings: LEAN,
    grids: [{ arms: ['temperature'], over: { simTemperature: [2, 8, 16] } }],
    inMain: [{ arm: 'temperature', varied: { simTemperature: 4 } }],
  },
];

/** Changes for a rehearsal: every study, at a size at which its numbers mean nothing. */
export const REHEARSAL = { model: 'S', updates: 4, prompts: 2, group: 4, evalDialogues: 8, evalEvery: 2 } as const satisfies Partial<Settings>;

export const rehearsed = (studies: readonly Study[]): Study[] => studies.map((s) => ({ ...s, settings: { ...s.settings, ...REHEARSAL } }));

/** The runs of a study itself, without those that main has. */
export function specsOf(study: Study): RunSpec[] {
  const base: Settings = { ...defaultSettings, ...study.settings, seeds: study.seeds };
  return study.grids.flatMap(({ arms, over = {} }) => {
    const overs = Object.entries(over).map(([key, values]) => ({ key: key as SettingKey, values }));
    return points(overs).flatMap((varied) => arms.map((arm) => ({ settings: { ...base, arm, ...varied } as Settings, varied })));
  });
}
