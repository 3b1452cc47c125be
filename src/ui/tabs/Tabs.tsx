/** What lies behind the charts, one thing at a time. */
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import type { Scenario } from '../../sim/scenario.ts';
import type { TabId } from '../lab/view.ts';
import { showTab, useView } from '../lab/view.ts';
import Transcripts from '../transcripts/Transcripts.tsx';
import { Boundary } from '../app/Boundary.tsx';
import css from './Tabs.module.css';

const TrainingUsers = lazy(() => import('./TrainingUsers.tsx'));
const Responses = lazy(() => import('./Responses.tsx'));
const CrossPlay = lazy(() => import('./CrossPlay.tsx'));
const Theory = lazy(() => import('./Theory.tsx'));
const Data = lazy(() => import('./Data.tsx'));

export default function Tabs({ scenario }: { scenario: Scenario | null }) {
  const tabs: readonly (readonly [id: TabId, label: string, panel: ReactNode])[] = [
    ['dialogues', 'Dialogues', <Transcripts key="dialogues" scenario={scenario} />],
    ['users', 'Training users', <TrainingUsers key="users" scenario={scenario} />],
    ['responses', 'Responses', <Responses key="responses" scenario={scenario} />],
    ['cross-play', 'Cross-play', <CrossPlay key="cross-play" />],
    ['theory', 'Theory', <Theory key="theory" />],
    ['data', 'Data', <Data key="data" />],
  ];
  const open = useView((v) => v.tab);
  return (
    <AriaTabs className={css.tabs ?? ''} keyboardActivation="manual" selectedKey={open} onSelectionChange={(id) => showTab(id as TabId)}>
      <div className={css.strip}>
        <TabList className={css.list ?? ''} aria-label="Behind the charts">
          {tabs.map(([id, label]) => (
            <Tab key={id} id={id} className={css.tab ?? ''}>
              {label}
            </Tab>
          ))}
        </TabList>
      </div>
      {tabs.map(([id, , panel]) => (
        <TabPanel key={id} id={id} className={css.panel ?? ''}>
          <Boundary what="This tab">
            <Suspense fallback={<p className={css.wait}>Loading</p>}>{panel}</Suspense>
          </Boundary>
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
