/** Who was gathered: one line a study, with how many conversations of each arm it has. */
import { armsOf } from '../../train/people/results.ts';
import type { Study } from '../../train/people/schema.ts';
import panel from '../tabs/panel.module.css';
import { people, usePeople } from './client.ts';
import { studyArmName } from './words.ts';
import css from './People.module.css';

export function Participants({ studies, own }: { studies: readonly Study[]; own: Study | null }) {
  const removed = usePeople((s) => s.removed);
  const arms = armsOf(studies);
  return (
    <details className={css.more}>
      <summary>n per participant ({studies.length})</summary>
      {removed ? (
        <p role="status">
          Participant {removed.study.participant} was removed.{' '}
          <button type="button" className={panel.link} onClick={people.actions.undoRemove}>
            Undo
          </button>
        </p>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={panel.scroll} tabIndex={0} role="region" aria-label="Participants">
        <table className={panel.table}>
          <thead>
            <tr>
              <th scope="col">Participant</th>
              <th scope="col">n</th>
              {arms.map((arm) => (
                <th scope="col" key={arm}>
                  {studyArmName(arm)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {studies.map((s) => (
              <tr key={`${s.participant} ${s.seed}`}>
                <th scope="row">
                  <code>{s.participant}</code>
                  {s === own ? ' (this study)' : ''}
                </th>
                <td>{s.conversations.length}</td>
                {arms.map((arm) => (
                  <td key={arm}>{s.conversations.filter((c) => c.arm === arm).length}</td>
                ))}
                <td>
                  {s === own ? null : (
                    <button type="button" className={panel.link} onClick={() => people.actions.remove(s)} aria-label={`Remove participant ${s.participant}`}>
                      Remove
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
