/** What a place in "Learn" needs around it, told without the lessons, which come later: a lesson stands beside the lab, the list and the glossary stand alone. */
import { useSyncExternalStore } from 'react';
import { onHash } from '../app/route.ts';

export type LearnKind = 'pages' | 'lesson' | null;

export function learnKind(hash: string): LearnKind {
  const match = /^#\/learn(?:\/([\w-]*))?(?:[/?]|$)/.exec(hash);
  if (!match) return null;
  return match[1] && match[1] !== 'glossary' ? 'lesson' : 'pages';
}

const kind = (): LearnKind => learnKind(location.hash);

export const useLearnKind = (): LearnKind => useSyncExternalStore(onHash, kind);
