/** Results of the study just done and of all that were gathered, with files in and out. */
import { useMemo, useState } from 'react';
import { sourcesOf } from '../../train/people/gather.ts';
import { resultsOf } from '../../train/people/results.ts';
import type { Study } from '../../train/people/schema.ts';
import { Segmented } from '../app/Segmented.tsx';
import panel from '../tabs/panel.module.css';
import { usePeople } from './client.ts';
import { Differences } from './Differences.tsx';
import { Files } from './Files.tsx';
import { Participants } from './Participants.tsx';
import { ResultsTable } from './ResultsTable.tsx';
import css from './People.module.css';

/** Where a pooled table could mislead, said before it. */
function Mixed({ studies }: { studies: readonly Study[] }) {
  const sources = sourcesOf(studies);
  if (sources < 2) return null;
  return (
    <p className={css.fault} role="note">
      These studies come from {sources} different sets of persuaders. Pooled by arm, what differs between runs is mixed with what differs between people.
    </p>
  );
}

export function Gathered({ own = null, open }: { own?: Study | null; open: boolean }) {
  const past = usePeople((s) => s.past);
  const imported = usePeople((s) => s.imported);
  const all = useMemo(() => [...(own ? [own] : []), ...past, ...imported], [own, past, imported]);
  const [wanted, setWanted] = useState<'own' | 'all'>('own');
  const scope = own && (wanted === 'own' || all.length < 2) ? 'own' : 'all';
  const shown = useMemo(() => (scope === 'own' && own ? [own] : all), [scope, own, all]);
  const results = useMemo(() => resultsOf(shown), [shown]);
  return (
    <section className={css.results} aria-label="Results">
      <div className={css.resultsHead}>
        <h2>{own || open ? 'Results' : 'Gather a class'}</h2>
        {own && all.length > 1 ? (
          <Segmented
            name="scope"
            label="Whose results"
            options={[
              { id: 'own', label: 'This study' },
              { id: 'all', label: `All ${all.length} studies` },
            ]}
            value={scope}
            onChange={setWanted}
          />
        ) : null}
      </div>
      {shown.length > 0 ? (
        <>
          <Mixed studies={shown} />
          <ResultsTable results={results} />
          <Differences results={results} />
          {scope === 'all' ? <Participants studies={shown} own={own} /> : null}
        </>
      ) : (
        <p className={panel.about}>A teacher can gather what everybody exported: the files are checked, pooled and counted by participant here, in this page alone.</p>
      )}
      <Files studies={shown} />
    </section>
  );
}
