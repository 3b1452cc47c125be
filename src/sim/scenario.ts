/**
 * A scenario: who may say what, in which order, and what the world does with it.
 *
 * A turn is a fixed list of slots. Each slot is written by the policy, the user or the world, and has its own token range; logits are masked to it.
 * The world is a finite automaton over written tokens, so its rules are one integer table that the WGSL and the TypeScript executor both read.
 * Policy and users share one vocabulary: [policy acts | user acts | world tokens | profiles | personas | control tokens | probability buckets].
 * Buckets come last because only a simulator that writes verbalized lists needs them: a policy's vocabulary ends before them.
 */

export type Writer = 'policy' | 'user' | 'world';

/** Half-open token range [lo, hi). */
export interface TokenRange {
  readonly lo: number;
  readonly hi: number;
}

export interface Slot {
  readonly name: string;
  readonly writer: Writer;
  readonly range: TokenRange;
  /** which networks read this token afterwards; a slot that carries no information while the dialogue goes on is read by nobody */
  readonly seenBy: readonly ('policy' | 'user')[];
}

/**
 * The world as an automaton. Randomness enters only at the start: `variants` are drawn by the world itself (noise in thresholds).
 * state0 = init[profile * variants + variant]; after every written token, state = next[state * vocab + token]; a world slot writes emit[state],
 * and the dialogue ends after it when `final[state]` is 1, paying reward[state] * discount^turn (turn counted from 0).
 */
export interface World {
  readonly states: number;
  readonly profiles: number;
  readonly variants: number;
  /** probability of each variant, sums to 1 */
  readonly variantProbability: Float32Array;
  readonly init: Uint32Array;
  readonly next: Uint32Array;
  readonly emit: Uint32Array;
  readonly final: Uint32Array;
  /** in [0, 1], before the discount; positive means success */
  readonly reward: Float32Array;
  readonly discount: number;
}

/** Real users: the generating program that nobody trains on. */
export interface RealUsers {
  /** probability of each profile */
  readonly prior: Float32Array;
  /** [profile, policy act, user act]: probability of each answer */
  readonly answers: Float32Array;
}

/**
 * The probabilities a verbalized list can state, one token each. Closer together where they are small, so that rounding every entry of a list costs little total variation
 * (at most half a step for each entry); 0 is "never", and a list of nothing but zeros is malformed.
 */
export const BUCKETS: readonly number[] = [0, 1, 2, 4, 6, 8, 11, 14, 17, 20, 24, 28, 32, 37, 42, 48, 55, 65, 80, 100].map((percent) => percent / 100);

export interface Act {
  /** stable id, as in the data: "emotion-appeal" */
  readonly id: string;
  /** short label for tables and charts */
  readonly label: string;
  /** one plain sentence on what the act is */
  readonly help: string;
}

export interface Profile extends Act {
  /** what this user needs, in words, as stated in the app */
  readonly needs: string;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly policyName: string;
  readonly userName: string;
  readonly policyActs: readonly Act[];
  readonly userActs: readonly Act[];
  readonly worldTokens: readonly Act[];
  readonly profiles: readonly Profile[];
  /** vocabulary size and where each group of tokens lies */
  readonly vocab: number;
  readonly tokens: {
    readonly policyActs: TokenRange;
    readonly userActs: TokenRange;
    readonly world: TokenRange;
    readonly profiles: TokenRange;
    /** first one is "no persona", then one per profile */
    readonly personas: TokenRange;
    /** control tokens: the policy's and the user's first input */
    readonly bos: number;
    /** control token that prompts a simulator for a verbalized list */
    readonly verbalize: number;
    /** one per entry of BUCKETS */
    readonly buckets: TokenRange;
  };
  /** slots of one turn, in order */
  readonly turn: readonly Slot[];
  readonly maxTurns: number;
  readonly world: World;
  readonly realUsers: RealUsers;
}

/** One finished dialogue as tokens: the profile and, for each turn until the end, one token a slot of `turn`. */
export interface Dialogue {
  readonly profile: number;
  readonly turns: readonly (readonly number[])[];
  readonly reward: number;
}
