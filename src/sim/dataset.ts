/** Dialogues of real users as training rows for a network: tokens [count, slots] as reading.ts lays them out, and which positions to learn from. */
import type { ListReading } from './lists.ts';
import type { RoleReading } from './reading.ts';
import { BOS_SLOT, PERSONA_SLOT, PROFILE_SLOT, slotCount, slotOf } from './reading.ts';
import type { Dialogue, Scenario } from './scenario.ts';

/**
 * Writes one dialogue into row `row` of tokens and active [rows, ctx]. A position is active when the slot it predicts was written before the dialogue ended.
 * `persona` is the persona prompt's token; unused slots get the first token of their range, as on the device.
 */
export function writeDialogue(scenario: Scenario, reading: RoleReading, dialogue: Dialogue, persona: number, row: number, tokens: Uint32Array, active: Float32Array): void {
  const slots = slotCount(scenario);
  const o = row * slots;
  tokens[o + BOS_SLOT] = scenario.tokens.bos;
  tokens[o + PERSONA_SLOT] = persona;
  tokens[o + PROFILE_SLOT] = scenario.tokens.profiles.lo + dialogue.profile;
  for (let t = 0; t < scenario.maxTurns; t++) scenario.turn.forEach((s, i) => (tokens[o + slotOf(scenario, t, i)] = dialogue.turns[t]?.[i] ?? s.range.lo));
  const end = slotOf(scenario, dialogue.turns.length, 0);
  active.fill(0, row * reading.ctx, (row + 1) * reading.ctx);
  for (const [slot, p] of reading.predictedAt) if (slot < end) active[row * reading.ctx + p] = 1;
}

/**
 * Writes the history of one dialogue up to a decision (0 = the profile, t + 1 = the answer of turn t) into row `row` of tokens [rows, ctx], one token a position, and says where it was cut:
 * `kernels/list-target` writes the list behind it. Active, with weight 1: the user's own tokens up to the cut, and with weight `listWeight` every position of the list.
 */
export function writeListHistory(
  scenario: Scenario,
  reading: RoleReading,
  lists: ListReading,
  dialogue: Dialogue,
  persona: number,
  decision: number,
  listWeight: number,
  row: number,
  out: { readonly tokens: Uint32Array; readonly active: Float32Array; readonly cut: Uint32Array },
): void {
  const slots = new Uint32Array(slotCount(scenario));
  const said = new Float32Array(reading.ctx);
  writeDialogue(scenario, reading, dialogue, persona, 0, slots, said);
  const d = lists.decisions[decision]!;
  const tokens = out.tokens.subarray(row * lists.ctx, (row + 1) * lists.ctx).fill(0);
  const active = out.active.subarray(row * lists.ctx, (row + 1) * lists.ctx).fill(0);
  for (let p = 0; p <= d.position; p++) {
    tokens[p] = slots[reading.inputs[p]!]!;
    active[p] = said[p]!;
  }
  active.fill(listWeight, d.position + 1, d.position + 1 + 2 * Math.min(lists.longest, d.hi - d.lo));
  out.cut[row] = d.position;
}

/**
 * A persona prompt as the base simulator's training data have it: half of the dialogues have none; of the rest, `adherence` carry the label of who the user is
 * and the others a label drawn at random. So the simulator learns to follow a persona only in part.
 */
export function drawPersona(scenario: Scenario, profile: number, adherence: number, rng: () => number): number {
  const { lo } = scenario.tokens.personas;
  const [a, b, c] = [rng(), rng(), rng()] as const;
  if (a < 0.5) return lo;
  return lo + 1 + (b < adherence ? profile : Math.min(scenario.profiles.length - 1, Math.floor(c * scenario.profiles.length)));
}
