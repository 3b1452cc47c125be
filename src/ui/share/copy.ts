/** Links made from what is on screen, and how they reach the clipboard. */
import { createStore } from 'zustand/vanilla';
import type { LabLink } from '../../train/share/link.ts';
import { readLink, writeLink, writeResultLink } from '../../train/share/link.ts';
import type { LabState } from '../store/state.ts';
import { recordable } from './theirs.ts';

export interface SharedWords {
  readonly title: string;
  readonly note: string;
}
export type Copied = 'link' | 'result' | 'failed' | null;

/** what the visitor writes into links made here, and what was copied last */
export const sharing = createStore<SharedWords & { readonly copied: Copied }>(() => ({ title: '', note: '', copied: null }));

/** What a link made now says: the run on screen, else the settings of the next one. */
export const linkOf = ({ run, draft, backend }: Pick<LabState, 'run' | 'draft' | 'backend'>, { title, note }: SharedWords): LabLink => ({
  experiment: run?.experiment ?? draft,
  backend: run?.backend ?? backend,
  title,
  note,
  embed: false,
  hide: [],
});

export interface MadeLinks {
  /** from the hash on */
  readonly link: string;
  /** null before a run is finished */
  readonly result: string | null;
  /** what a reader of the link will be told: more memory than a link may ask for, say */
  readonly warnings: readonly string[];
}

export function makeLinks(state: Pick<LabState, 'run' | 'draft' | 'backend'>, words: SharedWords): MadeLinks {
  const link = linkOf(state, words);
  const run = recordable(state.run);
  const plain = writeLink(link);
  return { link: plain, result: run ? writeResultLink(link, run) : null, warnings: readLink(plain).notices.map((n) => n.text) };
}

/** The page's own address with another hash. */
export const addressOf = (hash: string): string => `${location.href.split('#', 1)[0] ?? ''}${hash}`;

/** how long the page says that something was copied, ms */
const SHOWN = 4000;
let timer = 0;

export async function copyAddress(hash: string, what: 'link' | 'result'): Promise<void> {
  const copied = await navigator.clipboard.writeText(addressOf(hash)).then(
    () => what,
    () => 'failed' as const,
  );
  sharing.setState({ copied });
  window.clearTimeout(timer);
  timer = window.setTimeout(() => sharing.setState({ copied: null }), SHOWN);
}
