import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UserAct } from './data.ts';
import { USER_ACTS } from './data.ts';
import type { Moment } from './phrases-user.ts';
import { USER_PHRASES } from './phrases-user.ts';
import { understand, wordsOf } from './understand.ts';

test('words: case, apostrophes and punctuation do not matter, a question mark is a word', () => {
  expect(wordsOf('I DON’T know, why?')).toEqual(['i', 'dont', 'know', 'why', '?']);
  expect(wordsOf('Yes, I will give {amount}.')).toEqual(['yes', 'i', 'will', 'give']);
  expect(wordsOf('  … !! ')).toEqual([]);
});

describe('a typed line', () => {
  test.each<[string, Moment, UserAct]>([
    ['Yes', 'ask', 'agree'],
    ['ok, I will donate a dollar', 'ask', 'agree'],
    ['no', 'ask', 'refuse'],
    ['No thanks, I would rather keep my payment', 'ask', 'refuse'],
    ['yes', 'inquiry', 'positive'],
    ['No, not really', 'inquiry', 'negative'],
    ['How much of it reaches the children?', 'appeal', 'question'],
    ['who runs this charity?', 'ask', 'question'],
    ['hi there!', 'greeting', 'social'],
    ['Thanks, bye', 'goodbye', 'social'],
    ['That is a great thing to do', 'appeal', 'positive'],
    ['what a lovely story', 'story', 'positive'],
    ['this sounds like a scam', 'appeal', 'negative'],
    ['I do not believe that', 'appeal', 'negative'],
    ['hmm okay', 'appeal', 'neutral'],
    ['I see.', 'facts', 'neutral'],
    ['stop asking, I refuse', 'ask', 'refuse'],
  ])('%s, after %s, is %s', (text, moment, act) => {
    expect(understand(text, moment)).toMatchObject({ act, doubt: null });
    expect(understand(text, moment).because.length).toBeGreaterThan(0);
  });

  test('without a telling word is not guessed', () => {
    for (const text of ['', '   ', 'qwertz', '12345', '!!!', '你好']) expect(understand(text, 'ask')).toMatchObject({ act: null, doubt: 'none' });
  });

  test('that says two things alike is not guessed, and both are named', () => {
    const tie = understand('awesome awful', 'appeal');
    expect(tie).toMatchObject({ act: null, doubt: 'tie' });
    expect(
      tie.ranked
        .slice(0, 2)
        .map((r) => r.act)
        .sort(),
    ).toEqual(['negative', 'positive']);
  });

  test('the lab’s own lines are nearly always understood as their act, in their moment', () => {
    let right = 0;
    let wrong = 0;
    const missed: string[] = [];
    for (const act of USER_ACTS)
      for (const [moment, lines] of Object.entries(USER_PHRASES[act])) {
        if (moment === 'given') continue;
        for (const line of lines) {
          const u = understand(line, moment === 'any' ? 'appeal' : (moment as Moment));
          if (u.act === act) right++;
          else {
            if (u.act) wrong++;
            missed.push(`${line} [${act}] -> ${u.act ?? u.doubt}`);
          }
        }
      }
    const all = right + missed.length;
    expect(right / all, missed.join('\n')).toBeGreaterThan(0.9);
    expect(wrong / all, missed.join('\n')).toBeLessThan(0.08);
  });

  test('whatever is typed, the answer is an act or a doubt, and the same again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.constantFrom<Moment>('ask', 'inquiry', 'appeal', 'greeting'), (text, moment) => {
        const u = understand(text, moment);
        expect((u.act === null) === (u.doubt !== null)).toBe(true);
        expect(understand(text, moment)).toEqual(u);
      }),
      { numRuns: 100 },
    );
  });
});
