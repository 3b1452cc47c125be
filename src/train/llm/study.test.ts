import { describe, expect, it } from 'vitest';
import { USER_ACTS } from '../../sim/persuasion/data.ts';
import type { Answer, ChatEngine, Question } from './study.ts';
import { lineOf, listCount, study } from './study.ts';
import { people, tallyDirect, tallyLists } from './tally.ts';

const QUESTION: Question = { act: 'credibility-appeal', replies: 6, perList: 3, seed: 4 };

/** an engine with the library's interface, which answers by what it is asked */
function engineOf(direct: string, list: string) {
  const asked: Parameters<ChatEngine['chat']['completions']['create']>[0][] = [];
  const engine: ChatEngine = {
    chat: {
      completions: {
        create: (request) => {
          asked.push(request);
          const wantsList = request.messages.at(-1).content.includes('JSON');
          return Promise.resolve({ choices: [{ message: { content: wantsList ? list : direct } }] });
        },
      },
    },
  };
  return { engine, asked };
}

async function answersOf(direct: string, list: string): Promise<{ answers: Answer[]; asked: ReturnType<typeof engineOf>['asked'] }> {
  const { engine, asked } = engineOf(direct, list);
  const answers: Answer[] = [];
  await study(engine, QUESTION, (answer, done, of) => {
    answers.push(answer);
    expect(done).toBe(answers.length);
    expect(of).toBe(QUESTION.replies + listCount(QUESTION));
  });
  return { answers, asked };
}

describe('a study', () => {
  it('asks as often as it says, each time with another seed, and without narrowing the distribution', async () => {
    const { answers, asked } = await answersOf('How much of it reaches the children?', 'no list');
    expect(answers).toHaveLength(8);
    expect(new Set(asked.map((a) => a.seed)).size).toBe(8);
    for (const a of asked) expect([a.temperature, a.top_p]).toEqual([1, 1]);
    const { line } = lineOf(QUESTION.act, QUESTION.seed);
    for (const a of asked) expect(a.messages.at(-1).content).toContain(line);
    expect(answers.filter((a) => a.kind === 'list' && a.list.candidates === null)).toHaveLength(2);
  });

  it('shows a collapsed model as one, and its lists as what they amount to', async () => {
    const list = '[{"text":"How much of it reaches the children?","probability":0.5},{"text":"That is wonderful, I love it.","probability":0.3},{"text":"xyzzy","probability":0.2}]';
    const { answers } = await answersOf('How much of it reaches the children?', list);
    const direct = tallyDirect(
      answers.flatMap((a) => (a.kind === 'direct' ? [a.reply] : [])),
      QUESTION.act,
    );
    const real = people(QUESTION.act).probability;
    const question = USER_ACTS.indexOf('question');
    expect(direct).toMatchObject({ n: 6, texts: 6, distinct: 1, unread: 0 });
    expect(direct.entropy.estimate).toBe(0);
    expect(direct.distance.estimate).toBeCloseTo(1 - real[question]!, 9);

    const lists = tallyLists(
      answers.flatMap((a) => (a.kind === 'list' ? [a.list] : [])),
      QUESTION.act,
    );
    expect(lists).toMatchObject({ n: 2, malformed: 0, texts: 6, distinct: 3 });
    expect(lists.unread).toBeCloseTo(0.2, 9);
    expect(lists.probability![question]).toBeCloseTo(0.625, 9);
    expect(lists.probability![USER_ACTS.indexOf('positive')]).toBeCloseTo(0.375, 9);
    expect(lists.distance.estimate).toBeLessThan(direct.distance.estimate);
  });

  it('measures nothing of nothing', () => {
    const none = tallyDirect([], 'ask');
    expect(none).toMatchObject({ n: 0, probability: null, unread: 0 });
    expect(tallyDirect([{ text: 'xyzzy', act: null }], 'ask')).toMatchObject({ n: 1, probability: null, unread: 1 });
    expect(tallyLists([{ text: '', candidates: null }], 'ask')).toMatchObject({ n: 0, malformed: 1, probability: null });
  });

  it('people are the counts of the data', () => {
    const { n, probability } = people('ask');
    expect(n).toBe(472);
    expect(probability[0]).toBeCloseTo(242 / 472, 12);
  });
});
