/** Dialogues of the policy as it is now, or as it was: what was said, who the user really was, how it ended. */
import type { CSSProperties } from 'react';
import { useState } from 'react';
import type { Scenario } from '../../sim/scenario.ts';
import type { ArmId } from '../../train/settings.ts';
import { Segmented } from '../app/Segmented.tsx';
import { Term } from '../app/Term.tsx';
import { armColour } from '../charts/arm-styles.ts';
import { trainLabel } from '../charts/measures.ts';
import { armName } from '../lab/arms.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import { armRunOf } from '../store/run.ts';
import { ArmSelect } from '../tabs/ArmSelect.tsx';
import { Card } from './Card.tsx';
import type { Against } from './group.ts';
import { at, nearest, updatesOf } from './group.ts';
import css from './Transcripts.module.css';

const kinds = (arm: ArmId): readonly { readonly id: Against; readonly label: string }[] => [
  { id: 'train', label: trainLabel(arm) },
  { id: 'heldout', label: 'Held-out simulators' },
  { id: 'real', label: 'Real users' },
];
const FIRST = 3;

export default function Transcripts({ scenario }: { scenario: Scenario | null }) {
  const run = useLab((s) => s.run);
  const arms = useLab((s) => (s.run?.experiment ?? s.draft).arms);
  const [wanted, setWanted] = useState<ArmId | null>(null);
  const arm = arms.find((a) => a === wanted) ?? arms[0] ?? 'single';
  const [kind, setKind] = useState<Against>('train');
  const [chosen, setChosen] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  useRedraw();
  const transcripts = armRunOf(run, arm)?.transcripts ?? [];
  const updates = updatesOf(transcripts, kind);
  const update = chosen === null ? updates[0] : nearest(updates, chosen);
  const list = update === undefined ? [] : at(transcripts, kind, update);
  const shown = all ? list : list.slice(0, FIRST);
  return (
    <div style={{ '--arm': armColour(arm) } as CSSProperties}>
      <div className={css.head}>
        <p className={css.about}>
          Dialogues as the <Term id="policy">policy</Term> plays them, with who the user really was and how it ended; the policy never sees the user’s profile. They matter because a rate can rise
          while the policy merely repeats one script: here you can read whether it does.
        </p>
        <div className={css.tools}>
          {arms.length > 1 ? <ArmSelect arms={arms} value={arm} onChange={setWanted} /> : null}
          <Segmented name="against" label="Dialogues with" options={kinds(arm)} value={kind} onChange={setKind} />
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
      </div>
      {list.length === 0 || !scenario ? (
        <p className={css.empty}>
          {run
            ? `No dialogues of this kind yet${arms.length > 1 ? ` in ${armName(arm)}` : ''}; they come with the first update and each evaluation.`
            : 'When a run begins, dialogues of the policy appear here, word for word, with who the user really was and how it ended.'}
        </p>
      ) : (
        <>
          <ul className={css.cards}>
            {shown.map((t, i) => (
              <Card key={`${arm}-${t.update}-${t.seed}-${t.against}-${i}`} transcript={t} scenario={scenario} arm={arm} />
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
    </div>
  );
}
