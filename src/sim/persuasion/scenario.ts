/**
 * The persuasion scenario: a persuader asks a stranger, over chat, to give part of a small task payment to a children's charity (P4G).
 * Vocabulary, 54 tokens: [10 policy acts | 7 user acts | 6 world tokens | 4 profiles | 5 personas | bos | verbalize | 20 buckets].
 */
import type { Act, Profile, RealUsers, Scenario, TokenRange } from '../scenario.ts';
import { BUCKETS } from '../scenario.ts';
import type { PolicyAct, UserAct, UserType } from './data.ts';
import { POLICY_ACTS, TYPE_TABLES, USER_ACTS, USER_TYPES } from './data.ts';
import type { WorldRules, WorldState } from './world.ts';
import { compileWorld, OUTCOMES, WORLD_RULES } from './world.ts';

/** id -> [label, help] */
type Words<Id extends string> = Readonly<Record<Id, readonly [label: string, help: string]>>;

const POLICY_WORDS: Words<PolicyAct> = {
  ask: ['Ask', 'Asks for a donation, or for an amount.'],
  'foot-in-the-door': ['Small step', 'Asks for something tiny first: even a few cents would help.'],
  'self-modeling': ['Own example', 'Says that the persuader gives too.'],
  'personal-story': ['Story', 'Tells a story from the persuader’s own life.'],
  'emotion-appeal': ['Emotion', 'Appeals to feeling: what the children go through.'],
  'logical-appeal': ['Logic', 'Gives a reason: why a donation makes a difference.'],
  'credibility-appeal': ['Credibility', 'Shows that the charity can be trusted, and who backs it.'],
  'donation-information': ['Facts on giving', 'Explains how giving works: how much, when, how it is taken.'],
  inquiry: ['Inquiry', 'Asks about the user: what they know, think, or care about.'],
  social: ['Small talk', 'Greets, thanks, chats, or says goodbye.'],
};

const USER_WORDS: Words<UserAct> = {
  agree: ['Agrees', 'Says yes to giving, or names an amount. The world decides whether money follows.'],
  refuse: ['Refuses', 'Says no to giving.'],
  negative: ['Negative', 'Reacts badly, or answers a question with a no.'],
  question: ['Question', 'Asks something back.'],
  positive: ['Positive', 'Reacts well, or answers a question with a yes.'],
  neutral: ['Neutral', 'Acknowledges, without taking a side.'],
  social: ['Small talk', 'Greets, thanks, chats, or says goodbye.'],
};

const OUTCOME_WORDS: Words<(typeof OUTCOMES)[number]> = {
  continue: ['Goes on', 'The dialogue goes on.'],
  left: ['Left', 'The user leaves without giving.'],
  '$0.25': ['$0.25', 'The user gives 25 cents.'],
  '$0.50': ['$0.50', 'The user gives 50 cents.'],
  $1: ['$1', 'The user gives one dollar.'],
  $2: ['$2', 'The user gives two dollars, the whole payment.'],
};

const HONEST = 'The needs are this lab’s invention; how this user answers is from P4G data.';
const PROFILE_WORDS: Words<UserType> = {
  warm: ['Warm', 'Reacts well to most appeals and agrees readily.'],
  busy: ['Busy', 'Agrees readily when asked, and says no to most inquiries.'],
  questioner: ['Questioner', 'Answers most appeals with a question.'],
  skeptic: ['Skeptic', 'Refuses most asks and reacts badly to arguments.'],
};

const acts = <Id extends string>(ids: readonly Id[], words: Words<Id>): Act[] => ids.map((id) => ({ id, label: words[id][0], help: words[id][1] }));

/** "a, b and c" */
const listed = (words: readonly string[]): string => (words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`);

/** What a type needs, told from the rules so that the words cannot drift from the world. */
function needsOf(rules: WorldRules, id: UserType): string {
  const { builds, annoys } = rules.types[id];
  const names = (ids: readonly PolicyAct[]) => listed(ids.map((a) => POLICY_WORDS[a][0].toLowerCase()));
  return `Won by ${names(builds)}; annoyed by ${names(annoys)}. ${HONEST}`;
}

const profilesOf = (rules: WorldRules): Profile[] => USER_TYPES.map((id) => ({ id, label: PROFILE_WORDS[id][0], help: PROFILE_WORDS[id][1], needs: needsOf(rules, id) }));

/** consecutive token ranges of the given sizes */
function layout<K extends string>(sizes: Readonly<Record<K, number>>): { ranges: Record<K, TokenRange>; vocab: number } {
  let vocab = 0;
  const ranges = {} as Record<K, TokenRange>;
  for (const key of Object.keys(sizes) as K[]) {
    ranges[key] = { lo: vocab, hi: vocab + sizes[key] };
    vocab += sizes[key];
  }
  return { ranges, vocab };
}

/** prior [4] and answers [4, 10, 7]; divided by their sums because the published tables are rounded to four places */
export function realUsers(): RealUsers {
  const total = TYPE_TABLES.reduce((sum, t) => sum + t.share, 0);
  const rows = TYPE_TABLES.flatMap((t) =>
    t.response.flatMap((row) => {
      const sum = row.reduce((a, b) => a + b, 0);
      return row.map((p) => p / sum);
    }),
  );
  return { prior: Float32Array.from(TYPE_TABLES, (t) => t.share / total), answers: Float32Array.from(rows) };
}

/** The scenario, with the meaning of each automaton state for those who want to show trust and patience. */
export function buildPersuasionWithStates(rules: WorldRules = WORLD_RULES): { scenario: Scenario; states: readonly WorldState[] } {
  const { ranges, vocab } = layout({
    policyActs: POLICY_ACTS.length,
    userActs: USER_ACTS.length,
    world: OUTCOMES.length,
    profiles: USER_TYPES.length,
    personas: USER_TYPES.length + 1,
    bos: 1,
    verbalize: 1,
    buckets: BUCKETS.length,
  });
  const { policyActs, userActs, world: worldTokens, profiles, personas, bos, verbalize, buckets } = ranges;
  const { world, states } = compileWorld(rules, vocab, policyActs, worldTokens);
  const scenario: Scenario = {
    id: 'persuasion',
    title: 'Persuasion for Good',
    policyName: 'Persuader',
    userName: 'User',
    policyActs: acts(POLICY_ACTS, POLICY_WORDS),
    userActs: acts(USER_ACTS, USER_WORDS),
    worldTokens: acts(OUTCOMES, OUTCOME_WORDS),
    profiles: profilesOf(rules),
    vocab,
    tokens: { policyActs, userActs, world: worldTokens, profiles, personas, bos: bos.lo, verbalize: verbalize.lo, buckets },
    turn: [
      { name: 'act', writer: 'policy', range: policyActs, seenBy: ['policy', 'user'] },
      { name: 'answer', writer: 'user', range: userActs, seenBy: ['policy', 'user'] },
      // always `continue` while the dialogue goes on, so reading it would teach nothing and cost a third of the sequence
      { name: 'outcome', writer: 'world', range: worldTokens, seenBy: [] },
    ],
    maxTurns: rules.maxTurns,
    world,
    realUsers: realUsers(),
  };
  return { scenario, states };
}

export const buildPersuasion = (rules: WorldRules = WORLD_RULES): Scenario => buildPersuasionWithStates(rules).scenario;
