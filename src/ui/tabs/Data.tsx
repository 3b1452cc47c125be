/** Every other measure, arm by arm, and the digests that tell whether two runs are the same. */
import { bandsOf, lastOf } from '../charts/bands.ts';
import { metricWords, sortMetrics } from '../charts/measures.ts';
import { armName, armShort } from '../lab/arms.ts';
import { COLUMNS } from '../lab/ends.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import type { ArmRun, Run } from '../store/run.ts';
import { isEmpty } from '../store/run.ts';
import { three } from './numbers.ts';
import css from './panel.module.css';

const SHOWN_ABOVE: ReadonlySet<string> = new Set(COLUMNS.map((c) => c.metric));

/** What the table above and the panel's own list do not show. */
function namesOf(arms: readonly ArmRun[]): string[] {
  const all = new Set(arms.flatMap((a) => [...a.series.metrics.keys()]));
  return sortMetrics([...all].filter((n) => !SHOWN_ABOVE.has(n) && !/^(success|reward)\.heldout\./.test(n)));
}

function Measures({ arms }: { arms: readonly ArmRun[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={css.scroll} tabIndex={0} role="region" aria-label="Other measures">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Measure</th>
            {arms.map((a) => (
              <th scope="col" key={a.arm}>
                {arms.length > 1 ? armShort(a.arm) : 'Latest'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {namesOf(arms).map((name) => {
            const words = metricWords(name);
            return (
              <tr key={name}>
                <th scope="row" style={{ whiteSpace: 'normal', minWidth: 180 }}>
                  {words ? words[0] : name}
                  <small>{words ? `${words[1]} (${name})` : ''}</small>
                </th>
                {arms.map((a) => {
                  const p = lastOf(bandsOf(a.series.get(name)));
                  return (
                    <td key={a.arm}>
                      {p ? three(p.mean) : '–'}
                      {p && p.seeds > 1 ? <small>{`${three(p.lo)}–${three(p.hi)}`}</small> : null}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Digests({ run }: { run: Run }) {
  const known = run.arms.filter((a) => a.digest);
  if (known.length === 0) return null;
  return (
    <div className={css.note} style={{ overflowWrap: 'anywhere' }}>
      {known.map((a) => (
        <p key={a.arm}>
          Digest of {run.arms.length > 1 ? armName(a.arm) : 'the run'} <code>{a.digest}</code>
        </p>
      ))}
      <p>A digest is computed from every value of every measure: the same settings give the same digest {run.engine?.backend === 'cpu' ? 'on every machine' : 'on the same machine and browser'}.</p>
    </div>
  );
}

export default function Data() {
  const run = useLab((s) => s.run);
  useRedraw();
  return (
    <>
      <p className={css.about}>
        Every measure that the table above leaves out, at its latest update: mean over seeds, below it the lowest and the highest seed. They tell why a curve moves; a digest tells whether a run was
        repeated exactly.
      </p>
      {run && !isEmpty(run) ? (
        <>
          <Measures arms={run.arms} />
          <Digests run={run} />
        </>
      ) : (
        <p className={css.empty}>When a run begins, its measures are listed here.</p>
      )}
    </>
  );
}
