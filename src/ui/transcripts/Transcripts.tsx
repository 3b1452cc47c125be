/** Dialogues of the policy as it is now, or as it was: what was said, who the user really was, how it ended. */
import { useState } from 'react';
import type { Scenario } from '../../sim/scenario.ts';
import type { ArmId } from '../../train/settings.ts';
import { Term } from '../app/Term.tsx';
import { trainLabel } from '../charts/measures.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import { Card } from './Card.tsx';
import type { Against } from './group.ts';
import { at, nearest, updatesOf } from './group.ts';
import css from './Transcripts.module.css';

const KINDS: readonly { readonly id: Against; readonly label: string }[] = [
  { id: 'train', label: 'Training simulator' },
  { id: 'heldout', label: 'Held-out simulators' },
  { id: 'real', label: 'Real users' },
];
const FIRST = 3;

function Filter({ kind, arm, onChange }: { kind: Against; arm: ArmId; onChange: (k: Against) => void }) {
  return (
    <fieldset className={css.filter}>
      <legend className="visually-hidden">Dialogues with</legend>
      {KINDS.map((k) => (
        <label key={k.id} data-on={kind === k.id || undefined}>
          <input type="radio" name="against" value={k.id} checked={kind === k.id} onChange={() => onChange(k.id)} />
          {k.id === 'train' ? trainLabel(arm) : k.label}
        </label>
      ))}
    </fieldset>
  );
}

export default function Transcripts({ scenario }: { scenario: Scenario | null }) {
  const run = useLab((s) => s.run);
  const arm = useLab((s) => (s.run?.settings ?? s.draft).arm);
  const [kind, setKind] = useState<Against>('train');
  const [chosen, setChosen] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  useRedraw();
  const transcripts = run?.transcripts ?? [];
  const updates = updatesOf(transcripts, kind);
  const update = chosen === null ? updates[0] : nearest(updates, chosen);
  const list = update === undefined ? [] : at(transcripts, kind, update);
  const shown = all ? list : list.slice(0, FIRST);
  return (
    <section className={css.panel} aria-labelledby="dialogues">
      <header className={css.head}>
        <div>
          <h2 id="dialogues">Dialogues</h2>
          <p className={css.about}>
            How the <Term id="policy">policy</Term> talks. The user’s private profile is shown on each card; the policy never sees it.
          </p>
        </div>
        <div className={css.tools}>
          <Filter kind={kind} arm={arm} onChange={setKind} />
          {updates.length > 1 ? (
            <label className={css.when}>
              After update{' '}
              <select value={chosen === null ? 'latest' : update} onChange={(e) => setChosen(e.target.value === 'latest' ? null : Number(e.target.value))}>
                <option value="latest">latest ({updates[0]})</option>
                {updates.map((u) => (
                  <option key={u} value={u}>
                    {u === 0 ? '0, before training' : u}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
        </div>
      </header>
      {list.length === 0 || !scenario ? (
        <p className={css.empty}>
          {run
            ? 'No dialogues of this kind yet; they come with the first update and each evaluation.'
            : 'When a run begins, dialogues of the policy appear here, word for word, with who the user really was and how it ended.'}
        </p>
      ) : (
        <>
          <ul className={css.cards}>
            {shown.map((t, i) => (
              <Card key={`${t.update}-${t.seed}-${t.against}-${i}`} transcript={t} scenario={scenario} arm={arm} />
            ))}
          </ul>
          {list.length > FIRST ? (
            <button type="button" className={css.more} onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${list.length}`}
            </button>
          ) : null}
          <p className={css.note}>
            Sentences are templates for what the two sides chose to do; both choose acts, not words. The user’s answers never affect the outcome; the acts and who the user is do. How each type of user
            answers comes from people’s dialogues; what it needs is this lab’s invention.
          </p>
        </>
      )}
    </section>
  );
}
