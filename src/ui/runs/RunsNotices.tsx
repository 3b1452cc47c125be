/** On every page: what was just deleted and can be brought back, and storage that is full or missing. */
import notice from '../lab/Notices.module.css';
import { useLab } from '../store/hooks.ts';
import { library, recorder } from './client.ts';
import { useLibrary } from './hooks.ts';
import { toFree } from './library.ts';
import css from './Runs.module.css';
import { bytesWords } from './size.ts';

function Full() {
  const state = useLibrary((s) => s);
  const oldest = toFree(state, recorder.current);
  const { problem } = state;
  if (!problem) return null;
  return (
    <div className={notice.notice} data-tone="warn" role="alert">
      <div>
        <p>
          <strong>{problem.full ? 'There is no room left to store this run.' : `This run is not being stored: ${problem.message}.`}</strong> It goes on in memory, and is lost when the page is closed
          before there is room.
        </p>
        {problem.full && oldest.length > 0 ? (
          <>
            <p>The oldest runs without a star could go. Nothing is deleted unless you say so.</p>
            <ul className={css.plain}>
              {oldest.map((r) => (
                <li key={r.key}>
                  {r.name} ({new Date(r.created).toLocaleDateString()}, {bytesWords(r.bytes + r.checkpointBytes)}){' '}
                  <button type="button" className={css.quiet} onClick={() => void library.free([r.key]).then(() => recorder.flush())}>
                    Delete<span className="visually-hidden"> {r.name} for good</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}

export function RunsNotices() {
  const removed = useLibrary((s) => s.removed);
  const fault = useLibrary((s) => s.fault);
  const unkept = useLibrary((s) => s.ready && !s.lasting);
  const running = useLab((s) => s.run !== null);
  return (
    <div className={css.toasts} role="region" aria-label="Messages about runs">
      <Full />
      {unkept && running ? (
        <p className={notice.notice}>This browser keeps no data for this page (a private window, perhaps): runs are kept only until it is closed. Export what you want to keep.</p>
      ) : null}
      {fault ? (
        <div className={notice.notice} data-tone="bad" role="alert">
          <p>{fault}</p>
          <button type="button" className={css.quiet} onClick={() => library.fault(null)}>
            Close
          </button>
        </div>
      ) : null}
      {removed.map((r) => (
        <div key={r.key} className={notice.notice} role="status">
          <p>Deleted {r.name}.</p>
          <button type="button" className={css.quiet} onClick={() => void library.undo(r.key)}>
            Undo<span className="visually-hidden"> deleting {r.name}</span>
          </button>
        </div>
      ))}
    </div>
  );
}
