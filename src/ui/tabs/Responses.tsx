/** What each simulator would say next at one history, side by side. */
import { useState } from 'react';
import type { Act, Scenario } from '../../sim/scenario.ts';
import type { Response } from '../../train/protocol.ts';
import { Term } from '../app/Term.tsx';
import { two } from '../charts/annotate.ts';
import { Bars } from '../charts/Bars.tsx';
import { waiting } from '../store/answers.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { ListView } from '../transcripts/ListView.tsx';
import type { Draft } from './history.ts';
import { firstDraft, historyOf } from './history.ts';
import { HistoryForm } from './HistoryForm.tsx';
import panel from './panel.module.css';
import css from './Responses.module.css';

function One({ response: r, labels }: { response: Response; labels: readonly Act[] }) {
  return (
    <li className={css.card} data-kind={r.id}>
      <h3>{r.label}</h3>
      <p className={css.distance}>{r.id === 'base' ? 'Before alignment: what the others are compared with' : `Total variation to the base simulator ${two(r.distance)}`}</p>
      <Bars probability={r.probability} labels={labels} />
      {r.list ? (
        <div className={css.listed}>
          <p>Its list as written; the bars above are what it amounts to</p>
          <ListView malformed={r.list.malformed} candidates={r.list.candidates.map((c) => ({ label: labels[c.token]?.label ?? `Token ${c.token}`, probability: c.probability, drawn: false }))} />
        </div>
      ) : null}
    </li>
  );
}

export default function Responses({ scenario }: { scenario: Scenario | null }) {
  const answers = useLab((s) => s.answers);
  const [draft, setDraft] = useState<Draft>(firstDraft);
  const busy = waiting(answers);
  const { shown } = answers;
  // once asked, every change of the history is asked at once: the latest question wins
  const change = (d: Draft): void => {
    setDraft(d);
    if (shown || busy) lab.actions.requestResponses(historyOf(d));
  };
  const labels = shown && scenario ? (shown.history.acts.length === 0 ? scenario.profiles : scenario.userActs) : [];
  return (
    <>
      <p className={panel.about}>
        The same question put to every <Term id="simulator">simulator</Term>: how likely each would be each type of user, or give each answer, with its <Term id="distance">distance</Term> to the base
        simulator, which was not aligned. A collapsed one puts nearly all on one bar; <Term id="verbalized">what it writes in a list</Term> can still be close to the base, and that is what a policy
        then trains on.
      </p>
      {scenario ? <HistoryForm draft={draft} scenario={scenario} onChange={change} /> : null}
      <div className={panel.tools}>
        <button type="button" className={panel.button} disabled={!scenario} aria-disabled={busy} onClick={() => !busy && lab.actions.requestResponses(historyOf(draft))}>
          {busy ? 'Asking' : 'Ask the simulators'}
        </button>
        <span className={panel.said} role="status">
          {busy ? 'The first question loads the simulators, which takes a moment.' : shown?.error ? `No answer: ${shown.error}` : ''}
        </span>
      </div>
      {shown && !shown.error ? (
        <ul className={css.cards} data-old={busy || undefined} aria-label="Responses">
          {shown.responses.map((r, i) => (
            <One key={`${r.id}-${i}`} response={r} labels={labels} />
          ))}
        </ul>
      ) : (
        <p className={panel.empty}>Ask, and the simulators’ answers appear here side by side.</p>
      )}
      <p className={panel.note}>
        A real language model can be put in the user’s place, too: <a href="#/llm">Ask a language model</a>.
      </p>
    </>
  );
}
