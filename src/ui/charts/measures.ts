import type { ArmId } from '../../train/settings.ts';
import { armColour } from './arm-styles.ts';

/** What is drawn and how. A measure is told apart by colour, dash, marker and label, never by colour alone. */
export type Marker = 'none' | 'circle' | 'square';

export interface LineStyle {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  /** SVG dash pattern; undefined is solid */
  readonly dash?: string;
  readonly marker: Marker;
  readonly width: number;
}
export interface Measure extends LineStyle {
  /** metric name in the worker's messages */
  readonly metric: string;
}

/** Whom an arm trains against, as a label of what is measured there. */
export function trainLabel(arm: ArmId): string {
  if (arm === 'oracle') return 'Real users, in training';
  return arm === 'ensemble' || arm === 'population' ? 'Training simulators' : 'Training simulator';
}

export const successOf = (arm: ArmId): readonly Measure[] => [
  { key: 'train', metric: 'success.train', label: trainLabel(arm), colour: armColour(arm), marker: 'none', width: 2 },
  { key: 'heldout', metric: 'success.heldout', label: 'Held-out simulators', colour: 'var(--measure-heldout)', dash: '7 4', marker: 'circle', width: 2 },
  { key: 'real', metric: 'success.real', label: 'Real users', colour: 'var(--measure-real)', dash: '10 3 2 3', marker: 'square', width: 2 },
];

export const entropyOf = (arm: ArmId): Measure => ({ key: 'entropy', metric: 'policy.entropy', label: 'Policy entropy', colour: armColour(arm), marker: 'none', width: 2 });

type Words = readonly [label: string, help: string];

/** Plain names of what the worker reports, in the order of the list of measures. */
const METRIC_WORDS: Readonly<Record<string, Words>> = {
  'success.train': ['Success, training simulator', 'share of dialogues with reward above 0'],
  'success.heldout': ['Success, held-out simulators', 'mean over the panel'],
  'success.real': ['Success, real users', 'share of dialogues with reward above 0'],
  'reward.train': ['Reward, training simulator', 'mean, after the discount for long dialogues'],
  'reward.heldout': ['Reward, held-out simulators', 'mean over the panel'],
  'reward.real': ['Reward, real users', 'mean, after the discount for long dialogues'],
  'policy.entropy': ['Policy entropy', 'nats, mean over the policy’s decisions'],
  'policy.strategyEntropy': ['Strategy entropy', 'nats, over whole sequences of acts: how many different dialogues the policy holds'],
  'policy.modeMass': ['Most frequent sequence', 'share of dialogues that use the commonest sequence of acts'],
  'policy.exploitMass': ['Mode-exploit strategies', 'share of training dialogues whose acts can still be completed to a script that earns at least 0.9 of the best with the most likely user'],
  'policy.kl': ['Distance from the policy before training', 'KL divergence, nats'],
  'sim.eps': ['Collapse error ε', 'chance that the simulator leaves its most likely answer'],
  'sim.epsBar': ['Collapse error per dialogue', 'sum of ε over the turns'],
  'sim.modeMass': ['Most frequent type of training user', 'share of training dialogues with it'],
  'sim.profile': ['Training users', 'share of training dialogues'],
  'sim.eta': ['List error η', 'total variation between what a verbalized list says and the base simulator, mean over decisions'],
  'sim.etaBar': ['List error per dialogue', 'sum of η over the turns'],
  'sim.malformed': ['Malformed lists', 'share of verbalized lists that were not used'],
  'sim.entropy': ['Simulator entropy', 'nats, mean over its answers'],
  'sim.reward': ['Simulator reward', 'mean, for a simulator that learns'],
  'sim.kl': ['Distance of the simulator from its start', 'KL divergence, nats'],
  'sim.loss': ['Simulator loss', 'clipped surrogate with KL'],
  'sim.gradNorm': ['Simulator gradient norm', 'before clipping'],
  'sim.clipFraction': ['Clipped simulator decisions', 'share whose probability ratio was clipped'],
  'group.zeroVariance': ['Groups without a signal', 'all rewards equal, nothing to learn from'],
  'group.allSuccess': ['Groups that all succeed', 'share of groups'],
  'group.allFail': ['Groups that all fail', 'share of groups'],
  'dialogue.turns': ['Turns per dialogue', 'mean, training simulator'],
  'variance.user': ['Variance from the users', 'of the reward, what stays when the policy’s acts are given: the part that tells about people'],
  'variance.policy': ['Variance from the policy', 'of the reward, what the policy’s own choices make'],
  'variance.userShare': ['Share of variance from the users', 'of all variance of the reward'],
  'variance.bound': ['Bound on the variance from the users', 'R²max ε̄: a collapsed simulator leaves no room for it'],
  'grad.bias': ['Gradient bias', 'distance between the gradient with these users and with users who always give their most likely answer; with Verbalized Sampling, with the base simulator'],
  'grad.biasBound': ['Bound on the gradient bias', '2 B Rmax ε̄'],
  'grad.scoreMax': ['Longest score of a dialogue, B', 'largest ‖Σ ∇ log π‖ over the dialogues'],
  loss: ['Loss', 'clipped surrogate with KL'],
  'grad.norm': ['Gradient norm', 'before clipping'],
  'clip.fraction': ['Clipped decisions', 'share whose probability ratio was clipped'],
};

const PROFILE = 'sim.profile';
/** "sim.profile.skeptic" is one of a group, one for each type of user */
const groupOf = (name: string): string => (name.startsWith(`${PROFILE}.`) ? PROFILE : name);

/** Words for a metric; null for a name that has none and is shown as it is. */
export function metricWords(name: string): Words | null {
  const words = METRIC_WORDS[groupOf(name)];
  if (!words) return null;
  return name.startsWith(`${PROFILE}.`) ? [`${words[0]} of type “${name.slice(PROFILE.length + 1)}”`, words[1]] : words;
}

const ORDER = Object.keys(METRIC_WORDS);
/** Like with like, whatever order they came in; names without words last. */
export function sortMetrics(names: readonly string[]): string[] {
  const rank = (name: string): number => {
    const i = ORDER.indexOf(groupOf(name));
    return i < 0 ? ORDER.length : i;
  };
  return [...names].sort((a, b) => rank(a) - rank(b));
}

/** Held-out simulators are named after the user they play most often: "busy-2" -> "Busy 2" */
export const familyName = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
