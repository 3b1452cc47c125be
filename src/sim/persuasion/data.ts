/**
 * Aggregates of "Persuasion for Good" (Wang et al. 2019, Apache-2.0): 300 annotated dialogues for acts and answers, 1,017 for donations.
 * Only counts and fitted tables, no utterances. The three JSON files in ./data are the whole source; this file gives them names and types.
 */
import transitions from './data/coarse_transitions.json';
import donations from './data/donations.json';
import userTypes from './data/user_types.json';

/** persuader acts, in the order of every table below */
export const POLICY_ACTS = [
  'ask',
  'foot-in-the-door',
  'self-modeling',
  'personal-story',
  'emotion-appeal',
  'logical-appeal',
  'credibility-appeal',
  'donation-information',
  'inquiry',
  'social',
] as const;
export type PolicyAct = (typeof POLICY_ACTS)[number];

/** persuadee acts, in the order of every table below */
export const USER_ACTS = ['agree', 'refuse', 'negative', 'question', 'positive', 'neutral', 'social'] as const;
export type UserAct = (typeof USER_ACTS)[number];

/** names are ours: the data only has four mixture components, found by EM */
export const USER_TYPES = ['warm', 'busy', 'questioner', 'skeptic'] as const;
export type UserType = (typeof USER_TYPES)[number];

export interface TypeTable {
  /** part of all users, the four sum to 1 */
  readonly share: number;
  /** part of this type that donated */
  readonly donated: number;
  /** [policy act, user act]: probability of the answer */
  readonly response: readonly (readonly number[])[];
}

/** [type], in the order of USER_TYPES; EM over act-conditional answer tables, Dirichlet prior of weight 8 on the pooled table */
export const TYPE_TABLES: readonly TypeTable[] = userTypes.types;

/** [policy act, user act]: first answer after each persuader act, utterance counts */
export const ANSWER_COUNTS: readonly (readonly number[])[] = transitions.counts;

/** the persuader's side, utterance counts; `first` [act], `afterAnswer` [user act, act], `afterAct` [own last act, act], `byThird` [third of the dialogue, act] */
export const PERSUADER_COUNTS: {
  readonly first: readonly number[];
  readonly afterAnswer: readonly (readonly number[])[];
  readonly afterAct: readonly (readonly number[])[];
  readonly byThird: readonly (readonly number[])[];
} = {
  first: transitions.agent_first,
  afterAnswer: transitions.agent_given_last_user,
  afterAct: transitions.agent_given_last_agent,
  byThird: transitions.agent_by_third,
};

/** dialogues per bin of the persuadee's donation in US dollars */
export const DONATIONS: { readonly n: number; readonly bins: readonly string[]; readonly counts: readonly number[]; readonly donatedShare: number; readonly meanReward: number } = {
  n: donations.n,
  bins: donations.bins,
  counts: donations.counts,
  donatedShare: donations.donated_share,
  /** mean of min(donation / 2, 1) */
  meanReward: donations.mean_reward_min_half_1,
};

/** what the JSON files say their columns are; data.test.ts holds them against the constants above */
export const DECLARED = { policyActs: [transitions.agent_acts, userTypes.agent_acts], userActs: [transitions.user_acts, userTypes.user_acts] } as const;
