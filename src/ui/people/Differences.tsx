/** Are the arms different? Every pair, with what can be said at this sample size put first. */
import { useState } from 'react';
import type { Measure, Results } from '../../train/people/results.ts';
import { MEASURES, sizeWords } from '../../train/people/results.ts';
import { Segmented } from '../app/Segmented.tsx';
import { Term } from '../app/Term.tsx';
import panel from '../tabs/panel.module.css';
import { MEASURE_WORDS, say, sayP, studyArmName } from './words.ts';
import css from './People.module.css';

const OPTIONS = MEASURES.map((id) => ({ id, label: MEASURE_WORDS[id] }));

export function Differences({ results }: { results: Results }) {
  const [measure, setMeasure] = useState<Measure>('donated');
  const rows = results.differences[measure];
  if (rows.length === 0) return null;
  return (
    <div className={css.differences}>
      <div className={css.resultsHead}>
        <h3>Differences between arms</h3>
        <Segmented name="measure" label="Differences in" options={OPTIONS} value={measure} onChange={setMeasure} />
      </div>
      <p className={css.size} role="status">
        {sizeWords(results, measure, studyArmName)}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={panel.scroll} tabIndex={0} role="region" aria-label="Differences between arms">
        <table className={panel.table}>
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col">n</th>
              <th scope="col">Difference</th>
              <th scope="col">95 % interval</th>
              <th scope="col">p</th>
              <th scope="col">p, corrected</th>
              <th scope="col">n an arm needed</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((d) => (
              <tr key={`${d.a} ${d.b}`}>
                <th scope="row">
                  {studyArmName(d.a)} − {studyArmName(d.b)}
                </th>
                <td>{d.n.join(' and ')}</td>
                <td>{say(measure, d.interval.estimate, true)}</td>
                <td>{Number.isFinite(d.interval.lo) ? `${say(measure, d.interval.lo, true)} to ${say(measure, d.interval.hi, true)}` : '–'}</td>
                <td>{sayP(d.p)}</td>
                <td>{sayP(d.corrected)}</td>
                <td>{Number.isFinite(d.needed) ? d.needed : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={panel.note}>
        <Term id="welch">Welch’s t test</Term>, two-sided, with <Term id="holm">Holm’s correction</Term> over the pairs of this measure; “–” where values do not vary, or one side has fewer than two.
        “n an arm needed”: to find a difference of the size seen four times in five, at the 5 % level, in one comparison.
      </p>
    </div>
  );
}
