import { describe, expect, test } from 'vitest';
import { gather, LIMITS, sourcesOf, toCsv, toJson } from './gather.ts';
import { armsOf, resultsOf, sizeWords } from './results.ts';
import { madeUpStudy } from './testing/study.ts';

const file = (name: string, text: string) => ({ name, text });
const studies = [1, 2, 3].map((seed) => madeUpStudy(seed));

describe('import', () => {
  test('takes back what export wrote, one study or several', () => {
    expect(gather([], [file('a.json', toJson([studies[0]!]))])).toEqual({ studies: [studies[0]], leftOut: [] });
    expect(gather([studies[0]!], [file('b.json', toJson(studies.slice(1)))])).toEqual({ studies, leftOut: [] });
  });
  test('names what it leaves out, and takes the rest', () => {
    const { studies: got, leftOut } = gather(
      [studies[0]!],
      [
        file('twice.json', toJson([studies[0]!])),
        file('cut.json', toJson([studies[1]!]).slice(0, 200)),
        file('good.json', toJson([studies[1]!])),
        file('other.json', '{"format":"something"}'),
        file('empty.json', toJson([{ ...studies[2]!, conversations: [] }])),
        file('picture.json', 'x'.repeat(LIMITS.fileBytes + 1)),
      ],
      ['huge.json'],
    );
    expect(got).toEqual(studies.slice(0, 2));
    expect(leftOut.map((l) => l.name)).toEqual(['huge.json', 'twice.json', 'cut.json', 'other.json', 'empty.json', 'picture.json']);
    expect(leftOut.map((l) => l.why).join('\n')).toMatch(/larger than 1 MB\n.*duplicate.*\ndamaged: it is not JSON\nnot valid: format: is no study.*\nit has no conversation\nlarger/);
  });
  test('a longer copy of a study replaces a shorter one, not the other way round', () => {
    const whole = studies[0]!;
    const part = { ...whole, conversations: whole.conversations.slice(0, 2) };
    expect(gather([part], [file('whole.json', toJson([whole]))])).toEqual({ studies: [whole], leftOut: [] });
    expect(gather([whole], [file('part.json', toJson([part]))]).leftOut).toHaveLength(1);
  });
  test('is bounded in files and studies', () => {
    const many = Array.from({ length: LIMITS.files + 5 }, (_, i) => file(`${i}.json`, 'x'));
    const { leftOut } = gather([], many);
    expect(leftOut.filter((l) => l.why === `more than ${LIMITS.files} files at a time`)).toHaveLength(5);
    const crowd = Array.from({ length: LIMITS.studies + 1 }, (_, i) => madeUpStudy(i, ['single'], 1));
    const all = gather([], [file('crowd.json', toJson(crowd))]);
    expect(all.studies).toHaveLength(LIMITS.studies);
    expect(all.leftOut).toEqual([{ name: `crowd.json, study ${LIMITS.studies + 1}`, why: `more than ${LIMITS.studies} studies` }]);
  });
});

test('CSV has a row a conversation and as many cells as columns', () => {
  const lines = toCsv(studies).trimEnd().split('\n');
  expect(lines).toHaveLength(1 + 3 * 6);
  expect(new Set(lines.map((l) => l.split(',').length)).size).toBe(1);
  expect(lines[1]).toMatch(/^0000000000000002,1,1,\w+,\d+,[0-9a-f]{64},/);
  expect(lines[1]).toMatch(/,inquiry>question ask>$/);
  for (const cell of lines.slice(1).flatMap((l) => l.split(','))) expect(cell).not.toMatch(/^[=+@-]|"/);
});

describe('results', () => {
  const name = (arm: string) => arm.toUpperCase();
  test('of one person count conversations', () => {
    const r = resultsOf([studies[0]!]);
    expect(r).toMatchObject({ unit: 'conversation', people: 1, conversations: 6 });
    expect(r.arms.map((a) => a.arm)).toEqual(['start', 'single', 'population']);
    const own = studies[0]!.conversations.filter((c) => c.arm === 'single');
    expect(r.arms[1]).toMatchObject({ conversations: 2, people: 1 });
    expect(r.arms[1]!.measures.naturalness.estimate).toBe((own[0]!.naturalness + own[1]!.naturalness) / 2);
    expect(r.differences.donated.map((d) => `${d.a}-${d.b}`)).toEqual(['start-single', 'start-population', 'single-population']);
    expect(sizeWords(r, 'naturalness', name)).toMatch(/^With 2 conversations in the smallest arm nothing can be concluded/);
  });
  test('of several people count people, however much each of them talked', () => {
    const talkative = madeUpStudy(4, ['start', 'single'], 5, () => 1);
    const brief = madeUpStudy(5, ['start', 'single'], 1, () => 0);
    const r = resultsOf([talkative, brief]);
    expect(r).toMatchObject({ unit: 'person', people: 2, conversations: 12 });
    expect(r.arms[0]).toMatchObject({ conversations: 6, people: 2 });
    expect(r.arms[0]!.measures.donated.estimate).toBe(0.5);
    expect(r.differences.donated[0]!.n).toEqual([2, 2]);
  });
  test('find a difference that is there, and say so; and how many would be needed where there is none to be found', () => {
    const crowd = Array.from({ length: 30 }, (_, i) => madeUpStudy(i, ['start', 'single', 'population'], 2, (arm) => (arm === 'population' ? 0.95 : 0.1)));
    const r = resultsOf(crowd);
    const [, far] = r.differences.donated;
    expect(far!.corrected).toBeLessThan(0.001);
    expect(far!.interval.hi).toBeLessThan(-0.4);
    expect(sizeWords(r, 'donated', name)).toMatch(/START and POPULATION; SINGLE and POPULATION/);
    const alike = resultsOf(Array.from({ length: 12 }, (_, i) => madeUpStudy(i)));
    expect(sizeWords(alike, 'naturalness', name)).toMatch(/no difference is clear of chance.*about \d+ people an arm would be needed/);
  });
  test('an arm nobody met has no numbers and breaks nothing', () => {
    const part = { ...studies[0]!, conversations: studies[0]!.conversations.slice(0, 1) };
    const r = resultsOf([part]);
    expect(r.arms.filter((a) => a.conversations === 0)).toHaveLength(2);
    expect(sizeWords(r, 'donation', name)).toMatch(/With 0 conversations/);
    expect(sizeWords(resultsOf([madeUpStudy(1, ['start'])]), 'donation', name)).toMatch(/nothing to compare/);
    expect(resultsOf([]).people).toBe(0);
  });
  test('policies of different runs are counted', () => {
    expect(sourcesOf(studies)).toBe(1);
    const other = { ...studies[1]!, source: { ...studies[1]!.source, policies: studies[1]!.source.policies.map((p) => ({ ...p, weights: 'f'.repeat(64) })) } };
    expect(sourcesOf([studies[0]!, other])).toBe(2);
    expect(armsOf([madeUpStudy(1, ['single', 'start'])])).toEqual(['start', 'single']);
  });
});
