/**
 * What a user needs before giving: the rules of the persuasion world, written once as an integer function (`step`) and compiled into the automaton
 * of ../scenario.ts, which is all that either backend runs.
 *
 * None of this is in the data. P4G tells how people answer (see users.ts); which acts build trust, which annoy, how much trust is enough, when people leave
 * and how much they give is ours, set so that the world has what simulator collapse needs: several right steps for each type, other steps for every other type.
 */
import type { TokenRange, World } from '../scenario.ts';
import type { PolicyAct, UserType } from './data.ts';
import { POLICY_ACTS, USER_TYPES } from './data.ts';

/** world tokens in order; `outcome` below is an index into this list, 0 while the dialogue goes on */
export const OUTCOMES = ['continue', 'left', '$0.25', '$0.50', '$1', '$2'] as const;
export const CONTINUE = 0;
export const LEFT = 1;
/** US cents of each outcome; each donation is half of the next, which is what `donationOutcome` relies on */
export const OUTCOME_CENTS = [0, 0, 25, 50, 100, 200] as const;

export interface TypeRules {
  /** acts that add `trustGain` */
  readonly builds: readonly PolicyAct[];
  /** acts that take `trustLoss` and one unit of patience */
  readonly annoys: readonly PolicyAct[];
  /** what a user of this type gives when not annoyed, US cents, one of OUTCOME_CENTS */
  readonly gives: number;
}

export interface WorldRules {
  /** trust an act of `builds` adds */
  readonly trustGain: number;
  /** trust an act of `annoys` takes; trust never falls below 0 */
  readonly trustLoss: number;
  /** trust never rises above this, so that the automaton is finite */
  readonly trustCap: number;
  /** the annoying act that ends the dialogue: the 4th */
  readonly patience: number;
  /** the refused ask that ends the dialogue: the 2nd */
  readonly refusals: number;
  /** patience a refused ask takes: an ask too early shows that one was not listened to, so "serve one type, ask, serve the next, ask again" is no way round reading people */
  readonly refusalAnnoys: number;
  /** annoyances that do not yet lower the donation; each one beyond halves it */
  readonly forgiven: number;
  /** variants of the world, drawn at the start whoever the user is: the trust at which an ask succeeds, and how often */
  readonly thresholds: readonly { readonly trust: number; readonly probability: number }[];
  /** reward is paid times discount^turn, turn counted from 0: a turn must cost something, or asking around is free */
  readonly discount: number;
  readonly maxTurns: number;
  readonly types: Readonly<Record<UserType, TypeRules>>;
}

export const WORLD_RULES: WorldRules = {
  trustGain: 2,
  trustLoss: 1,
  trustCap: 8,
  patience: 4,
  refusals: 2,
  refusalAnnoys: 1,
  forgiven: 1,
  thresholds: [
    { trust: 3, probability: 0.1 },
    { trust: 4, probability: 0.7 },
    { trust: 6, probability: 0.2 },
  ],
  discount: 0.97,
  maxTurns: 8,
  types: {
    warm: { builds: ['emotion-appeal', 'personal-story'], annoys: ['logical-appeal', 'credibility-appeal', 'donation-information'], gives: 200 },
    busy: { builds: ['foot-in-the-door'], annoys: ['personal-story', 'emotion-appeal', 'credibility-appeal', 'logical-appeal'], gives: 200 },
    questioner: { builds: ['credibility-appeal', 'donation-information'], annoys: ['emotion-appeal', 'personal-story', 'foot-in-the-door'], gives: 200 },
    skeptic: { builds: ['logical-appeal', 'self-modeling'], annoys: ['emotion-appeal', 'foot-in-the-door', 'personal-story'], gives: 200 },
  },
};

/** One state of the world, all integers. `outcome` other than 0 is terminal. */
export interface WorldState {
  /** index into USER_TYPES */
  readonly profile: number;
  /** trust an ask needs in this dialogue */
  readonly threshold: number;
  readonly trust: number;
  readonly annoyance: number;
  readonly refused: number;
  /** index into OUTCOMES */
  readonly outcome: number;
}

