/** Every stored run: find, name, star, annotate, open, compare, delete, take in and out. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { onHash } from '../app/route.ts';
import { Compare } from './Compare.tsx';
import { library, runsDb } from './client.ts';
import { importRun, MAX_FILE_BYTES } from './file.ts';
import { useLibrary } from './hooks.ts';
import { RunRow } from './RunRow.tsx';
import css from './Runs.module.css';
import { matches } from './search.ts';
import { bytesWords } from './size.ts';

const MOST = 6;
/** files left out that are named one by one */
const NAMED = 20;

async function take(files: readonly File[]): Promise<void> {
  library.fault(null);
  const left: string[] = [];
  for (const file of files) {
    try {
      if (file.size > MAX_FILE_BYTES) throw new Error(`it is larger than ${bytesWords(MAX_FILE_BYTES)}`);
      await (await runsDb()).commit(importRun(await file.text()));
    } catch (e) {
      left.push(`${file.name} was not taken in: ${e instanceof Error ? e.message : String(e)}.`);
    }
  }
  // every file is named, up to what a person reads
  const shown = left.slice(0, NAMED).join(' ');
  if (left.length > 0) library.fault(left.length > NAMED ? `${shown} And ${left.length - NAMED} more of ${files.length} files.` : shown);
  await library.refresh();
}

function Import() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={css.quiet} onClick={() => input.current?.click()}>
        Import
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        multiple
        hidden
        aria-label="Files of runs"
        onChange={(e) => {
          void take([...(e.target.files ?? [])]);
          e.target.value = '';
        }}
      />
    </>
  );
}

const go = (hash: string): void => {
  location.hash = hash;
};

/** Runs that the address compares, "#/runs?compare=key,key": so that Back, Runs and a reload do what they say. */
function useCompared(): readonly string[] {
  const hash = useSyncExternalStore(onHash, () => location.hash);
  return (/^#\/runs\?compare=(.+)$/.exec(hash)?.[1] ?? '').split(',').slice(0, MOST);
}

export default function Runs() {
  const { runs, ready, lasting, usage, elsewhere } = useLibrary((s) => s);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const comparing = useCompared();
  useEffect(() => {
    void library.refresh();
    const timer = setInterval(() => void library.refresh(), 3000);
    return () => clearInterval(timer);
  }, []);
  const present = chosen.filter((key) => runs.some((r) => r.key === key));
  const compared = comparing.filter((key) => runs.some((r) => r.key === key));
  if (compared.length > 1) return <Compare keys={compared} onBack={() => go('#/runs')} />;
  const found = runs.filter((r) => matches(r, query));
  const toggle = (key: string): void => setChosen(present.includes(key) ? present.filter((k) => k !== key) : [...present, key]);
  return (
    <main id="main" className={css.runs}>
      <h1>Runs</h1>
      <p className={css.about}>
        {lasting ? 'Every run is stored in this browser as it goes, and nowhere else. ' : 'This browser keeps no data for this page: runs are kept only until it is closed. '}A run that was interrupted
        can go on where it was kept last, and ends with the same numbers.
      </p>
      <div className={css.tools}>
        <input type="search" aria-label="Search runs" placeholder="Search names, arms, settings, notes" value={query} onChange={(e) => setQuery(e.target.value)} />
        <button type="button" className={css.button} disabled={present.length < 2} onClick={() => go(`#/runs?compare=${present.join(',')}`)}>
          {present.length < 2 ? 'Choose 2 to 6 to compare' : `Compare ${present.length}`}
        </button>
        <Import />
        {usage && lasting ? (
          <span className={css.used}>
            {bytesWords(usage.used)} of {bytesWords(usage.quota)} used
          </span>
        ) : null}
      </div>
      {!ready ? <p className={css.empty}>Loading</p> : null}
      {ready && runs.length === 0 ? (
        <p className={css.empty}>
          No runs yet. Press Run in the <a href="#/lab">lab</a>, and the run appears here while it goes on; or import a file that somebody sent you.
        </p>
      ) : null}
      {runs.length > 0 && found.length === 0 ? <p className={css.empty}>No run matches “{query}”.</p> : null}
      <ul className={css.list} aria-label="Stored runs">
        {found.map((r) => (
          <RunRow key={r.key} record={r} elsewhere={elsewhere.has(r.key)} chosen={present.includes(r.key)} full={present.length >= MOST} onChoose={() => toggle(r.key)} />
        ))}
      </ul>
    </main>
  );
}
