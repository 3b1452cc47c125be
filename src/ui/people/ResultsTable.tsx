import type { Measure, Results } from '../../train/people/results.ts';
import { MEASURES } from '../../train/people/results.ts';
import type { Interval } from '../../train/stats.ts';
import { Term } from '../app/Term.tsx';
import { Swatch } from '../charts/Swatch.tsx';
import panel from '../tabs/panel.module.css';
import { MEASURE_WORDS, say, studyArmName, studyArmStyle } from './words.ts';

function Value({ measure, interval: i }: { measure: Measure; interval: Interval }) {
  return (
    <td>
      {say(measure, i.estimate)}
      {Number.isFinite(i.lo) ? <small>{`${say(measure, i.lo)} to ${say(measure, i.hi)}`}</small> : null}
    </td>
  );
}

export function ResultsTable({ results: r }: { results: Results }) {
  return (
    <>
      <p className={panel.about}>
        {r.unit === 'person'
          ? `${r.people} participants, ${r.conversations} conversations. Each participant counts once an arm, with the mean of their conversations, since what one person does is not independent.`
          : `${r.conversations} ${r.conversations === 1 ? 'conversation' : 'conversations'} of one person.`}{' '}
        Below each mean its <Term id="resampled">95 % bootstrap interval</Term>, from two values on.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={panel.scroll} tabIndex={0} role="region" aria-label="Results by arm">
        <table className={panel.table}>
          <thead>
            <tr>
              <th scope="col">Persuader</th>
              <th scope="col">n</th>
              {MEASURES.map((m) => (
                <th scope="col" key={m}>
                  {MEASURE_WORDS[m]}
                </th>
              ))}
              <th scope="col">Would talk again</th>
            </tr>
          </thead>
          <tbody>
            {r.arms.map((a) => (
              <tr key={a.arm}>
                <th scope="row">
                  <Swatch line={studyArmStyle(a.arm)} />
                  {studyArmName(a.arm)}
                </th>
                <td>
                  {a.conversations}
                  {r.unit === 'person' ? <small>{`${a.people} ${a.people === 1 ? 'person' : 'people'}`}</small> : null}
                </td>
                {MEASURES.map((m) => (
                  <Value key={m} measure={m} interval={a.measures[m]} />
                ))}
                <td>{a.again.said > 0 ? `${a.again.yes} of ${a.again.said}` : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
