import katex from 'katex';
import { describe, expect, test } from 'vitest';
import { checkExperiment } from '../../train/experiment-settings.ts';
import { GLOSSARY } from '../app/glossary.ts';
import { GLOSSARY_TEX } from '../app/glossary-tex.ts';
import { metricWords } from '../charts/measures.ts';
import { needsRun } from './check.ts';
import type { Condition, Step } from './content.ts';
import { experimentOfLink } from './content.ts';
import { GAMMAS } from './gammas.ts';
import { matching } from './glossary-search.ts';
import { learnKind } from './kind.ts';
import { LESSONS } from './lessons/index.ts';
import type { Part } from './marks.ts';
import { partsOf } from './marks.ts';
import { around, hrefOf, learnPlace } from './place.ts';

const steps = LESSONS.flatMap((l) => l.steps.map((step) => ({ id: `${l.id}/${step.id}`, step })));
const textsOf = (s: Step): string[] => [...s.text, ...s.todo, ...s.look, s.check?.claim ?? '', s.check?.yes ?? '', s.check?.no ?? ''];
const partsIn = (s: Step): Part[] => textsOf(s).flatMap(partsOf);
const leaves = (c: Condition): Condition[] => (c.kind === 'all' ? c.of.flatMap(leaves) : [c]);
const draw = (tex: string, block = false): string => katex.renderToString(tex, { displayMode: block, throwOnError: true, strict: 'error' });

describe('lessons', () => {
  test('ids are unique and fit into links', () => {
    expect(new Set(steps.map((s) => s.id)).size).toBe(steps.length);
    for (const { id } of steps) expect(id).toMatch(/^[\w-]{1,40}\/[\w-]{1,40}$/);
    expect(LESSONS.map((l) => l.id)).not.toContain('glossary');
  });

  test.each(steps.filter((s) => s.step.link))('$id: its settings are valid and small', ({ step }) => {
    const e = experimentOfLink(step.link!);
    expect(checkExperiment(e)).toEqual({ ok: true, experiment: e });
    expect(e.model).toBe('S');
    expect(e.updates).toBeLessThanOrEqual(120);
    expect(GAMMAS).toContain(e.gamma);
  });

  test.each(steps)('$id: its terms are in the glossary, its small formulas are drawn, its links lead somewhere', ({ step }) => {
    for (const part of partsIn(step)) {
      if (part.kind === 'term') expect(Object.keys(GLOSSARY)).toContain(part.id);
      if (part.kind === 'tex') expect(draw(part.tex)).toContain('katex');
      if (part.kind === 'link') expect(part.href).toMatch(/^#\/(about|lab|learn|llm)/);
      if (part.kind === 'text') expect(part.text).not.toMatch(/\[\[|\]\]|\(\(|\)\)|\$/);
    }
    for (const f of step.formulas ?? []) {
      draw(f.tex, true);
      for (const [tex, says] of f.symbols) {
        draw(tex);
        expect(says).toMatch(/\.$/);
      }
    }
  });

  test.each(steps.filter((s) => s.step.check))('$id: its check asks for what its experiment measures', ({ step }) => {
    const { when, yes, no } = step.check!;
    expect(needsRun(when)).toBe(step.link !== undefined && when.kind !== 'done');
    expect(yes).not.toBe('');
    if (needsRun(when)) expect(no).not.toBe('');
    for (const c of leaves(when)) {
      if (c.kind === 'done' || c.kind === 'all') continue;
      expect(step.link!.arms).toContain(c.arm);
      for (const m of c.kind === 'moves' ? c.metrics : [c.metric]) expect(metricWords(m)).not.toBeNull();
      const theory = c.kind === 'bounded';
      if (theory) expect(experimentOfLink(step.link!).theoryEvery).toBeGreaterThan(0);
    }
  });
});

test('every formula of the glossary is drawn, and stands beside a plain one', () => {
  for (const [id, tex] of Object.entries(GLOSSARY_TEX)) {
    draw(tex, true);
    expect((GLOSSARY as Record<string, { formula?: string }>)[id]?.formula).toBeTruthy();
  }
});

test('links lead to steps, unknown ones to the list or to a lesson’s first step', () => {
  expect(learnPlace('#/lab')).toBeNull();
  expect(learnPlace('#/learn')).toEqual({ kind: 'list' });
  expect(learnPlace('#/learn/nothing/there')).toEqual({ kind: 'list' });
  expect(learnPlace('#/learn/glossary/kl')).toEqual({ kind: 'glossary', term: 'kl' });
  const bound = learnPlace(hrefOf('theory', 'bound'));
  expect(bound).toMatchObject({ kind: 'step', index: 1 });
  expect(learnPlace('#/learn/theory/none')).toMatchObject({ kind: 'step', index: 0 });
  expect([learnKind('#/lab'), learnKind('#/learn'), learnKind('#/learn/glossary/kl'), learnKind('#/learn/theory/bound'), learnKind('#/learner')]).toEqual([null, 'pages', 'pages', 'lesson', null]);
});

test('next leads through every step once, and back again', () => {
  const seen: string[] = [];
  let hash = hrefOf(LESSONS[0]!.id, LESSONS[0]!.steps[0]!.id);
  while (hash !== '#/learn') {
    seen.push(hash);
    const place = learnPlace(hash);
    if (place?.kind !== 'step') throw new Error(hash);
    const { before, after } = around(place.lesson, place.index);
    expect(before).toBe(seen.at(-2) ?? '#/learn');
    hash = after;
  }
  expect(seen).toHaveLength(steps.length);
});

test('the glossary is searched by name first, then by words', () => {
  const entries = Object.entries(GLOSSARY).map(([id, e]) => ({ id, ...e }));
  expect(matching(entries, 'advantage')[0]?.id).toBe('advantage');
  expect(matching(entries, '  KL ')[0]?.id).toBe('kl');
  expect(matching(entries, 'no such word')).toEqual([]);
  expect(matching(entries, '')).toHaveLength(entries.length);
});
