/**
 * The link this page was opened with, and what "theirs" is. Opening a link never touches the visitor's own runs: settings of theirs that were changed, or a run on screen, stay until the
 * visitor asks for the link's.
 */
import { createStore } from 'zustand/vanilla';
import type { BackendChoice } from '../../train/backend-choice.ts';
import { BACKEND_CHOICE } from '../../train/backend-choice.ts';
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { PagePart, ReadLink } from '../../train/share/link.ts';
import { isLink, readLink } from '../../train/share/link.ts';
import { differingSettings } from '../../train/share/verdict.ts';
import type { Lab } from '../store/lab.ts';
import type { Run } from '../store/run.ts';
import { theirRun } from './theirs.ts';

export interface Opened {
  readonly link: ReadLink | null;
  /** as it came */
  readonly hash: string;
  /** the card that says what the link is */
  readonly card: boolean;
  /** the visitor has not taken the link's settings over yet */
  readonly waiting: boolean;
  /** what the link recorded, as a run to draw; null where it did not, or it was taken off the charts */
  readonly theirs: Run | null;
}

const nothing: Opened = { link: null, hash: '', card: false, waiting: false, theirs: null };

export type OpenedLink = ReturnType<typeof createOpened>;

export function createOpened(lab: Pick<Lab, 'store' | 'actions'>) {
  const store = createStore<Opened>(() => nothing);
  const same = (e: ExperimentSettings, backend: BackendChoice): boolean => {
    const s = lab.store.getState();
    return s.backend === backend && differingSettings(s.draft, e).length === 0;
  };
  /** nothing on screen is the visitor's own: the defaults, or what an earlier link said */
  const untouched = (): boolean => {
    const { run, previous } = lab.store.getState();
    const { link, waiting } = store.getState();
    if (run || previous) return false;
    return same(defaultExperiment, BACKEND_CHOICE.default) || (link !== null && !waiting && same(link.experiment, link.backend));
  };
  const takeOver = (link: ReadLink): void => {
    lab.actions.setAll(link.experiment);
    lab.actions.setBackend(link.backend);
  };

  const actions = {
    /** Any hash; one that says no experiment changes nothing. */
    open: (hash: string): void => {
      if (!isLink(hash)) return;
      const link = readLink(hash);
      const free = untouched();
      const waiting = !free && !same(link.experiment, link.backend);
      if (free) takeOver(link);
      store.setState({ link, hash, card: true, waiting, theirs: link.result ? theirRun(link.experiment, link.result) : null });
    },
    /** the link's settings for the next run; a run on screen keeps its own */
    use: (): void => {
      const { link } = store.getState();
      if (!link) return;
      takeOver(link);
      store.setState({ waiting: false });
    },
    /** runs the link's experiment; a run on screen goes aside as with Restart */
    reproduce: (): void => {
      actions.use();
      if (store.getState().link) lab.actions.restart();
    },
    closeCard: (): void => store.setState({ card: false }),
    openCard: (): void => store.setState((s) => ({ card: s.link !== null })),
    /** takes what was recorded off the charts */
    removeTheirs: (): void => store.setState({ theirs: null }),
  };
  return { store, actions };
}

/** The same link for a page of its own. */
export const withoutEmbed = (hash: string): string => {
  const at = hash.indexOf('?');
  const kept = hash
    .slice(at + 1)
    .split('&')
    .filter((p) => !/^(?:embed|hide)(?:=|$)/.test(p));
  return `${hash.slice(0, at + 1)}${kept.join('&')}`;
};

/** True where a page that stands inside another one hides this part. */
export const hides = (link: ReadLink | null, part: PagePart): boolean => link !== null && link.embed && link.hide.includes(part);
