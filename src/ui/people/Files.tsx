/** Export of what is shown, and import of what others exported. */
import { useRef, useState } from 'react';
import { LIMITS, toCsv, toJson } from '../../train/people/gather.ts';
import type { Study } from '../../train/people/schema.ts';
import panel from '../tabs/panel.module.css';
import { people, usePeople } from './client.ts';
import css from './People.module.css';

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  // the click has taken it over by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function readFiles(list: FileList): Promise<void> {
  const files = [...list];
  const small = files.filter((f) => f.size <= LIMITS.fileBytes);
  const texts = await Promise.all(
    small.slice(0, LIMITS.files + 1).map(async (f) => ({
      name: f.name,
      // a file that cannot be read is damaged, too
      text: await f.text().catch(() => ''),
    })),
  );
  const rest = small.slice(LIMITS.files + 1).map((f) => ({ name: f.name, text: '' }));
  people.actions.importFiles(
    [...texts, ...rest],
    files.filter((f) => f.size > LIMITS.fileBytes).map((f) => f.name),
  );
}

export function Files({ studies }: { studies: readonly Study[] }) {
  const input = useRef<HTMLInputElement>(null);
  const imported = usePeople((s) => s.imported.length);
  const leftOut = usePeople((s) => s.leftOut);
  const [said, setSaid] = useState('');
  const name = `thaw-people-${studies.length === 1 ? studies[0]!.participant : `${studies.length}-studies`}`;
  return (
    <>
      <div className={panel.tools}>
        {studies.length > 0 ? (
          <>
            <button type="button" className={panel.button} onClick={() => download(`${name}.json`, 'application/json', toJson(studies))}>
              Export JSON
            </button>
            <button type="button" className={panel.button} onClick={() => download(`${name}.csv`, 'text/csv', toCsv(studies))}>
              Export CSV
            </button>
          </>
        ) : null}
        <button type="button" className={panel.button} onClick={() => input.current?.click()}>
          Import files
        </button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          multiple
          hidden
          aria-label="Studies as JSON files"
          onChange={(e) => {
            const { files } = e.target;
            if (!files || files.length === 0) return;
            setSaid(`Read ${files.length} ${files.length === 1 ? 'file' : 'files'}.`);
            void readFiles(files).finally(() => {
              // the same file can be chosen again
              if (input.current) input.current.value = '';
            });
          }}
        />
        <span className={panel.said} role="status">
          {said ? `${said} ${imported} ${imported === 1 ? 'study' : 'studies'} from files ${imported === 1 ? 'is' : 'are'} in; they stay until the page is closed.` : ''}
        </span>
      </div>
      {leftOut.length > 0 ? (
        <div className={css.fault} role="status">
          <p>Left out:</p>
          <ul>
            {leftOut.slice(0, 20).map((l, i) => (
              <li key={i}>
                <b>{l.name}</b>: {l.why}
              </li>
            ))}
            {leftOut.length > 20 ? <li>and {leftOut.length - 20} more</li> : null}
          </ul>
        </div>
      ) : null}
    </>
  );
}
