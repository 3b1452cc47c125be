import { describe, expect, test } from 'vitest';
import { philoxStream } from '../../gpu-kernels/random/philox.ts';
import { POLICY_ACTS, USER_ACTS } from './data.ts';
import { expertPersuader, randomPersuader } from './persuaders.ts';
import { ASK_AGAIN, ASK_FIRST, POLICY_PHRASES, SOCIAL_GOODBYE, SOCIAL_GREETING, SOCIAL_MIDDLE } from './phrases-policy.ts';
import { USER_PHRASES } from './phrases-user.ts';
import { buildPersuasion } from './scenario.ts';
import { dialogueSeed, outcomeLines, sayDialogue } from './sentences.ts';
import { simulateDialogue } from './users.ts';
import { CONTINUE, OUTCOMES } from './world.ts';

const scenario = buildPersuasion();
const { tokens } = scenario;
const turn = (act: (typeof POLICY_ACTS)[number], answer: (typeof USER_ACTS)[number], outcome: (typeof OUTCOMES)[number] = 'continue'): number[] => [
  tokens.policyActs.lo + POLICY_ACTS.indexOf(act),
  tokens.userActs.lo + USER_ACTS.indexOf(answer),
  tokens.world.lo + OUTCOMES.indexOf(outcome),
];

describe('pools', () => {
  const pools = [...Object.values(POLICY_PHRASES), ASK_FIRST, ASK_AGAIN, SOCIAL_GREETING, SOCIAL_MIDDLE, SOCIAL_GOODBYE, ...Object.values(USER_PHRASES).flatMap((moments) => Object.values(moments))];

  test('every pool has five different lines or more, every act has one', () => {
    for (const pool of pools) expect(new Set(pool).size).toBeGreaterThanOrEqual(5);
    for (const pool of pools) expect(new Set(pool).size).toBe(pool.length);
    for (const act of USER_ACTS) expect(USER_PHRASES[act].given).toBeDefined();
    OUTCOMES.forEach((_, o) => (o === CONTINUE ? expect(outcomeLines(o)).toEqual([]) : expect(new Set(outcomeLines(o)).size).toBeGreaterThanOrEqual(5)));
  });

  test('no line stands for two user acts', () => {
    const seen = new Map<string, string>();
    for (const act of USER_ACTS)
      for (const line of new Set(Object.values(USER_PHRASES[act]).flat())) {
        expect(seen.get(line), line).toBeUndefined();
        seen.set(line, act);
      }
  });

  test('an amount is named exactly in the lines that go with a donation', () => {
    for (const act of USER_ACTS) for (const [moment, pool] of Object.entries(USER_PHRASES[act])) for (const line of pool) expect(line.includes('{amount}'), line).toBe(moment === 'given');
  });
});

describe('dialogues', () => {
  const dialogues = Array.from({ length: 400 }, (_, i) => simulateDialogue(scenario, i % 2 ? randomPersuader : expertPersuader(scenario), philoxStream(3, i)));
  const said = dialogues.map((d, i) => sayDialogue(scenario, d.turns, dialogueSeed(1, i)));

  test('one string a slot, empty only for the world while the dialogue goes on', () => {
    said.forEach((turns, i) =>
      turns.forEach((lines, t) => {
        expect(lines).toHaveLength(3);
        expect(lines[0]).not.toBe('');
        expect(lines[1]).not.toBe('');
        expect(lines[2] === '').toBe(dialogues[i]!.turns[t]![2] === tokens.world.lo + CONTINUE);
        for (const line of lines) expect(line).not.toMatch(/[{}]|undefined/);
      }),
    );
  });

  test('no line twice in a dialogue', () => {
    for (const turns of said) {
      const lines = turns.flatMap(([policy, user]) => [policy!, user!]);
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  test('the same seed says the same, another seed something else', () => {
    dialogues.forEach((d, i) => expect(sayDialogue(scenario, d.turns, dialogueSeed(1, i))).toEqual(said[i]));
    const differ = dialogues.filter((d, i) => JSON.stringify(sayDialogue(scenario, d.turns, dialogueSeed(2, i))) !== JSON.stringify(said[i]));
    expect(differ.length).toBeGreaterThan(390);
  });

  test('one act all dialogue still varies', () => {
    for (const act of POLICY_ACTS) {
      if (act === 'ask') continue; // the second one ends the dialogue
      const lines = sayDialogue(
        scenario,
        Array.from({ length: 8 }, () => turn(act, 'question')),
        5,
      ).map(([policy]) => policy);
      expect(new Set(lines).size).toBe(8);
    }
  });
});

describe('lines fit the moment', () => {
  const says = (turns: number[][], t: number, slot: number, pool: readonly string[]): void => {
    for (let seed = 0; seed < 40; seed++) expect(pool.some((line) => sayDialogue(scenario, turns, seed)[t]![slot]!.endsWith(line))).toBe(true);
  };
  const filled = (pool: readonly string[], amount: string): string[] => pool.map((line) => line.replace('{amount}', amount));

  test('first small talk greets, last says goodbye', () => {
    const turns = [turn('social', 'social'), turn('social', 'positive'), turn('social', 'social')];
    says(turns, 0, 0, SOCIAL_GREETING);
    says(turns, 1, 0, SOCIAL_MIDDLE);
    says(turns, 2, 0, SOCIAL_GOODBYE);
    says(turns, 0, 1, USER_PHRASES.social.greeting!);
    says(turns, 2, 1, USER_PHRASES.social.goodbye!);
  });

  test('whatever the answer, a donation is spoken of by the user', () => {
    for (const answer of USER_ACTS) says([turn('logical-appeal', 'negative'), turn('ask', answer, '$0.50')], 1, 1, filled(USER_PHRASES[answer].given!, '50 cents'));
  });

  test('an agree that brings nothing is a yes in principle; a positive depends on the act', () => {
    says([turn('ask', 'agree')], 0, 1, USER_PHRASES.agree.ask!);
    says([turn('ask', 'agree'), turn('ask', 'refuse', 'left')], 1, 0, ASK_AGAIN);
    says([turn('inquiry', 'positive')], 0, 1, USER_PHRASES.positive.inquiry!);
    says([turn('personal-story', 'positive')], 0, 1, USER_PHRASES.positive.story!);
    says([turn('emotion-appeal', 'positive')], 0, 1, USER_PHRASES.positive.any);
  });
});
