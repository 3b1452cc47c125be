import { expect, test } from 'vitest';
import { buildPersuasion } from '../../sim/persuasion/scenario.ts';
import type { Transcript } from '../../train/protocol.ts';
import { listsOf } from './lists.ts';

const scenario = buildPersuasion();
const { profiles, userActs } = scenario.tokens;
const turn = (answer: number) => ({ tokens: [0, userActs.lo + answer, 17], text: [] });
const dialogue: Transcript = { update: 3, seed: 1, against: 'train', profile: 2, turns: [turn(3), turn(0)], reward: 0 };

test('a list for who the user is, then one an answer, with what was drawn', () => {
  const lists = [
    {
      candidates: [
        { token: profiles.lo + 2, probability: 0.6 },
        { token: profiles.lo, probability: 0.3 },
      ],
      malformed: false,
    },
    {
      candidates: [
        { token: userActs.lo + 3, probability: 0.5 },
        { token: userActs.lo + 3, probability: 0.5 },
      ],
      malformed: true,
    },
  ];
  const shown = listsOf({ ...dialogue, lists }, scenario);
  expect(shown?.profile?.candidates).toEqual([
    { label: scenario.profiles[2]?.label, probability: 0.6, drawn: true },
    { label: scenario.profiles[0]?.label, probability: 0.3, drawn: false },
  ]);
  expect(shown?.answers[0]?.malformed).toBe(true);
  expect(shown?.answers[0]?.candidates[0]?.label).toBe(scenario.userActs[3]?.label);
  expect(shown?.answers[1]).toBeNull();
});
test('other dialogues have none', () => {
  expect(listsOf(dialogue, scenario)).toBeNull();
});
