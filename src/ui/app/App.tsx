import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Lab } from '../lab/Lab.tsx';
import { CHOICES } from '../lab/arms.ts';
import { statusWords } from '../lab/words.ts';
import { useLearnKind } from '../learn/kind.ts';
import { useProgress } from '../learn/progress.ts';
import { copyCurrent, isHidden, useHidden, useOpened } from '../share/hooks.ts';
import { withoutEmbed } from '../share/opened.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { isLive } from '../store/run.ts';
import { useLibrary } from '../runs/hooks.ts';
import { RunsNotices } from '../runs/RunsNotices.tsx';
import { AppNotices } from './AppNotices.tsx';
import { Boundary } from './Boundary.tsx';
import { Header } from './Header.tsx';
import type { ArmCommand, Command } from './keys.ts';
import { useKeys } from './keys.ts';
import type { Place } from './route.ts';
import { usePlace } from './route.ts';
import { isUpdating } from './update.ts';
import css from './App.module.css';

const About = lazy(() => import('../about/About.tsx'));
const LearnPages = lazy(() => import('../learn/LearnPages.tsx'));
const LearnPanel = lazy(() => import('../learn/LearnPanel.tsx'));
const People = lazy(() => import('../people/People.tsx'));
const Runs = lazy(() => import('../runs/Runs.tsx'));
const GpuPage = lazy(() => import('../gpu/GpuPage.tsx'));
const LlmPage = lazy(() => import('../llm/LlmPage.tsx'));
const KeysDialog = lazy(() => import('./KeysDialog.tsx'));
const SettingsPanel = lazy(() => import('../settings/SettingsPanel.tsx'));

/** The tab's title tells how far a run is, for those who look at something else meanwhile. */
function useTitle(): void {
  const title = useLab((s) => (s.run?.state === 'running' ? `${s.run.update}/${s.run.experiment.updates} · Thaw` : s.run ? `${statusWords(s.run)} · Thaw` : 'Thaw'));
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Without storage a run lives in this page only: leaving loses it, so the browser asks first. */
function useLeaveGuard(): void {
  const stored = useLibrary((s) => s.lasting && s.problem === null);
  const live = useLab((s) => isLive(s.run)) && !stored;
  useEffect(() => {
    if (!live) return;
    const ask = (e: BeforeUnloadEvent): void => {
      if (!isUpdating()) e.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [live]);
}

function chooseArm(command: ArmCommand): void {
  const choice = CHOICES[Number(command.slice(-1)) - 1];
  if (choice && !isHidden('arms')) lab.actions.setArms(choice.arms);
}

function Elsewhere({ place }: { place: Place }) {
  if (place === 'people') return <People />;
  if (place === 'runs') return <Runs />;
  if (place === 'gpu') return <GpuPage />;
  if (place === 'llm') return <LlmPage />;
  return <About />;
}

export function App() {
  const place = usePlace();
  const learn = useLearnKind();
  // a lesson stands beside the lab, which is the same one
  const labShown = place === 'lab' || learn === 'lesson';
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [keysOpen, setKeysOpen] = useState(false);
  const folded = useProgress((p) => p.collapsed);
  useTitle();
  useLeaveGuard();
  useKeys(
    labShown ? 'lab' : place,
    useCallback((command: Command) => {
      if (command === 'help') setKeysOpen(true);
      else if (command === 'settings') setSettingsOpen((open) => !open && !isHidden('settings'));
      else if (command === 'link') {
        if (!isHidden('share')) copyCurrent();
      } else if (command === 'arm-1' || command === 'arm-2' || command === 'arm-3' || command === 'arm-4') chooseArm(command);
      else lab.actions[command]();
    }, []),
  );
  const open = settingsOpen && labShown;
  const noHeader = useHidden('header');
  const embedded = useOpened((s) => s.link?.embed ?? false);
  const hash = useOpened((s) => s.hash);
  return (
    <div className={css.app} data-settings={open || undefined} data-learn={(learn === 'lesson' && !folded) || undefined} data-embed={embedded || undefined}>
      <a className={css.skip} href="#main" onClick={skip}>
        Skip to the content
      </a>
      <div className={css.column}>
        {noHeader ? null : <Header place={place} onKeys={() => setKeysOpen(true)} />}
        <AppNotices />
        <Boundary what="The lesson">
          <Suspense fallback={null}>{learn === 'lesson' ? <LearnPanel /> : null}</Suspense>
        </Boundary>
        {labShown ? (
          <Lab settingsOpen={settingsOpen} onSettings={() => setSettingsOpen((o) => !o)} />
        ) : (
          <Boundary key={place} what="This place">
            <Suspense fallback={<main className={css.wait}>Loading</main>}>{learn === 'pages' ? <LearnPages /> : <Elsewhere place={place} />}</Suspense>
          </Boundary>
        )}
        <RunsNotices />
        <footer className={css.footer}>
          Thaw, a lab for simulator collapse. Everything is computed in this page; nothing is sent anywhere.
          {embedded ? (
            <>
              {' '}
              <a href={withoutEmbed(hash)} target="_blank" rel="noreferrer">
                Open the whole lab
              </a>
            </>
          ) : null}
        </footer>
      </div>
      <Boundary what="The panel">
        <Suspense fallback={null}>
          {open ? <SettingsPanel onClose={() => setSettingsOpen(false)} /> : null}
          {keysOpen ? <KeysDialog onClose={() => setKeysOpen(false)} /> : null}
        </Suspense>
      </Boundary>
    </div>
  );
}

/** The hash is the place, so the skip link moves the focus itself. */
function skip(e: React.MouseEvent): void {
  e.preventDefault();
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
}
