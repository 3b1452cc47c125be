/** One screen: what trains against whom, the controls, two charts, the ends, the dialogues. */
import type { CSSProperties } from 'react';
import { lazy, Suspense } from 'react';
import { armColour } from '../charts/measures.ts';
import { useLab } from '../store/hooks.ts';
import { useScenario } from '../store/scenario.ts';
import { ArmChoice } from './ArmChoice.tsx';
import { leadWords } from './arms.ts';
import { Bench } from './Bench.tsx';
import { Charts } from './Charts.tsx';
import { Controls } from './Controls.tsx';
import { Ends } from './Ends.tsx';
import { ErrorNotice, GpuNotice } from './Notices.tsx';
import css from './Lab.module.css';

const Transcripts = lazy(() => import('../transcripts/Transcripts.tsx'));

export function Lab({ settingsOpen, onSettings }: { settingsOpen: boolean; onSettings: () => void }) {
  const engine = useLab((s) => s.engine);
  const arm = useLab((s) => (s.run?.settings ?? s.draft).arm);
  const scenarioId = useLab((s) => (s.run?.settings ?? s.draft).scenario);
  const scenario = useScenario(scenarioId);
  return (
    <main className={css.lab} id="main" style={{ '--arm': armColour(arm) } as CSSProperties}>
      <GpuNotice />
      <h1 className={css.lead}>
        One frozen simulator is not enough. <span>{leadWords(arm, engine?.backend)}</span>
      </h1>
      <Bench scenario={scenario} />
      <ArmChoice />
      <Controls settingsOpen={settingsOpen} onSettings={onSettings} />
      <ErrorNotice />
      <Charts acts={scenario?.policyActs.length ?? 10} />
      <Ends />
      <Suspense fallback={null}>
        <Transcripts scenario={scenario} />
      </Suspense>
    </main>
  );
}
