/** Their ends beside mine: mean, and below it the lowest and the highest seed, at the last recorded update. */
import type { ExperimentSettings } from '../../train/experiment-settings.ts';
import { MEASURE_LABELS } from '../../train/share/curves.ts';
import type { RecordedResult } from '../../train/share/result.ts';
import { two } from '../charts/annotate.ts';
import { armShort } from '../lab/arms.ts';
import type { Run } from '../store/run.ts';
import type { EndsRow } from './theirs.ts';
import { endsBeside } from './theirs.ts';
import css from './LinkCard.module.css';

function Value({ value }: { value: EndsRow['theirs'] | null }) {
  if (!value) return <td>–</td>;
  const [mean, low, high] = value;
  return (
    <td>
      {two(mean)} <small>{`${two(low)}–${two(high)}`}</small>
    </td>
  );
}

export function Beside({ experiment, result, run }: { experiment: ExperimentSettings; result: RecordedResult; run: Run | null }) {
  const rows = endsBeside(experiment, result, run);
  const several = experiment.arms.length > 1;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={css.scroll} tabIndex={0} role="region" aria-label="Theirs beside mine">
      <table>
        <thead>
          <tr>
            <th scope="col">At the end</th>
            <th scope="col">Theirs, recorded</th>
            <th scope="col">Mine</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={`${r.arm} ${r.measure}`}>
              <th scope="row">
                {several ? `${armShort(experiment.arms[r.arm]!)}: ` : ''}
                {MEASURE_LABELS[r.measure]}
              </th>
              <Value value={r.theirs} />
              <Value value={r.mine} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
