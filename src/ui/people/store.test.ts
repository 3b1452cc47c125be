import { beforeEach, describe, expect, test, vi } from 'vitest';
import { USER_ACTS } from '../../sim/persuasion/data.ts';
import type { PolicyAct } from '../../sim/persuasion/data.ts';
import { toJson } from '../../train/people/gather.ts';
import { orderOf } from '../../train/people/schema.ts';
import type { Session } from '../../train/people/session.ts';
import { phaseOf } from '../../train/people/session.ts';
import { madeUpStudy } from '../../train/people/testing/study.ts';
import { talkKeyOf } from './keys.ts';
import { screenOf } from './lines.ts';
import type { Kept } from './storage.ts';
import { DAMAGED_KEY, KEY, load, nothingKept, save } from './storage.ts';
import type { People } from './store.ts';
import { createPeople, placeWords, policyNow } from './store.ts';

const fresh = () => ({ ...madeUpStudy(), conversations: [] });
let kept: Kept[];
let people: People;
let speak: (s: Session) => Promise<PolicyAct>;
const now = () => people.store.getState();
const settle = () => vi.waitFor(() => expect(['answering', 'rating', 'done', 'no-turns']).toContain(phaseOf(now().session!)));

function create(first: Kept = nothingKept): void {
  people = createPeople({ load: () => ({ kept: first, fault: null }), save: (k) => (kept.push(structuredClone(k)), null), speak: (s) => speak(s) });
}
beforeEach(() => {
  kept = [];
  speak = (s) => Promise.resolve(s.open.turns.length === 0 ? 'inquiry' : 'ask');
  create();
});

describe('a study on the page', () => {
  test('goes on by itself where it is the persuader’s turn, and every step is kept', async () => {
    people.actions.begin(fresh(), true);
    await settle();
    people.actions.answer('question', 'typed', 'Why do you ask?');
    await settle();
    expect(now().session!.open).toMatchObject({ act: 'ask', turns: [{ act: 'inquiry', answer: 'question', by: 'typed' }] });
    const screen = screenOf(now().session!, now().ownWords);
    expect(screen.lines.map((l) => l.who)).toEqual(['persuader', 'you', 'persuader']);
    expect(screen.lines[1]!.text).toBe('Why do you ask?');
    expect(screen.choices.map((c) => c.act)).toEqual(USER_ACTS);
    expect(screen.moment).toBe('ask');
    people.actions.end(100);
    people.actions.takeBack();
    people.actions.end(200);
    expect(placeWords(now().session!, 6)).toBe('Conversation 1 of 6');
    people.actions.rate(7, true);
    expect(now().session!.study.conversations).toMatchObject([{ donation: 200, naturalness: 7, again: true }]);
    expect(kept.at(-1)!.session!.study.conversations).toHaveLength(1);
    // nothing typed is kept
    expect(JSON.stringify(kept)).not.toContain('Why do you ask');
  });

  test('goes on where it was interrupted, with the same lines', async () => {
    people.actions.begin(fresh(), true);
    await settle();
    people.actions.answer('positive', 'chosen');
    await settle();
    const lines = screenOf(now().session!, {}).lines.map((l) => l.text);
    create(kept.at(-1));
    people.actions.wake();
    await settle();
    expect(screenOf(now().session!, {}).lines.map((l) => l.text)).toEqual(lines);
    // also when it was closed before the persuader had spoken
    create({ ...nothingKept, session: { ...now().session!, open: { turns: [], act: null, end: null } } });
    people.actions.wake();
    await settle();
    expect(now().session!.open.act).toBe('inquiry');
  });

  test('an answer stays as it was offered', async () => {
    people.actions.begin(fresh(), true);
    await settle();
    const { choices } = screenOf(now().session!, {});
    people.actions.answer('neutral', 'chosen');
    expect(screenOf(now().session!, {}).lines.at(-1)!.text).toBe(choices[USER_ACTS.indexOf('neutral')]!.text);
    await settle();
    expect(screenOf(now().session!, {}).lines[1]!.text).toBe(choices[USER_ACTS.indexOf('neutral')]!.text);
  });

  test('a line that comes too late is not said', async () => {
    let say: (act: PolicyAct) => void = () => {};
    speak = () => new Promise((resolve) => (say = resolve));
    people.actions.begin(fresh(), true);
    const late = say;
    people.actions.reveal();
    late('ask');
    await Promise.resolve();
    expect(now().session).toMatchObject({ revealed: true, open: { act: null } });
  });

  test('a persuader that is gone is said, and what was rated stays', async () => {
    speak = () => Promise.reject(new Error('no longer kept'));
    people.actions.begin(madeUpStudy(5, ['single'], 2), true);
    people.actions.begin({ ...madeUpStudy(5, ['single'], 2), conversations: madeUpStudy(5, ['single'], 2).conversations.slice(0, 1) }, true);
    await vi.waitFor(() => expect(now().turnFault).toBe('no longer kept'));
    people.actions.reveal();
    people.actions.putAside();
    expect(now()).toMatchObject({ session: null, turnFault: null });
    expect(now().past.map((s) => s.conversations.length)).toEqual([1]);
  });

  test('each conversation is held by the policy that the seed drew', () => {
    const study = madeUpStudy();
    const session = { study: { ...study, conversations: study.conversations.slice(0, 3) }, open: { turns: [], act: null, end: null }, revealed: false };
    expect(policyNow(session)?.arm).toBe(orderOf(study)[3]);
  });

  test('files join it, mine is not doubled, and what is removed can come back', () => {
    const mine = madeUpStudy(1);
    create({ ...nothingKept, past: [mine] });
    people.actions.importFiles(
      [mine, madeUpStudy(2)].map((s, i) => ({ name: `${i}.json`, text: toJson([s]) })),
      ['huge.json'],
    );
    expect(now().imported.map((s) => s.seed)).toEqual([2]);
    expect(now().leftOut.map((l) => l.name)).toEqual(['huge.json', '0.json']);
    people.actions.remove(mine);
    expect(kept.at(-1)!.past).toEqual([]);
    people.actions.undoRemove();
    expect(now().past).toEqual([mine]);
    expect(kept.at(-1)!.past).toEqual([mine]);
  });

  test('does not write over what another tab kept', () => {
    people.actions.changedElsewhere();
    people.actions.begin(fresh(), true);
    expect(kept).toEqual([]);
    expect(now().storageFault).toMatch(/Another tab/);
    expect(now().session).not.toBeNull();
  });
});

