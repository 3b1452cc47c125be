import { describe, expect, test } from 'vitest';
import { philoxStream } from '../gpu-kernels/random/philox.ts';
import { drawPersona, writeDialogue } from './dataset.ts';
import { buildPersuasion } from './persuasion/scenario.ts';
import { BOS_SLOT, PERSONA_SLOT, PROFILE_SLOT, readingOf, slotCount, slotOf } from './reading.ts';
import type { Scenario } from './scenario.ts';

const scenario = buildPersuasion();
const { policyActs, userActs, profiles } = scenario.tokens;

describe('how a network reads a dialogue', () => {
  test('the policy starts from bos, predicts its act of each turn, and never sees persona or profile', () => {
    const r = readingOf(scenario, 'policy');
    expect(r.ctx).toBe(2 * scenario.maxTurns - 1);
    expect(r.inputs[0]).toBe(BOS_SLOT);
    expect(r.inputs).not.toContain(PROFILE_SLOT);
    expect(r.inputs).not.toContain(PERSONA_SLOT);
    expect([...r.predictedAt]).toEqual(Array.from({ length: scenario.maxTurns }, (_, t) => [slotOf(scenario, t, 0), 2 * t]));
    expect(Array.from(r.positions.subarray(0, 8))).toEqual([BOS_SLOT, slotOf(scenario, 0, 0), policyActs.lo, policyActs.hi, slotOf(scenario, 0, 0), 0, 0, 0]);
  });

  test('the user writes its profile first and answers after each act', () => {
    const r = readingOf(scenario, 'user');
    expect(r.inputs.slice(0, 3)).toEqual([PERSONA_SLOT, PROFILE_SLOT, slotOf(scenario, 0, 0)]);
    expect(Array.from(r.positions.subarray(0, 4))).toEqual([PERSONA_SLOT, PROFILE_SLOT, profiles.lo, profiles.hi]);
    expect(Array.from(r.positions.subarray(8, 12))).toEqual([slotOf(scenario, 0, 0), slotOf(scenario, 0, 1), userActs.lo, userActs.hi]);
    expect(r.ctx).toBe(2 * scenario.maxTurns + 1);
  });

  test('a slot that both see and the world writes would be read by both', () => {
    const observed: Scenario = { ...scenario, turn: scenario.turn.map((s) => (s.writer === 'world' ? { ...s, seenBy: ['policy', 'user'] } : s)) };
    expect(readingOf(observed, 'policy').inputs).toContain(slotOf(scenario, 0, 2));
  });
});

describe('training rows', () => {
  const slots = slotCount(scenario);
  const row = (turns: number) => {
    const reading = readingOf(scenario, 'user');
    const tokens = new Uint32Array(2 * slots);
    const active = new Float32Array(2 * reading.ctx).fill(9);
    const dialogue = { profile: 2, reward: 0, turns: Array.from({ length: turns }, () => [policyActs.lo + 3, userActs.lo + 4, scenario.tokens.world.lo]) };
    writeDialogue(scenario, reading, dialogue, scenario.tokens.personas.lo, 1, tokens, active);
    return { tokens, active, reading };
  };

  test('positions after the end are inactive, the profile always counts', () => {
    const { tokens, active, reading } = row(3);
    const mine = active.subarray(reading.ctx);
    expect(mine.reduce((a, b) => a + b, 0)).toBe(1 + 3);
    expect(mine[0]).toBe(1);
    expect(tokens[slots + PROFILE_SLOT]).toBe(profiles.lo + 2);
    expect(tokens[slots + slotOf(scenario, 3, 0)]).toBe(policyActs.lo);
    expect(active.subarray(0, reading.ctx).every((x) => x === 9)).toBe(true); // the other row is untouched
  });

  test('persona prompts follow the profile in part', () => {
    const rng = philoxStream(5, 5);
    const drawn = Array.from({ length: 4000 }, () => drawPersona(scenario, 2, 0.6, rng) - scenario.tokens.personas.lo);
    const share = (k: number): number => drawn.filter((p) => p === k).length / drawn.length;
    expect(share(0)).toBeCloseTo(0.5, 1);
    expect(share(3)).toBeGreaterThan(0.3); // half of the dialogues, 60 % true and a quarter of the rest by chance
    expect(share(1)).toBeGreaterThan(0.02);
  });
});
