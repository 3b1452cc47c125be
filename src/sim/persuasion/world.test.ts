import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POLICY_ACTS, USER_TYPES } from './data.ts';
import { buildPersuasion, buildPersuasionWithStates } from './scenario.ts';
import { CONTINUE, LEFT, OUTCOMES, outcomeReward, startState, step, WORLD_RULES } from './world.ts';

const { scenario, states } = buildPersuasionWithStates();
const { world, vocab, tokens } = scenario;
const act = (id: (typeof POLICY_ACTS)[number]): number => POLICY_ACTS.indexOf(id);

describe('tables', () => {
  test('vocabulary is the stated layout, without gaps', () => {
    expect(tokens).toEqual({
      policyActs: { lo: 0, hi: 10 },
      userActs: { lo: 10, hi: 17 },
      world: { lo: 17, hi: 23 },
      profiles: { lo: 23, hi: 27 },
      personas: { lo: 27, hi: 32 },
      bos: 32,
      verbalize: 33,
      buckets: { lo: 34, hi: 54 },
    });
    expect(vocab).toBe(54);
  });

  test('every next state exists, every emitted token is a world token', () => {
    expect(world.next).toHaveLength(world.states * vocab);
    expect(world.next.every((s) => s < world.states)).toBe(true);
    expect(world.init).toHaveLength(world.profiles * world.variants);
    expect(world.emit.every((t) => t >= tokens.world.lo && t < tokens.world.hi)).toBe(true);
    for (let s = 0; s < world.states; s++) expect(world.emit[s] === tokens.world.lo + CONTINUE).toBe(world.final[s] === 0);
  });

  test('every outcome can happen but the smallest gift, which takes more mistakes than patience allows', () => {
    const emitted = new Set(Array.from(world.emit, (t) => OUTCOMES[t - tokens.world.lo]));
    expect(OUTCOMES.filter((o) => !emitted.has(o))).toEqual(['$0.25']);
  });

  test('probabilities sum to 1', () => {
    const sum = (p: Float32Array): number => p.reduce((a, b) => a + b, 0);
    expect(sum(world.variantProbability)).toBeCloseTo(1, 6);
    expect(sum(scenario.realUsers.prior)).toBeCloseTo(1, 6);
    const { answers } = scenario.realUsers;
    expect(answers).toHaveLength(4 * 10 * 7);
    for (let row = 0; row < answers.length; row += 7) expect(sum(answers.subarray(row, row + 7))).toBeCloseTo(1, 6);
  });

  test('the same rules give the same tables', () => {
    expect(buildPersuasion()).toEqual(scenario);
  });
});

describe('the automaton is the rule function', () => {
  test('along any act sequence, with any other token in between', () => {
    const other = fc.integer({ min: tokens.userActs.lo, max: vocab - 1 });
    fc.assert(
      fc.property(fc.nat(USER_TYPES.length - 1), fc.nat(world.variants - 1), fc.array(fc.tuple(fc.nat(POLICY_ACTS.length - 1), other), { maxLength: 30 }), (profile, variant, written) => {
        let state = startState(profile, WORLD_RULES.thresholds[variant]!.trust);
        let s = world.init[profile * world.variants + variant]!;
        for (const [a, token] of written) {
          state = step(WORLD_RULES, state, a);
          s = world.next[world.next[s * vocab + tokens.policyActs.lo + a]! * vocab + token]!;
          expect(world.final[s]).toBe(state.outcome === CONTINUE ? 0 : 1);
          expect(world.emit[s]).toBe(tokens.world.lo + state.outcome);
          expect(world.reward[s]).toBe(outcomeReward(state.outcome));
          if (state.outcome === CONTINUE) expect(states[s]).toEqual(state);
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

describe('rules', () => {
  const play = (type: (typeof USER_TYPES)[number], threshold: number, ...ids: (typeof POLICY_ACTS)[number][]) =>
    ids.reduce((s, id) => step(WORLD_RULES, s, act(id)), startState(USER_TYPES.indexOf(type), threshold));

  test('an ask with enough trust donates what the type gives', () => {
    expect(OUTCOMES[play('warm', 4, 'emotion-appeal', 'personal-story', 'ask').outcome]).toBe('$2');
    expect(OUTCOMES[play('busy', 4, 'foot-in-the-door', 'foot-in-the-door', 'ask').outcome]).toBe('$2');
    expect(OUTCOMES[play('questioner', 6, 'credibility-appeal', 'donation-information', 'ask', 'credibility-appeal', 'ask').outcome]).toBe('$2');
  });

  test('the second refused ask, and the fourth annoyance, end it', () => {
    expect(play('skeptic', 4, 'ask').outcome).toBe(CONTINUE);
    expect(play('skeptic', 4, 'ask', 'logical-appeal', 'ask').outcome).toBe(LEFT);
    expect(play('skeptic', 4, 'emotion-appeal', 'emotion-appeal', 'emotion-appeal').outcome).toBe(CONTINUE);
    expect(play('skeptic', 4, 'emotion-appeal', 'emotion-appeal', 'emotion-appeal', 'emotion-appeal').outcome).toBe(LEFT);
  });

  test('the first annoyance is forgiven, each further one halves the donation', () => {
    const after = (n: number) => OUTCOMES[play('warm', 3, ...Array<'logical-appeal'>(n).fill('logical-appeal'), 'emotion-appeal', 'emotion-appeal', 'ask').outcome];
    expect([0, 1, 2, 3].map(after)).toEqual(['$2', '$2', '$1', '$0.50']);
  });

  test('a finished world stays finished', () => {
    const end = play('warm', 4, 'ask', 'ask');
    POLICY_ACTS.forEach((_, a) => expect(step(WORLD_RULES, end, a)).toBe(end));
  });

  test('no single act both builds and annoys; no act builds trust with two types', () => {
    const builders = USER_TYPES.flatMap((t) => WORLD_RULES.types[t].builds);
    expect(new Set(builders).size).toBe(builders.length);
    for (const t of USER_TYPES) expect(WORLD_RULES.types[t].builds.filter((a) => WORLD_RULES.types[t].annoys.includes(a))).toEqual([]);
  });
});
