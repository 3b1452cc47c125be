/** The recorded experiment as the charts draw it: faintly, labelled, and only until the visitor's first run begins. It never becomes a run of the page's own. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Recorded } from '../../train/recorded.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import type { Run } from '../store/run.ts';
import { asRun, recordedWords } from './view.ts';

const store = createStore<{ file: Recorded | null; asked: boolean; over: boolean }>(() => ({ file: null, asked: false, over: false }));

/** After the page has been painted and is idle. */
function load(): void {
  if (store.getState().asked) return;
  store.setState({ asked: true });
  // the first run ends it for good, also when that run is given up or reset
  const off = lab.store.subscribe((s) => {
    if (!s.run && !s.previous) return;
    store.setState({ over: true });
    off();
  });
  const begin = (): void =>
    void import('./load.ts')
      .then(({ loadRecorded }) => loadRecorded())
      .then(
        (file) => store.setState({ file }),
        () => undefined,
      );
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 3000 });
  else setTimeout(begin, 500);
}

export const hideRecorded = (): void => store.setState({ over: true });

/** What to draw behind nothing yet, and its label; null once a run has begun, when hidden, or when there is none. */
export function useRecorded(): { readonly run: Run; readonly words: string } | null {
  const { file, over } = useStore(store);
  const draft = useLab((s) => s.draft);
  useEffect(load, []);
  return useMemo(() => {
    const run = file && !over ? asRun(file, draft.arms) : null;
    return file && run ? { run, words: recordedWords(file, draft) } : null;
  }, [file, over, draft]);
}
