/**
 * A scenario's world as a finite automaton over written tokens: three kernels that only look tables up, so both executors follow the very same rules.
 * state, alive [rows]; tokens [rows, slots]; outcome [rows, 3] = {reward, success, turns}.
 */
import { defineKernel } from '../../core/kernel.ts';
import { philoxUniform } from '../../random/philox.ts';
import { philoxWgsl } from '../../random/includes.ts';
import startWgsl from './automaton-start.wgsl?raw';
import stepWgsl from './automaton-step.wgsl?raw';
import emitWgsl from './automaton-emit.wgsl?raw';

/** state = init[(profile - profileLo) * variants + variant], the variant drawn from variantProbability [variants]; everyone alive, outcome = {0, 0, maxTurns}. With clock[1] = m > 0 dialogues that are equal modulo m draw the same variant (see kernels/sample). */
export const automatonStart = defineKernel({
  name: 'automaton-start',
  bindings: { tokens: 'u32', init: 'u32', variantProbability: 'f32', clock: 'u32', seeds: 'u32', state: 'rw u32', alive: 'rw u32', outcome: 'rw f32' },
  scalars: { rows: 'u32', slots: 'u32', profileSlot: 'u32', profileLo: 'u32', variants: 'u32', maxTurns: 'f32', perSeed: 'u32', stream: 'u32' },
  threads: (s) => s.rows,
  wgsl: startWgsl,
  includes: [philoxWgsl],
  cpu({ tokens, init, variantProbability, clock, seeds, state, alive, outcome }, s) {
    for (let r = 0; r < s.rows; r++) {
      const seed = Math.floor(r / s.perSeed);
      const own = r - seed * s.perSeed;
      const u = philoxUniform(seeds[seed]!, s.stream, clock[0]!, clock[1]! > 0 ? own % clock[1]! : own, s.profileSlot);
      let v = 0;
      let sum = 0;
      for (; v < s.variants - 1; v++) {
        sum += variantProbability[v]!;
        if (u < sum) break;
      }
      state[r] = init[(tokens[r * s.slots + s.profileSlot]! - s.profileLo) * s.variants + v]!;
      alive[r] = 1;
      outcome[r * 3] = 0;
      outcome[r * 3 + 1] = 0;
      outcome[r * 3 + 2] = s.maxTurns;
    }
  },
});

/** state = next[state, tokens[r, slot]] while the dialogue goes on. next [states, vocab]. */
export const automatonStep = defineKernel({
  name: 'automaton-step',
  bindings: { tokens: 'u32', next: 'u32', alive: 'u32', state: 'rw u32' },
  scalars: { rows: 'u32', slots: 'u32', slot: 'u32', vocab: 'u32' },
  threads: (s) => s.rows,
  wgsl: stepWgsl,
  cpu({ tokens, next, alive, state }, s) {
    for (let r = 0; r < s.rows; r++) if (alive[r]) state[r] = next[state[r]! * s.vocab + tokens[r * s.slots + s.slot]!]!;
  },
});

/** A world slot: writes emit[state].token; in a final state the dialogue ends here with outcome {reward[state] * discount, reward[state] > 0, turn + 1}. emit [states, 2] = {token, final}. */
export const automatonEmit = defineKernel({
  name: 'automaton-emit',
  bindings: { state: 'u32', emit: 'u32', reward: 'f32', tokens: 'rw u32', alive: 'rw u32', outcome: 'rw f32' },
  scalars: { rows: 'u32', slots: 'u32', slot: 'u32', turn: 'u32', discount: 'f32' },
  threads: (s) => s.rows,
  wgsl: emitWgsl,
  cpu({ state, emit, reward, tokens, alive, outcome }, s) {
    for (let r = 0; r < s.rows; r++) {
      const st = state[r]!;
      tokens[r * s.slots + s.slot] = emit[st * 2]!;
      if (!alive[r] || !emit[st * 2 + 1]) continue;
      alive[r] = 0;
      outcome[r * 3] = reward[st]! * s.discount;
      outcome[r * 3 + 1] = reward[st]! > 0 ? 1 : 0;
      outcome[r * 3 + 2] = s.turn + 1;
    }
  },
});
