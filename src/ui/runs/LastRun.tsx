/** In an empty lab, beside Run: the run that this browser computed last. A link that was opened goes first, and Undo is nearer than any stored run. */
import { useState } from 'react';
import { useOpened } from '../share/hooks.ts';
import { useLab } from '../store/hooks.ts';
import { openRun } from './actions.ts';
import { recorder } from './client.ts';
import { useLibrary } from './hooks.ts';
import { lastRun } from './library.ts';
import css from './LastRun.module.css';

export function LastRun() {
  const record = useLibrary((s) => lastRun(s, recorder.current));
  const linked = useOpened((s) => s.link !== null);
  const aside = useLab((s) => s.undo !== null);
  const [busy, setBusy] = useState(false);
  if (!record || linked || aside) return null;
  const press = (): void => {
    setBusy(true);
    void openRun(record.key).finally(() => setBusy(false));
  };
  return (
    <button type="button" className={css.last} disabled={busy} onClick={press} title={`${record.name}, ${new Date(record.created).toLocaleString()}`}>
      Open your last run<span className="visually-hidden">: {record.name}</span>
    </button>
  );
}
