/** Keys of a conversation: a digit chooses, D and L end it, T goes to the text field. Fields keep their own keys. */
import { useEffect, useRef } from 'react';

export type TalkKey = { readonly kind: 'digit'; readonly digit: number } | { readonly kind: 'donate' | 'leave' | 'type' };

const FIELD = 'input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable=true]';

export function talkKeyOf(key: string, target: { closest(selector: string): unknown } | null): TalkKey | null {
  if (target?.closest(FIELD)) return null;
  if (/^[1-7]$/.test(key)) return { kind: 'digit', digit: Number(key) };
  const kind = ({ d: 'donate', l: 'leave', t: 'type' } as const)[key.toLowerCase()];
  return kind ? { kind } : null;
}

export function useTalkKeys(run: (key: TalkKey) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const down = (e: KeyboardEvent): void => {
      if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.isComposing || e.repeat) return;
      if (document.querySelector('[role=dialog][data-modal]')) return;
      const key = talkKeyOf(e.key, e.target instanceof Element ? e.target : null);
      if (!key) return;
      e.preventDefault();
      latest.current(key);
    };
    window.addEventListener('keydown', down);
    return () => window.removeEventListener('keydown', down);
  }, []);
}