/** what an act does to the trust of a type: +trustGain, -trustLoss or 0 */
export function trustChange(rules: WorldRules, profile: number, act: number): number {
  const type = rules.types[USER_TYPES[profile]!];
  const id = POLICY_ACTS[act]!;
  if (type.builds.includes(id)) return rules.trustGain;
  return type.annoys.includes(id) ? -rules.trustLoss : 0;
}

function donationOutcome(rules: WorldRules, profile: number, annoyance: number): number {
  const full = (OUTCOME_CENTS as readonly number[]).indexOf(rules.types[USER_TYPES[profile]!].gives);
  return Math.max(LEFT + 1, full - Math.max(0, annoyance - rules.forgiven));
}

export function startState(profile: number, threshold: number): WorldState {
  return { profile, threshold, trust: 0, annoyance: 0, refused: 0, outcome: CONTINUE };
}

/** The rule: the state after a persuader act (index into POLICY_ACTS). The outcome is fixed here, by the act; the user still answers before it is told. */
export function step(rules: WorldRules, state: WorldState, act: number): WorldState {
  if (state.outcome !== CONTINUE) return state;
  if (POLICY_ACTS[act] === 'ask') {
    if (state.trust >= state.threshold) return { ...state, outcome: donationOutcome(rules, state.profile, state.annoyance) };
    const refused = state.refused + 1;
    const annoyance = state.annoyance + rules.refusalAnnoys;
    return { ...state, refused, annoyance, outcome: refused >= rules.refusals || annoyance >= rules.patience ? LEFT : CONTINUE };
  }
  const change = trustChange(rules, state.profile, act);
  const trust = Math.min(rules.trustCap, Math.max(0, state.trust + change));
  const annoyance = state.annoyance + (change < 0 ? 1 : 0);
  return { ...state, trust, annoyance, outcome: annoyance >= rules.patience ? LEFT : CONTINUE };
}

/** reward of an outcome before the discount: min(donation / $2, 1) */
export const outcomeReward = (outcome: number): number => Math.min(OUTCOME_CENTS[outcome]! / 200, 1);

/** Terminal states differ only by their outcome, so they are merged: the automaton needs one of each. */
const keyOf = (s: WorldState): string => (s.outcome === CONTINUE ? `${s.profile}.${s.threshold}.${s.trust}.${s.annoyance}.${s.refused}` : `end.${s.outcome}`);

/**
 * Walks every state that can be reached from the starts, breadth first, and numbers them in the order found (so the numbering is the same everywhere).
 * `states[i]` says what automaton state i means; for a terminal one only `outcome` is meaningful. With WORLD_RULES: 773 states x 54 tokens.
 */
export function compileWorld(rules: WorldRules, vocab: number, policyActs: TokenRange, worldTokens: TokenRange): { world: World; states: readonly WorldState[] } {
  const states: WorldState[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (state: WorldState): number => {
    const key = keyOf(state);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    states.push(state);
    return states.length - 1;
  };

  const variants = rules.thresholds.length;
  const init = new Uint32Array(USER_TYPES.length * variants);
  USER_TYPES.forEach((_, profile) => rules.thresholds.forEach((t, v) => (init[profile * variants + v] = numberOf(startState(profile, t.trust)))));

  const afterAct: number[][] = []; // [state, act]
  for (let i = 0; i < states.length; i++) afterAct.push(POLICY_ACTS.map((_, act) => numberOf(step(rules, states[i]!, act))));

  const next = new Uint32Array(states.length * vocab);
  for (let i = 0; i < states.length; i++) {
    // users, profiles and the world's own tokens change nothing: what a user says is how they talk, not what they will do
    next.fill(i, i * vocab, (i + 1) * vocab);
    next.set(afterAct[i]!, i * vocab + policyActs.lo);
  }
  const world: World = {
    states: states.length,
    profiles: USER_TYPES.length,
    variants,
    variantProbability: Float32Array.from(rules.thresholds, (t) => t.probability),
    init,
    next,
    emit: Uint32Array.from(states, (s) => worldTokens.lo + s.outcome),
    final: Uint32Array.from(states, (s) => (s.outcome === CONTINUE ? 0 : 1)),
    reward: Float32Array.from(states, (s) => outcomeReward(s.outcome)),
    discount: rules.discount,
  };
  return { world, states };
}