describe('keeping it in the browser', () => {
  const memory = (entries: Record<string, string> = {}) => {
    const map = new Map(Object.entries(entries));
    return { map, getItem: (k: string) => map.get(k) ?? null, setItem: (k: string, v: string) => void map.set(k, v), removeItem: (k: string) => void map.delete(k) };
  };
  const whole: Kept = { version: 1, session: { study: madeUpStudy(), open: { turns: [], act: null, end: null }, revealed: false }, past: [madeUpStudy(9)] };

  test('gives back what it was given', () => {
    const store = memory();
    expect(load(store)).toEqual({ kept: nothingKept, fault: null });
    expect(save(store, whole)).toBeNull();
    expect(load(store)).toEqual({ kept: whole, fault: null });
  });
  test.each(['', 'nonsense', '{"version":2}', JSON.stringify({ ...whole, session: { ...whole.session, open: { turns: 3 } } })])('puts %s aside and begins anew', (text) => {
    const store = memory({ [KEY]: text });
    const { kept: got, fault } = load(store);
    expect(got).toEqual(nothingKept);
    expect(fault).toMatch(/could not be read/);
    expect(store.map.get(DAMAGED_KEY)).toBe(text);
    expect(store.map.has(KEY)).toBe(false);
  });
  test('says when there is no room, and when the browser forbids it', () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(save(full, whole)).toMatch(/no room left.*stays as long as this page is open/);
    expect(save(null, whole)).toMatch(/does not let the page keep/);
    expect(load(null)).toMatchObject({ kept: nothingKept, fault: expect.stringMatching(/does not let/) as string });
    const forbidden = {
      ...memory(),
      getItem: () => {
        throw new DOMException('no', 'SecurityError');
      },
    };
    expect(load(forbidden).fault).toMatch(/does not let/);
  });
});

test('keys of a conversation leave fields alone', () => {
  const field = { closest: (selector: string) => selector.includes('textarea') };
  expect(talkKeyOf('3', null)).toEqual({ kind: 'digit', digit: 3 });
  expect(talkKeyOf('8', null)).toBeNull();
  expect(['d', 'L', 't', 'x'].map((k) => talkKeyOf(k, null)?.kind ?? null)).toEqual(['donate', 'leave', 'type', null]);
  expect(talkKeyOf('3', field)).toBeNull();
});
