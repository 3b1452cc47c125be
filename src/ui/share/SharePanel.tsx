/** The links of what is on screen: words to go with them, copy, and a QR code. */
import { Check, Copy } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useStore } from 'zustand';
import { MAX_NOTE, MAX_TITLE } from '../../train/share/text.ts';
import { useLab } from '../store/hooks.ts';
import { addressOf, copyAddress, makeLinks, sharing } from './copy.ts';
import { Qr } from './Qr.tsx';
import css from './Share.module.css';

function Copying({ label, hash, what }: { label: string; hash: string; what: 'link' | 'result' }) {
  const copied = useStore(sharing, (s) => s.copied === what);
  const Icon = copied ? Check : Copy;
  return (
    <button type="button" className={css.copy} onClick={() => void copyAddress(hash, what)}>
      <Icon size={15} aria-hidden="true" />
      {copied ? 'Copied' : label}
    </button>
  );
}

export default function SharePanel() {
  const run = useLab((s) => s.run);
  const draft = useLab((s) => s.draft);
  const backend = useLab((s) => s.backend);
  const { title, note, copied } = useStore(sharing);
  const { link, result, warnings } = useMemo(() => makeLinks({ run, draft, backend }, { title, note }), [run, draft, backend, title, note]);
  const id = useId();
  const address = addressOf(link);
  return (
    <div className={css.panel}>
      <p>
        {run
          ? 'A link says all settings of the run on screen, and nothing else: whoever opens it can run the same.'
          : 'A link says all settings chosen here, and nothing else: whoever opens it can run the same.'}
      </p>
      <label className={css.field}>
        <span>Title</span>
        <input value={title} maxLength={MAX_TITLE} onChange={(e) => sharing.setState({ title: e.target.value })} />
      </label>
      <label className={css.field}>
        <span>Note</span>
        <textarea value={note} rows={2} maxLength={MAX_NOTE} onChange={(e) => sharing.setState({ note: e.target.value })} />
      </label>
      <label className={css.field} htmlFor={id}>
        <span>Link</span>
      </label>
      <input id={id} className={css.address} readOnly value={address} onFocus={(e) => e.target.select()} />
      {warnings.map((w) => (
        <p key={w} className={css.warn}>
          {w}
        </p>
      ))}
      <div className={css.buttons}>
        <Copying label="Copy link" hash={link} what="link" />
        {result ? <Copying label="Copy result link" hash={result} what="result" /> : null}
      </div>
      <p className={css.small}>
        {result
          ? 'The result link also carries the curves and a digest of this run: who opens it sees them, can run the same, and is told whether it agrees.'
          : 'When a run is finished there is a result link, too: it carries the curves and lets others check them.'}
        {copied === 'failed' ? ' The browser did not allow copying; select the link above instead.' : ''}
      </p>
      <Qr text={address} />
    </div>
  );
}
