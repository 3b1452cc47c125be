/** Every term in one place, searchable: a plain sentence, then the formula on demand. */
import { useEffect, useState } from 'react';
import { GLOSSARY } from '../app/glossary.ts';
import { GLOSSARY_TEX } from '../app/glossary-tex.ts';
import { Tex } from '../app/Tex.tsx';
import type { Entry } from './glossary-search.ts';
import { matching } from './glossary-search.ts';
import css from './LearnPages.module.css';

const ENTRIES: readonly Entry[] = Object.entries(GLOSSARY)
  .map(([id, e]: [string, Omit<Entry, 'id'>]) => ({ id, ...e }))
  .sort((a, b) => a.term.localeCompare(b.term, 'en'));

function One({ entry, open }: { entry: Entry; open: boolean }) {
  return (
    <div id={`term-${entry.id}`} className={css.entry} data-open={open || undefined}>
      <dt>
        <a href={`#/learn/glossary/${entry.id}`}>{entry.term}</a>
      </dt>
      <dd>
        {entry.text}
        {entry.formula ? (
          <details open={open}>
            <summary>Formula</summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
            <div className={css.formula} tabIndex={0} role="group" aria-label={`Formula of ${entry.term}`}>
              <Tex tex={GLOSSARY_TEX[entry.id]} plain={entry.formula} />
            </div>
          </details>
        ) : null}
      </dd>
    </div>
  );
}

export function GlossaryPage({ term }: { term: string }) {
  const [words, setWords] = useState('');
  const found = matching(ENTRIES, words);
  useEffect(() => {
    if (term) document.getElementById(`term-${term}`)?.scrollIntoView({ block: 'center' });
  }, [term]);
  return (
    <main id="main" className={css.page}>
      <p>
        <a href="#/learn">Learn</a>
      </p>
      <h1>Glossary</h1>
      <label className={css.search}>
        Search <input type="search" value={words} onChange={(e) => setWords(e.target.value)} placeholder="advantage, mode, seed" />
      </label>
      <p className={css.found} role="status">
        {found.length === ENTRIES.length ? `${ENTRIES.length} terms` : `${found.length} of ${ENTRIES.length} terms`}
      </p>
      <dl className={css.entries}>
        {found.map((e) => (
          <One key={e.id} entry={e} open={e.id === term} />
        ))}
      </dl>
    </main>
  );
}
