/** One screen: what trains against whom, the controls, two charts, the ends, the dialogues. */
import { lazy, Suspense } from 'react';
import { useLab } from '../store/hooks.ts';
import { useScenario } from '../store/scenario.ts';
import { Bench } from './Bench.tsx';
import { Charts } from './Charts.tsx';
import { Controls } from './Controls.tsx';
import { Ends } from './Ends.tsx';
import { ErrorNotice, GpuNotice } from './Notices.tsx';
import css from './Lab.module.css';

const Transcripts = lazy(() => import('../transcripts/Transcripts.tsx'));

export function Lab({ settingsOpen, onSettings }: { settingsOpen: boolean; onSettings: () => void }) {
  const engine = useLab((s) => s.engine);
  const scenarioId = useLab((s) => (s.run?.settings ?? s.draft).scenario);
  const scenario = useScenario(scenarioId);
  return (
    <main className={css.lab} id="main">
      <GpuNotice />
      <h1 className={css.lead}>
        One frozen simulator is not enough.{' '}
        <span>Train a small policy against simulated users, on your {engine?.backend === 'cpu' ? 'computer' : 'GPU'}, and watch it ace training and fail people it has not met.</span>
      </h1>
      <Bench scenario={scenario} />
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
