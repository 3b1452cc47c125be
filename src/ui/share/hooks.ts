/** The page's one opened link, and React's view of it. */
import { useStore } from 'zustand';
import type { PagePart } from '../../train/share/link.ts';
import { lab } from '../store/client.ts';
import type { Opened } from './opened.ts';
import { createOpened, hides } from './opened.ts';
import { makeLinks, copyAddress, sharing } from './copy.ts';

export const opened = createOpened(lab);

/** Reads the address now, and whenever it changes. */
export function watchAddress(): void {
  opened.actions.open(location.hash);
  window.addEventListener('hashchange', () => opened.actions.open(location.hash));
}

export const useOpened = <T>(select: (s: Opened) => T): T => useStore(opened.store, select);
export const useHidden = (part: PagePart): boolean => useOpened((s) => hides(s.link, part));
export const isHidden = (part: PagePart): boolean => hides(opened.store.getState().link, part);

/** The link of what is on screen, to the clipboard. */
export const copyCurrent = (): void => {
  void copyAddress(makeLinks(lab.store.getState(), sharing.getState()).link, 'link');
};
