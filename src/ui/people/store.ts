/** The human study as the page knows it, without React. It outlives visits to other places of the page; every change is kept in the browser. */
import { createStore } from 'zustand/vanilla';
import type { PolicyAct, UserAct } from '../../sim/persuasion/data.ts';
import type { FileText, LeftOut } from '../../train/people/gather.ts';
import { gather } from '../../train/people/gather.ts';
import type { Conversation, Study, Turn } from '../../train/people/schema.ts';
import type { Session } from '../../train/people/session.ts';
import { answered, armNow, begin, ended, heard, indexOf, notEnded, phaseOf, rated, revealed } from '../../train/people/session.ts';
import type { Kept } from './storage.ts';

export interface PeopleState {
  readonly session: Session | null;
  /** studies finished on this device */
  readonly past: readonly Study[];
  /** studies from files; in memory only */
  readonly imported: readonly Study[];
  readonly leftOut: readonly LeftOut[];
  /** a study just removed, which can come back */
  readonly removed: { readonly from: 'past' | 'imported'; readonly study: Study } | null;
  /** the visitor's own words, by exchange of the conversation on hand; in memory only */
  readonly ownWords: Readonly<Record<number, string>>;
  /** why the browser does not keep the study */
  readonly storageFault: string | null;
  /** why the study could not go on after the page was closed */
  readonly weightsFault: string | null;
  /** why the persuader does not speak */
  readonly turnFault: string | null;
}

export interface Ports {
  load(): { readonly kept: Kept; readonly fault: string | null };
  save(kept: Kept): string | null;
  /** what the policy on hand says next */
  speak(session: Session): Promise<PolicyAct>;
}

export type People = ReturnType<typeof createPeople>;

export function createPeople(ports: Ports) {
  const first = ports.load();
  const store = createStore<PeopleState>(() => ({
    session: first.kept.session,
    past: first.kept.past,
    imported: [],
    leftOut: [],
    removed: null,
    ownWords: {},
    storageFault: first.fault,
    weightsFault: null,
    turnFault: null,
  }));
  /** another tab wrote: this one must not write over it */
  let elsewhere = false;

  function keep(): void {
    if (elsewhere) return;
    const { session, past } = store.getState();
    store.setState({ storageFault: ports.save({ version: 1, session, past: [...past] }) });
  }

  /** Lets the policy speak where it is its turn. */
  async function advance(): Promise<void> {
    const { session } = store.getState();
    if (!session || phaseOf(session) !== 'waiting') return;
    try {
      const act = await ports.speak(session);
      // anything may have happened meanwhile
      if (store.getState().session !== session) return;
      put(heard(session, act));
      store.setState({ turnFault: null });
    } catch (e) {
      if (store.getState().session === session) store.setState({ turnFault: e instanceof Error ? e.message : String(e) });
    }
  }

  function put(session: Session | null): void {
    if (session === store.getState().session) return;
    store.setState({ session });
    keep();
    void advance();
  }

  const on = (f: (s: Session) => Session): void => {
    const { session } = store.getState();
    if (session) put(f(session));
  };

  const actions = {
    /** to be called when the page is shown: a study that was interrupted goes on */
    wake: (): void => void advance(),
    /** `kept`: the browser keeps the persuaders, too */
    begin: (study: Study, kept: boolean): void => {
      const weightsFault = kept ? null : 'This browser does not keep the persuaders, so this study can go on only as long as the page is open. What you rate is kept.';
      store.setState({ ownWords: {}, turnFault: null, weightsFault });
      put(begin(study));
    },
    answer: (act: UserAct, by: NonNullable<Turn['by']>, words?: string): void => {
      const { session, ownWords } = store.getState();
      if (!session || phaseOf(session) !== 'answering') return;
      if (words) store.setState({ ownWords: { ...ownWords, [session.open.turns.length]: words } });
      put(answered(session, act, by));
    },
    end: (gift: Conversation['donation']): void => on((s) => ended(s, gift)),
    takeBack: (): void => on(notEnded),
    rate: (naturalness: number, again: boolean | null): void => {
      store.setState({ ownWords: {} });
      on((s) => rated(s, naturalness, again));
    },
    reveal: (): void => on(revealed),
    /** The study on hand joins those finished on this device, and a new one can begin. */
    putAside: (): void => {
      const { session, past } = store.getState();
      if (!session || phaseOf(session) !== 'done') return;
      if (session.study.conversations.length > 0) store.setState({ past: [...past, session.study] });
      store.setState({ weightsFault: null, turnFault: null });
      put(null);
    },
    importFiles: (files: readonly FileText[], tooLarge: readonly string[]): void => {
      const { session, past, imported } = store.getState();
      const own = session && phaseOf(session) === 'done' && session.study.conversations.length > 0 ? [session.study] : [];
      const got = gather([...own, ...past, ...imported], files, tooLarge);
      // a study of this device is not replaced by a copy of itself
      const mine = new Set([...own, ...past].map((s) => `${s.participant} ${s.seed}`));
      store.setState({ imported: got.studies.filter((s) => !mine.has(`${s.participant} ${s.seed}`)), leftOut: got.leftOut });
    },
    remove: (study: Study): void => {
      const { past, imported } = store.getState();
      const from = past.includes(study) ? 'past' : 'imported';
      store.setState({ past: past.filter((s) => s !== study), imported: imported.filter((s) => s !== study), removed: { from, study } });
      keep();
    },
    undoRemove: (): void => {
      const { removed } = store.getState();
      if (!removed) return;
      store.setState((s) => ({ [removed.from]: [...s[removed.from], removed.study], removed: null }));
      keep();
    },
    /** Another tab of this page kept something. */
    changedElsewhere: (): void => {
      elsewhere = true;
      store.setState({ storageFault: 'Another tab of this page continued the study kept in this browser. What you do here stays in this tab only; reload to see what the other one kept.' });
    },
  };
  return { store, actions };
}

/** "Conversation 2 of 8" */
export const placeWords = (s: Session, planned: number): string => `Conversation ${Math.min(planned, indexOf(s) + 1)} of ${planned}`;

/** The policy of the study that speaks now, as the study names it. */
export function policyNow(s: Session) {
  const arm = armNow(s);
  return s.study.source.policies.find((p) => p.arm === arm) ?? null;
}
