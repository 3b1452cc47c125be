import { describe, expect, it } from 'vitest';
import type { FromModel } from '../../train/llm/protocol.ts';
import type { Question } from '../../train/llm/study.ts';
import type { Tally } from '../../train/llm/tally.ts';
import { reportJson } from './report.ts';
import type { Asked } from './state.ts';
import { asking, receive, stopped } from './state.ts';
import { conclusion, memory, withInterval } from './words.ts';

const QUESTION: Question = { act: 'ask', replies: 5, perList: 5, seed: 1 };
const reply = (done: number): FromModel => ({ type: 'answer', done, of: 6, answer: { kind: 'direct', reply: { text: 'Sure.', act: 'agree' } } });
const after = (...messages: FromModel[]): Asked => messages.reduce((a, m, i) => receive(a, m, (i + 1) * 2000), asking('m', QUESTION, 0));

describe('what the page knows', () => {
  it('loading never goes back, and says a time left once it has a basis', () => {
    const a = after({ type: 'loading', fraction: 0.5, text: 'Fetching' }, { type: 'loading', fraction: 0.1, text: 'Shaders' });
    expect(a.state).toBe('loading');
    expect(a.progress).toEqual({ fraction: 0.5, text: 'Shaders', secondsLeft: 4 });
    expect(receive(asking('m', QUESTION, 0), { type: 'loading', fraction: 0.5, text: '' }, 10).progress.secondsLeft).toBeNull();
  });

  it('collects answers, and keeps them when it is stopped or fails', () => {
    const a = after({ type: 'loaded' }, reply(1), reply(2));
    expect(a).toMatchObject({ state: 'asking', replies: [{ act: 'agree' }, { act: 'agree' }] });
    expect(a.progress.fraction).toBeCloseTo(2 / 6);
    expect(stopped(a)).toMatchObject({ state: 'stopped', replies: [{}, {}] });
    expect(receive(a, { type: 'error', kind: 'memory', message: 'lost' }, 9e3)).toMatchObject({ state: 'failed', replies: [{}, {}], fault: { kind: 'memory', message: 'lost' } });
    const done = receive(a, { type: 'done' }, 9e3);
    expect(stopped(done)).toBe(done);
  });

  it('makes a report of numbers and nulls', () => {
    const report = JSON.parse(reportJson(after({ type: 'loaded' }, reply(1)))) as { direct: { entropy: { estimate: number; lo: number | null } }; people: { n: number }; question: { line: string } };
    expect(report.direct.entropy).toMatchObject({ estimate: 0, lo: null });
    expect(report.people.n).toBe(472);
    expect(report.question.line.length).toBeGreaterThan(10);
  });
});

describe('its words', () => {
  const interval = (lo: number, hi: number) => ({ estimate: (lo + hi) / 2, lo, hi });
  const tally = (n: number, distance: { lo: number; hi: number; estimate: number }): Tally => ({
    n,
    probability: [0.8, 0.2, 0, 0, 0, 0, 0],
    unread: 0,
    entropy: interval(0, 1),
    distance,
    distinct: 1,
    texts: n,
  });

  it('claim a difference only where the intervals are apart, and of enough replies', () => {
    expect(conclusion(tally(30, interval(0.4, 0.6)), tally(6, interval(0.1, 0.3)))).toBe(
      'Asked directly, 80 % of what it answers is of one kind (agree). What it lists is closer to people than what it answers.',
    );
    expect(conclusion(tally(30, interval(0.1, 0.2)), tally(6, interval(0.3, 0.5)))).toMatch(/farther from people/);
    expect(conclusion(tally(30, interval(0.2, 0.6)), tally(6, interval(0.1, 0.3)))).toMatch(/cannot be told/);
    expect(conclusion(tally(10, interval(0.4, 0.6)), tally(6, interval(0.1, 0.3)))).toMatch(/With 10 replies and 6 lists nothing more/);
    expect(conclusion({ ...tally(30, interval(0, 1)), probability: null }, tally(6, interval(0, 1)))).toMatch(/Too little/);
  });

  it('say sizes and intervals', () => {
    expect([memory(376.06), memory(1629.75)]).toEqual(['380 MB', '1.6 GB']);
    expect([withInterval({ estimate: 0.5, lo: NaN, hi: NaN }), withInterval(interval(0.25, 0.75)), withInterval({ estimate: NaN, lo: NaN, hi: NaN })]).toEqual(['0.50', '0.50 (0.25–0.75)', '–']);
  });
});
