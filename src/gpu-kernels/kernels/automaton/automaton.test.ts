import { describe, expect, it } from 'vitest';
import { Draw, parity } from '../../testing/parity.ts';
import { philoxUniform } from '../../random/philox.ts';
import { automatonEmit, automatonStart, automatonStep } from './kernel.ts';

const rows = 75;
const slots = 4;
const states = 9;
const vocab = 6;
const seeds = [5, 6, 7];
const alive = Uint32Array.from({ length: rows }, (_, r) => (r % 3 === 2 ? 0 : 1));

describe('automaton', () => {
  it('starts in the state of the profile and of a drawn variant', async () => {
    const draw = new Draw(1);
    const tokens = Uint32Array.from({ length: rows * slots }, () => 2 + draw.ints(1, 3)[0]!);
    const init = Uint32Array.from({ length: 9 }, (_, i) => 100 + i);
    const s = { rows, slots, profileSlot: 1, profileLo: 2, variants: 3, maxTurns: 10, perSeed: 25, stream: 4 };
    const out = await parity(automatonStart, { tokens, init, variantProbability: [0.25, 0.5, 0.25], clock: [3, 0], seeds, state: rows, alive: rows, outcome: rows * 3 }, s);
    for (let r = 0; r < rows; r++) {
      const u = philoxUniform(seeds[Math.floor(r / 25)]!, 4, 3, r % 25, 1);
      expect(out.state[r]).toBe(100 + (tokens[r * slots + 1]! - 2) * 3 + (u < 0.25 ? 0 : u < 0.75 ? 1 : 2));
      expect([out.alive[r], ...out.outcome.slice(r * 3, r * 3 + 3)]).toEqual([1, 0, 0, 10]);
    }
  });

  it('steps the living', async () => {
    const draw = new Draw(2);
    const tokens = draw.ints(rows * slots, vocab);
    const next = draw.ints(states * vocab, states);
    const state = draw.ints(rows, states);
    const out = await parity(automatonStep, { tokens, next, alive, state }, { rows, slots, slot: 3, vocab });
    for (let r = 0; r < rows; r++) expect(out.state[r]).toBe(alive[r] ? next[state[r]! * vocab + tokens[r * slots + 3]!] : state[r]);
  });

  it('writes the world slot and ends dialogues in final states', async () => {
    const draw = new Draw(3);
    const state = draw.ints(rows, states);
    const emit = Uint32Array.from({ length: states * 2 }, (_, i) => (i % 2 === 0 ? 10 + i : i % 4 === 3 ? 1 : 0));
    const reward = Float32Array.from({ length: states }, (_, i) => (i % 2 === 1 ? (i - 1) / 8 : 0));
    const outcome = draw.floats(rows * 3);
    const out = await parity(automatonEmit, { state, emit, reward, tokens: draw.ints(rows * slots, 5), alive, outcome }, { rows, slots, slot: 2, turn: 4, discount: 0.9 });
    for (let r = 0; r < rows; r++) {
      const st = state[r]!;
      const ends = alive[r] === 1 && emit[st * 2 + 1] === 1;
      expect(out.tokens[r * slots + 2]).toBe(emit[st * 2]);
      expect(out.alive[r]).toBe(ends ? 0 : alive[r]);
      if (ends) expect([...out.outcome.slice(r * 3 + 1, r * 3 + 3)]).toEqual([reward[st]! > 0 ? 1 : 0, 5]);
      else expect(out.outcome.slice(r * 3, r * 3 + 3)).toEqual(outcome.slice(r * 3, r * 3 + 3));
    }
  });
});
