/**
 * How a dialogue lies in memory and how each network reads it. All slots of a dialogue form one row of tokens [slots]:
 *   [bos, persona, profile, turn 0's slots, turn 1's slots, ...]
 * A network reads a subsequence of them; at position p it reads slot `input` and, where the next slot it reads is its own to write, predicts it within [lo, hi).
 */
import type { Scenario } from './scenario.ts';

export const BOS_SLOT = 0;
export const PERSONA_SLOT = 1;
export const PROFILE_SLOT = 2;
const FIRST_TURN_SLOT = 3;

export type Role = 'policy' | 'user';

/** Slot of `turn[index]` in turn t. */
export const slotOf = (scenario: Scenario, t: number, index: number): number => FIRST_TURN_SLOT + t * scenario.turn.length + index;

/** Slots of a whole dialogue. */
export const slotCount = (scenario: Scenario): number => slotOf(scenario, scenario.maxTurns, 0);

export interface RoleReading {
  readonly role: Role;
  /** positions the network needs: up to its last prediction */
  readonly ctx: number;
  /** [ctx, 4] = {input slot, target slot, lo, hi}; lo = hi where nothing is predicted */
  readonly positions: Uint32Array;
  /** position that predicts a slot, for the slots this role writes */
  readonly predictedAt: ReadonlyMap<number, number>;
  /** slots it reads, in order */
  readonly inputs: readonly number[];
}

interface Written {
  slot: number;
  mine: boolean;
  lo: number;
  hi: number;
}

/** The reading of one role: the policy starts from bos and sees neither persona nor profile; the user starts from its persona prompt and writes its profile first. */
export function readingOf(scenario: Scenario, role: Role): RoleReading {
  const { bos, personas, profiles } = scenario.tokens;
  const sequence: Written[] =
    role === 'policy'
      ? [{ slot: BOS_SLOT, mine: false, lo: bos, hi: bos + 1 }]
      : [
          { slot: PERSONA_SLOT, mine: false, ...personas },
          { slot: PROFILE_SLOT, mine: true, ...profiles },
        ];
  for (let t = 0; t < scenario.maxTurns; t++)
    scenario.turn.forEach((s, i) => {
      if (s.seenBy.includes(role)) sequence.push({ slot: slotOf(scenario, t, i), mine: s.writer === role, ...s.range });
    });
  const last = sequence.map((w) => w.mine).lastIndexOf(true);
  if (last < 1) throw new Error(`scenario ${scenario.id}: the ${role} writes nothing it can predict`);
  const inputs = sequence.slice(0, last);
  const predictedAt = new Map<number, number>();
  const positions = new Uint32Array(last * 4);
  inputs.forEach((w, p) => {
    const next = sequence[p + 1]!;
    positions.set(next.mine ? [w.slot, next.slot, next.lo, next.hi] : [w.slot, 0, 0, 0], p * 4);
    if (next.mine) predictedAt.set(next.slot, p);
  });
  return { role, ctx: last, positions, predictedAt, inputs: inputs.map((w) => w.slot) };
}
