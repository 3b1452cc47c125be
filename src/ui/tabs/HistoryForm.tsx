/** Chooses what the simulators are asked: who they are, or how they answer after a few exchanges. */
import type { Act, Scenario } from '../../sim/scenario.ts';
import { Segmented } from '../app/Segmented.tsx';
import type { Draft } from './history.ts';
import { answered, MAX_EXCHANGES, takeBack } from './history.ts';
import panel from './panel.module.css';
import css from './Responses.module.css';

function Choose({ label, acts, value, onChange }: { label: string; acts: readonly Act[]; value: number; onChange: (i: number) => void }) {
  return (
    <label className={panel.pick}>
      {label}{' '}
      <select value={value} onChange={(e) => onChange(Number(e.target.value))}>
        {acts.map((a, i) => (
          <option key={a.id} value={i}>
            {a.label}
          </option>
        ))}
      </select>
    </label>
  );
}

export function HistoryForm({ draft, scenario, onChange }: { draft: Draft; scenario: Scenario; onChange: (d: Draft) => void }) {
  const { exchanges } = draft;
  return (
    <div className={css.form}>
      <Segmented
        name="about"
        label="What is asked"
        options={[
          { id: 'profile', label: 'Who the user is' },
          { id: 'answer', label: 'What it answers' },
        ]}
        value={draft.about}
        onChange={(about) => onChange({ ...draft, about })}
      />
      {draft.about === 'answer' ? (
        <>
          <Choose label="The user is" acts={scenario.profiles} value={draft.profile} onChange={(profile) => onChange({ ...draft, profile })} />
          <ol className={css.steps}>
            {exchanges.map((e, i) => (
              <li key={i}>
                <Choose
                  label={scenario.policyName}
                  acts={scenario.policyActs}
                  value={e.act}
                  onChange={(act) => onChange({ ...draft, exchanges: exchanges.map((x, j) => (j === i ? { ...x, act } : x)) })}
                />
                <Choose
                  label={scenario.userName}
                  acts={scenario.userActs}
                  value={e.answer}
                  onChange={(answer) => onChange({ ...draft, exchanges: exchanges.map((x, j) => (j === i ? { ...x, answer } : x)) })}
                />
              </li>
            ))}
            <li>
              <Choose label={scenario.policyName} acts={scenario.policyActs} value={draft.act} onChange={(act) => onChange({ ...draft, act })} />
              <span className={css.open}>{scenario.userName}: ?</span>
            </li>
          </ol>
          <div className={css.edit}>
            {exchanges.length < MAX_EXCHANGES ? (
              <button type="button" className={panel.link} onClick={() => onChange(answered(draft, 0))}>
                Add an exchange
              </button>
            ) : null}
            {exchanges.length > 0 ? (
              <button type="button" className={panel.link} onClick={() => onChange(takeBack(draft))}>
                Take the last one back
              </button>
            ) : null}
          </div>
        </>
      ) : null}
    </div>
  );
}
