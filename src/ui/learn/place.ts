/** Where in the lessons a link leads: "#/learn", "#/learn/glossary/entropy", "#/learn/<lesson>/<step>". An unknown lesson is the list, an unknown step the lesson's first. */
import { useSyncExternalStore } from 'react';
import { onHash } from '../app/route.ts';
import { LESSONS } from './lessons/index.ts';
import type { Lesson, Step } from './content.ts';

export type LearnPlace =
  { readonly kind: 'list' } | { readonly kind: 'glossary'; readonly term: string } | { readonly kind: 'step'; readonly lesson: Lesson; readonly step: Step; readonly index: number };

export const hrefOf = (lesson: string, step: string): string => `#/learn/${lesson}/${step}`;

export function learnPlace(hash: string): LearnPlace | null {
  const match = /^#\/learn(?:\/([\w-]+))?(?:\/([\w-]+))?(?:[/?]|$)/.exec(hash);
  if (!match) return null;
  if (match[1] === 'glossary') return { kind: 'glossary', term: match[2] ?? '' };
  const lesson = LESSONS.find((l) => l.id === match[1]);
  if (!lesson) return { kind: 'list' };
  const index = Math.max(
    0,
    lesson.steps.findIndex((s) => s.id === match[2]),
  );
  return { kind: 'step', lesson, step: lesson.steps[index]!, index };
}

const hash = (): string => location.hash;

export const useLearnPlace = (): LearnPlace | null => learnPlace(useSyncExternalStore(onHash, hash));

/** The links before and after a step; beyond a lesson's ends they lead to the neighbouring lesson, or to the list. */
export function around(lesson: Lesson, index: number): { readonly before: string; readonly after: string } {
  const at = LESSONS.indexOf(lesson);
  const last = LESSONS[at - 1];
  const next = LESSONS[at + 1];
  const before = lesson.steps[index - 1];
  const after = lesson.steps[index + 1];
  return {
    before: before ? hrefOf(lesson.id, before.id) : last ? hrefOf(last.id, last.steps.at(-1)!.id) : '#/learn',
    after: after ? hrefOf(lesson.id, after.id) : next ? hrefOf(next.id, next.steps[0]!.id) : '#/learn',
  };
}
