/**
 * Transcripts as sentences. The networks speak in acts; a reader needs a dialogue. Which line stands for an act depends on what came before and on the outcome,
 * and is otherwise picked by a hash of (seed, turn, slot), so that the same transcript always reads the same. Nothing here is seen by any network.
 */
import type { Scenario } from '../scenario.ts';
import type { PolicyAct, UserAct } from './data.ts';
import { POLICY_ACTS, USER_ACTS } from './data.ts';
import { ASK_AGAIN, ASK_FIRST, OPENERS, PICK_UPS, POLICY_PHRASES, SOCIAL_GOODBYE, SOCIAL_GREETING, SOCIAL_MIDDLE } from './phrases-policy.ts';
import type { Moment } from './phrases-user.ts';
import { USER_PHRASES } from './phrases-user.ts';
import { CONTINUE, LEFT, OUTCOMES } from './world.ts';

const LEFT_LINES: readonly string[] = [
  'The user closes the chat without giving.',
  'The user has had enough and leaves. No donation.',
  'The user stops answering. Nothing is donated.',
  'The user ends the task and keeps the whole payment.',
  'The user logs off before any donation is made.',
];
const DONATION_LINES: readonly string[] = [
  'Donation recorded: {amount}.',
  'The user gives {amount} of the payment to the charity.',
  '{amount} goes to the charity.',
  'The charity receives {amount} from this user.',
  'The task ends with a donation of {amount}.',
];
const AMOUNT_WORDS: Readonly<Partial<Record<(typeof OUTCOMES)[number], string>>> = { '$0.25': '25 cents', '$0.50': '50 cents', $1: '$1', $2: '$2' };

/** every line the world can write for an outcome, by index into OUTCOMES; none for `continue` */
export function outcomeLines(outcome: number): readonly string[] {
  if (outcome === CONTINUE) return [];
  const lines = outcome === LEFT ? LEFT_LINES : DONATION_LINES;
  return lines.map((line) => line.replace('{amount}', AMOUNT_WORDS[OUTCOMES[outcome]!] ?? ''));
}

