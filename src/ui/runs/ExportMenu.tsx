/** What can be taken out of a run: the whole of it, its numbers, its pictures, its weights. */
import { useRef, useState } from 'react';
import { library } from './client.ts';
import css from './Export.module.css';

const ITEMS = [
  ['json', 'The run, one file (JSON)', 'settings, curves, digests, notes'],
  ['json-states', 'The run with its weights (JSON)', 'can be continued elsewhere; large'],
  ['csv', 'Curves (CSV)', 'arm, metric, update, seed, value'],
  ['weights', 'Weights (safetensors)', 'policies and trained simulators, a file an arm'],
] as const;
const CHARTS = [
  ['png', 'Charts (PNG)', 'as they are drawn now'],
  ['svg', 'Charts (SVG)', 'as they are drawn now'],
] as const;
export type ExportKind = (typeof ITEMS)[number][0] | (typeof CHARTS)[number][0];

export function ExportMenu({ runKey, name, charts = false }: { runKey: string; name: string; charts?: boolean }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [busy, setBusy] = useState(false);
  const take = (kind: ExportKind): void => {
    if (menu.current) menu.current.open = false;
    setBusy(true);
    library.fault(null);
    void import('./exports.ts')
      .then((m) => m.exportRun(runKey, kind))
      .catch((e: unknown) => library.fault(`The export failed: ${e instanceof Error ? e.message : String(e)}`))
      .finally(() => setBusy(false));
  };
  return (
    <details
      ref={menu}
      className={css.export}
      onKeyDown={(e) => {
        if (e.key !== 'Escape' || !menu.current?.open) return;
        menu.current.open = false;
        menu.current.querySelector('summary')?.focus();
      }}
      onBlur={(e) => {
        if (menu.current && e.relatedTarget && !menu.current.contains(e.relatedTarget)) menu.current.open = false;
      }}
    >
      <summary>
        {busy ? 'Exporting' : 'Export'}
        <span className="visually-hidden"> {name}</span>
      </summary>
      <ul>
        {[...ITEMS, ...(charts ? CHARTS : [])].map(([kind, label, about]) => (
          <li key={kind}>
            <button type="button" onClick={() => take(kind)}>
              {label}
              <small>{about}</small>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
