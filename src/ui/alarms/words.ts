/** Every alarm in plain words: what is seen, why it happens, what to try, and the lesson about it. */
import { percent } from '../charts/percent.ts';
import type { ArmId } from '../../train/settings.ts';
import { two } from '../charts/annotate.ts';
import type { Alarm, AlarmId } from './detect.ts';
import { LIMITS, WINDOW } from './detect.ts';

export interface AlarmWords {
  readonly title: string;
  readonly seen: string;
  readonly why: string;
  readonly todo: string;
  /** lesson and step */
  readonly lesson: `${string}/${string}`;
}

export const LESSONS: Readonly<Record<AlarmId, AlarmWords['lesson']>> = {
  oneProfile: 'collapse/gamma',
  entropy: 'bet/entropy',
  heldout: 'bet/bet',
  zeroVariance: 'theory/variance',
  malformed: 'lists/list',
  refusing: 'failures/no-anchor',
  clipped: 'one-update/slow',
};

/** below this many seeds nothing is said about chance */
const FEW_SEEDS = 3;

/** Training measures are judged by their mean over the window; the tabs show single updates, so both say which they mean. */
const mean = `mean of the last ${WINDOW} updates`;
const since = (a: Alarm): string => (a.since < a.update ? ` It has been so since update ${a.since}.` : '');

/** The drop is judged by how many dialogues are behind it; what other seeds would do, only several seeds can tell. */
function chanceWords(seeds: number): string {
  if (seeds < FEW_SEEDS) return `${seeds === 1 ? 'One seed is' : `${seeds} seeds are`} too few to say whether other seeds would do the same.`;
  return `That is more than ${LIMITS.noise} standard errors of these dialogues; the table below shows how much the seeds differ.`;
}

type Make = (a: Alarm, arm: ArmId, reward: string) => Omit<AlarmWords, 'lesson'>;

const WORDS: Readonly<Record<AlarmId, Make>> = {
  entropy: (a) => ({
    title: 'The policy plays nearly always the same.',
    seen: `Its entropy is ${two(a.value)} nats at update ${a.update}, less than a third of the ${two(a.against)} it started with.${since(a)}`,
    why: 'With users who answer alike, one way to speak always earns most, and training drops the others.',
    todo: 'Train against more varied users (Verbalized, Co-Training, a smaller γ), or raise the KL weight or the entropy bonus.',
  }),
  zeroVariance: (a) => ({
    title: 'Nearly no group has a signal.',
    seen: `In ${percent(a.value)} of the groups all rewards are equal at update ${a.update} (${mean}).${since(a)}`,
    why: 'An advantage compares the dialogues of a group. Where all end alike there is nothing to compare, and the update teaches nothing.',
    todo: 'Train against more varied users, raise the rollout temperature, or choose larger groups.',
  }),
  refusing: (a, _, reward) => {
    const starved = a.against === LIMITS.refusedSuccess;
    return {
      title: 'The training users refuse nearly everything.',
      seen: starved
        ? `${percent(a.value)} of the training dialogues succeed at update ${a.update} (${mean}).${since(a)}`
        : `In ${percent(a.value)} of the groups every dialogue fails at update ${a.update} (${mean}).${since(a)}`,
      why:
        reward === 'adversarial'
          ? 'The simulator is paid for the policy’s failures and has found that saying no always pays. The policy gets no reward to learn from.'
          : 'These users are harder than what the policy can do, so no dialogue of a group stands out.',
      todo:
        reward === 'adversarial' ? 'Take the curriculum reward, raise the simulator’s KL weight, or lower its learning rate.' : 'Choose larger groups, a smaller γ, or an arm with more varied users.',
    };
  },
  heldout: (a) => ({
    title: 'With held-out simulators the policy is worse than before training.',
    seen: `It succeeds in ${two(a.value)} of the held-out dialogues at update ${a.update}, the untrained policy in ${two(a.against)}. ${chanceWords(a.seeds)}${since(a)}`,
    why: 'It has learned what works with its training users, and that does not work with others.',
    todo: 'Stop at the best held-out value, or train against more varied users: press 4 to compare.',
  }),
  oneProfile: (a, arm) => ({
    title: 'The training users are nearly all of one type.',
    seen: `${percent(a.value)} of them are of type “${a.profile ?? '?'}” at update ${a.update} (${mean}).${since(a)}`,
    why: arm === 'single' ? 'Sharpening by γ keeps what is most probable, the type of person included. This is simulator collapse.' : 'Whoever plays the users has settled on one kind of person.',
    todo: arm === 'single' ? 'Lower γ, or press 2 and ask the same simulator for lists.' : 'Raise the simulator’s KL weight, or keep more checkpoints in the population.',
  }),
  malformed: (a) => ({
    title: 'Many lists cannot be used.',
    seen: `${percent(a.value)} of the verbalized lists repeat a candidate or state no probability at update ${a.update} (${mean}).${since(a)}`,
    why: 'The simulator then answers directly, as the collapsed one does, so the users are less varied than the arm’s name says.',
    todo: 'Ask for fewer candidates, or take a γ that is shipped.',
  }),
  clipped: (a) => ({
    title: 'Many decisions are clipped.',
    seen: `The probability of ${percent(a.value)} of the decisions has moved beyond the clip bounds at update ${a.update} (${mean}).${since(a)}`,
    why: 'Several steps on one batch, or large ones, move the policy far from the one that played the dialogues; clipped decisions teach nothing more.',
    todo: 'Take fewer optimiser steps on a batch, or a smaller learning rate.',
  }),
};

export const alarmWords = (a: Alarm, arm: ArmId, simReward: string): AlarmWords => ({ ...WORDS[a.id](a, arm, simReward), lesson: LESSONS[a.id] });
