/** What each check found: failed ones first. */
import type { CheckResult } from '../../gpu-kernels/checks/check.ts';
import { small, toleranceWords } from './report.ts';
import { sorted } from './state.ts';
import css from './GpuPage.module.css';

export function Results({ results }: { results: readonly CheckResult[] }) {
  if (results.length === 0) return null;
  return (
    <section aria-label="Results">
      <h2>Kernels</h2>
      <p className={css.note}>Largest difference between the device and the CPU twin, over everything a kernel wrote. Random numbers and tokens must agree exactly.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={css.scroll} role="region" aria-label="Results by kernel" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Kernel</th>
              <th scope="col">Result</th>
              <th scope="col">Largest difference</th>
              <th scope="col">Allowed</th>
              <th scope="col">Sizes</th>
            </tr>
          </thead>
          <tbody>
            {sorted(results).map((r, i) => (
              <tr key={`${r.kernel}-${r.shape}-${i}`} data-bad={r.pass ? undefined : true}>
                <th scope="row">{r.kernel}</th>
                <td>{r.pass ? 'pass' : 'FAIL'}</td>
                <td>{small(r.difference)}</td>
                <td>{toleranceWords(r.tolerance)}</td>
                <td className={css.sizes}>
                  {r.shape}
                  {r.fault ? <small>{r.fault}</small> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