/** 32 bits that depend on all of (a, b, c); the finalizer of MurmurHash3 after each word */
function hash(a: number, b: number, c: number): number {
  let h = 0x9e3779b9;
  for (const word of [a, b, c]) {
    h ^= word;
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}

/** the `seed` of one dialogue among many of a run */
export const dialogueSeed = (seed: number, dialogue: number): number => hash(seed, dialogue, 0x5a17);

const at = (pool: readonly string[], h: number): string => pool[h % pool.length]!;

/** The first unused line from a hashed place in the first pool that has one; a repeat only when every pool is used up. */
function pick(pools: readonly (readonly string[])[], h: number, used: Set<string>): string {
  for (const pool of pools) {
    for (let i = 0; i < pool.length; i++) {
      const line = at(pool, h + i);
      if (used.has(line)) continue;
      used.add(line);
      return line;
    }
  }
  return at(pools[0]!, h);
}

interface Turn {
  readonly act: PolicyAct;
  readonly answer: UserAct;
  /** index into OUTCOMES */
  readonly outcome: number;
}

function read(scenario: Scenario, tokens: readonly number[]): Turn {
  const { policyActs, userActs, world } = scenario.tokens;
  const [act, answer, outcome] = tokens as [number, number, number];
  return { act: POLICY_ACTS[act - policyActs.lo]!, answer: USER_ACTS[answer - userActs.lo]!, outcome: outcome - world.lo };
}

/** the lines that fit a persuader act at turn t of a dialogue whose last turn is `last` */
function policyPool(turns: readonly Turn[], t: number, last = turns.length - 1): readonly string[] {
  const { act } = turns[t]!;
  if (act === 'ask') return turns.slice(0, t).some((turn) => turn.act === 'ask') ? ASK_AGAIN : ASK_FIRST;
  if (act !== 'social') return POLICY_PHRASES[act];
  if (t === 0) return SOCIAL_GREETING;
  return t === last ? SOCIAL_GOODBYE : SOCIAL_MIDDLE;
}

const ANSWERS: ReadonlySet<PolicyAct> = new Set(['self-modeling', 'logical-appeal', 'credibility-appeal', 'donation-information']);

/** what a persuader puts in front of a line: a hello, or, half of the time, a reaction to the last answer */
function leadIn(turns: readonly Turn[], t: number, h: number): string {
  const { act } = turns[t]!;
  if (act === 'social') return '';
  if (t === 0) return at(OPENERS, h);
  const { act: before, answer } = turns[t - 1]!;
  if (h % 2 === 0 || answer === 'neutral' || answer === 'social') return '';
  // a question is answered only by acts that tell something
  if (answer === 'question' && !ANSWERS.has(act)) return '';
  // cheer does not go with a sad line, nor with a yes to an ask that came to nothing
  if (answer === 'positive' && (act === 'emotion-appeal' || act === 'personal-story')) return '';
  if (answer === 'agree' && before === 'ask') return '';
  return at(PICK_UPS[answer], h >>> 1);
}

function momentOf(turns: readonly Turn[], t: number, last = turns.length - 1): Moment {
  const { act, outcome } = turns[t]!;
  switch (act) {
    case 'ask':
      return outcome > LEFT ? 'given' : 'ask';
    case 'inquiry':
      return 'inquiry';
    case 'social':
      if (t === 0) return 'greeting';
      return t === last ? 'goodbye' : 'social';
    case 'foot-in-the-door':
      return 'small';
    case 'personal-story':
      return 'story';
    case 'self-modeling':
      return 'example';
    case 'donation-information':
      return 'facts';
    case 'emotion-appeal':
    case 'logical-appeal':
    case 'credibility-appeal':
      return 'appeal';
  }
}

/** the pools to try for a user's answer, best fit first */
function userPools(turns: readonly Turn[], t: number, last = turns.length - 1): (readonly string[])[] {
  const { answer } = turns[t]!;
  const phrases = USER_PHRASES[answer];
  const moment = momentOf(turns, t, last);
  // small talk in a last turn that is not about an ask is a goodbye, whatever it follows
  const bye = t === last && moment !== 'given' && answer === 'social' ? phrases.goodbye : undefined;
  const near = moment === 'greeting' || moment === 'goodbye' ? phrases.social : undefined;
  return [bye, phrases[moment], near, phrases.any].filter((pool) => pool !== undefined);
}

/**
 * One string per slot per turn; '' for the world's `continue`.
 * `tokensByTurn` [turns][slots]: tokens of `scenario.turn`, as in Dialogue.turns; `seed`: one number a dialogue, see `dialogueSeed`.
 */
export function sayDialogue(scenario: Scenario, tokensByTurn: readonly (readonly number[])[], seed: number): string[][] {
  const turns = tokensByTurn.map((tokens) => read(scenario, tokens));
  const used = new Set<string>();
  return turns.map((turn, t) => {
    const amount = AMOUNT_WORDS[OUTCOMES[turn.outcome]!] ?? '';
    const said = leadIn(turns, t, hash(seed, t, 3)) + pick([policyPool(turns, t)], hash(seed, t, 0), used);
    const answered = pick(userPools(turns, t), hash(seed, t, 1), used).replace('{amount}', amount);
    const told = turn.outcome === CONTINUE ? '' : at(outcomeLines(turn.outcome), hash(seed, t, 2));
    return [said, answered, told];
  });
}

/** One exchange of a conversation that goes on. */
export interface LiveTurn {
  readonly act: PolicyAct;
  readonly answer: UserAct;
}

/** What is said and what could be answered in a conversation that goes on: the same lines as `sayDialogue`, without knowing how it ends. */
export interface LiveLines {
  /** the persuader's line of every turn, the open one included */
  readonly said: readonly string[];
  /** the line that stood for each answer given */
  readonly answered: readonly string[];
  /** for the open turn: a line for every user act, in the order of USER_ACTS */
  readonly choices: readonly string[];
  /** what the open turn's act is to the one who answers it */
  readonly moment: Moment;
}

/** `turns`: the exchanges so far; `act`: the act to be answered now; `maxTurns`: small talk in the last of them is a goodbye. */
export function sayLive(turns: readonly LiveTurn[], act: PolicyAct, seed: number, maxTurns: number): LiveLines {
  const last = maxTurns - 1;
  const open = turns.length;
  const used = new Set<string>();
  const all: Turn[] = [...turns.map((t) => ({ ...t, outcome: CONTINUE })), { act, answer: 'neutral', outcome: CONTINUE }];
  const said: string[] = [];
  const answered: string[] = [];
  all.forEach((_, t) => {
    said.push(leadIn(all, t, hash(seed, t, 3)) + pick([policyPool(all, t, last)], hash(seed, t, 0), used));
    if (t < open) answered.push(pick(userPools(all, t, last), hash(seed, t, 1), used));
  });
  const choices = USER_ACTS.map((answer) => {
    const now = [...all.slice(0, open), { act, answer, outcome: CONTINUE }];
    // none is used up by being offered
    return pick(userPools(now, open, last), hash(seed, open, 1), new Set(used));
  });
  return { said, answered, choices, moment: momentOf(all, open, last) };
}
