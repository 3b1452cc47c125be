/** What the model answered, asked directly and for lists, beside what people answered. */
import { percent } from '../charts/percent.ts';
import { useMemo } from 'react';
import type { Act, Scenario } from '../../sim/scenario.ts';
import type { ReadReply } from '../../train/llm/study.ts';
import type { Tally } from '../../train/llm/tally.ts';
import { people, tallyDirect, tallyLists } from '../../train/llm/tally.ts';
import { entropy } from '../../sim/persuasion/persuaders.ts';
import { USER_ACTS } from '../../sim/persuasion/data.ts';
import { Term } from '../app/Term.tsx';
import { two } from '../charts/annotate.ts';
import { Bars } from '../charts/Bars.tsx';
import type { Asked } from './state.ts';
import { conclusion, withInterval } from './words.ts';
import css from './LlmPage.module.css';

function Card({ title, note, tally, labels }: { title: string; note: string; tally: Tally; labels: readonly Act[] }) {
  return (
    <li className={css.card}>
      <h3>{title}</h3>
      <p className={css.note}>{note}</p>
      {tally.probability ? <Bars probability={tally.probability} labels={labels} /> : <p className={css.note}>Nothing could be read yet.</p>}
      <dl>
        <dt>
          <Term id="distance">Distance</Term> to people
        </dt>
        <dd>{withInterval(tally.distance)}</dd>
        <dt>Entropy, nats</dt>
        <dd>{withInterval(tally.entropy)}</dd>
        <dt>Different answers</dt>
        <dd>
          {tally.distinct} of {tally.texts}
        </dd>
        <dt>Not understood</dt>
        <dd>{percent(tally.unread)}</dd>
      </dl>
    </li>
  );
}

const actLabel = (labels: readonly Act[], r: ReadReply): string => (r.act ? (labels[USER_ACTS.indexOf(r.act)]?.label ?? r.act) : 'not understood');

function Said({ asked, labels }: { asked: Asked; labels: readonly Act[] }) {
  return (
    <details className={css.said}>
      <summary>Every answer, and as what it was understood</summary>
      <ol>
        {asked.replies.map((r, i) => (
          <li key={i}>
            {r.text || '(nothing)'} <small>{actLabel(labels, r)}</small>
          </li>
        ))}
      </ol>
      {asked.lists.map((l, i) => (
        <div key={i}>
          <h4>List {i + 1}</h4>
          {l.candidates ? (
            <ul>
              {l.candidates.map((c, j) => (
                <li key={j}>
                  {c.text}{' '}
                  <small>
                    {percent(c.probability)} stated, {actLabel(labels, c)}
                  </small>
                </li>
              ))}
            </ul>
          ) : (
            <p>
              <small>Malformed, not used:</small> {l.text.slice(0, 300) || '(nothing)'}
            </p>
          )}
        </div>
      ))}
    </details>
  );
}

export function Results({ asked, scenario }: { asked: Asked; scenario: Scenario }) {
  const { question, replies } = asked;
  const act = question?.act ?? 'ask';
  const direct = useMemo(() => tallyDirect(replies, act), [replies, act]);
  const lists = useMemo(() => tallyLists(asked.lists, act), [asked.lists, act]);
  if (!question || replies.length === 0) return null;
  const labels = scenario.userActs;
  const real = people(act);
  return (
    <section aria-label="What it answered">
      <h2>What it answered</h2>
      <p role="status">{asked.state === 'done' ? conclusion(direct, lists) : ''}</p>
      <ul className={css.cards}>
        <li className={css.card} data-kind="people">
          <h3>People</h3>
          <p className={css.note}>{real.n} first answers after this act, in conversations of Persuasion for Good</p>
          <Bars probability={real.probability} labels={labels} />
          <dl>
            <dt>Entropy, nats</dt>
            <dd>{two(entropy(real.probability))}</dd>
          </dl>
        </li>
        <Card title="Asked directly" note={`${direct.n} ${direct.n === 1 ? 'reply' : 'replies'}, at temperature 1`} tally={direct} labels={labels} />
        <Card
          title="Asked for lists"
          note={`${lists.n} ${lists.n === 1 ? 'list' : 'lists'}, by their stated probabilities${lists.malformed > 0 ? `; ${lists.malformed} malformed` : ''}`}
          tally={lists}
          labels={labels}
        />
      </ul>
      <p className={css.note}>
        95 % bootstrap intervals over replies and over lists. An answer is understood by counting words, as under <a href="#/people">You’re the user</a>; that is rough, and its mistakes are in all
        bars but people’s, which were annotated by hand.
      </p>
      <Said asked={asked} labels={labels} />
    </section>
  );
}
