/** One screen: what trains against whom, the controls, two charts, the ends, and tabs with what lies behind them. */
import type { CSSProperties } from 'react';
import { lazy, Suspense } from 'react';
import { Alarms } from '../alarms/Alarms.tsx';
import { armColour } from '../charts/arm-styles.ts';
import { useHidden } from '../share/hooks.ts';
import { LinkCard } from '../share/LinkCard.tsx';
import { useLab } from '../store/hooks.ts';
import { useScenario } from '../store/scenario.ts';
import { ArmChoice, ArmsWaiting } from './ArmChoice.tsx';
import { leadWords } from './arms.ts';
import { Bench } from './Bench.tsx';
import { Charts } from './Charts.tsx';
import { Controls } from './Controls.tsx';
import { Ends } from './Ends.tsx';
import { ArmNotices, ErrorNotice, GpuNotice } from './Notices.tsx';
import { ContinueNotice } from '../runs/ContinueNotice.tsx';
import css from './Lab.module.css';

const Tabs = lazy(() => import('../tabs/Tabs.tsx'));

export function Lab({ settingsOpen, onSettings }: { settingsOpen: boolean; onSettings: () => void }) {
  const engine = useLab((s) => s.engine);
  const arms = useLab((s) => (s.run?.experiment ?? s.draft).arms);
  const scenarioId = useLab((s) => (s.run?.experiment ?? s.draft).scenario);
  const scenario = useScenario(scenarioId);
  // a page that stands inside another one may leave these out
  const [noBench, noArms, noTable, noTabs] = [useHidden('bench'), useHidden('arms'), useHidden('table'), useHidden('tabs')];
  return (
    <main className={css.lab} id="main" style={{ '--arm': armColour(arms[0] ?? 'single') } as CSSProperties}>
      <GpuNotice />
      <LinkCard />
      <h1 className={css.lead}>
        One frozen simulator is not enough. <span>{leadWords(arms, engine?.backend)}</span>
      </h1>
      <div className={css.controls}>
        {noArms ? null : <ArmChoice />}
        <Controls settingsOpen={settingsOpen} onSettings={onSettings} />
        {noArms ? null : <ArmsWaiting />}
      </div>
      <ErrorNotice />
      <ContinueNotice />
      <ArmNotices />
      {noBench ? null : <Bench scenario={scenario} />}
      <Charts acts={scenario?.policyActs.length ?? 10} />
      <Alarms />
      {noTable ? null : <Ends />}
      {noTabs ? null : (
        <Suspense fallback={null}>
          <Tabs scenario={scenario} />
        </Suspense>
      )}
    </main>
  );
}
