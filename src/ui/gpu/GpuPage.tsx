/** "Test my GPU": every kernel against its CPU twin on the visitor's device, then how much faster the device is. Gives way to a run that trains. */
import { useState } from 'react';
import { ProgressLine } from '../app/ProgressLine.tsx';
import { NO_GPU } from '../lab/words.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { useGpuTest } from './client.ts';
import { reportJson, reportText, times, perSecond, verdict } from './report.ts';
import { Results } from './Results.tsx';
import type { GpuTest } from './state.ts';
import css from './GpuPage.module.css';

/** A test beside a run would slow both and measure nothing. */
function Busy({ state }: { state: 'running' | 'preparing' }) {
  return (
    <div className={css.busy} role="status">
      <p>
        <strong>{state === 'running' ? 'A run is training.' : 'A run is being prepared.'}</strong> The test would slow it down and measure nothing of use.
      </p>
      {state === 'running' ? (
        <button type="button" className={css.plain} onClick={lab.actions.toggle}>
          Pause the run
        </button>
      ) : (
        <p>Wait until it has begun, or cancel it in the lab.</p>
      )}
    </div>
  );
}

function NoGpu({ reason, detail }: NonNullable<GpuTest['noGpu']>) {
  return (
    <div className={css.busy} role="status">
      <p>
        <strong>{NO_GPU[reason].what}</strong> There is nothing to test; the lab runs on the CPU twin, which needs no graphics card.
      </p>
      <p>{NO_GPU[reason].todo}</p>
      {detail ? (
        <details>
          <summary>What the browser said</summary>
          <code>{detail}</code>
        </details>
      ) : null}
    </div>
  );
}

function Bench({ test }: { test: GpuTest }) {
  const { bench, device } = test;
  if (!bench) return null;
  return (
    <section>
      <h2>Speed</h2>
      <p className={css.ratio}>
        {bench.ratio >= 1 ? (
          <>
            This device is <b>{times(bench.ratio)}</b> as fast as the CPU twin.
          </>
        ) : (
          <>
            Here the CPU twin is <b>{times(1 / bench.ratio)}</b> as fast as this device.
          </>
        )}
      </p>
      <table className={css.speeds}>
        <tbody>
          <tr>
            <th scope="row">This device</th>
            <td>{perSecond(bench.webgpu.updatesPerSecond)} updates/s</td>
          </tr>
          <tr>
            <th scope="row">CPU twin</th>
            <td>{perSecond(bench.cpu.updatesPerSecond)} updates/s</td>
          </tr>
        </tbody>
      </table>
      <p className={css.note}>
        The same updates on both, in turn ({bench.what}), without evaluations. {device?.software ? 'This is a software adapter: the ratio says nothing about a graphics card. ' : ''}Other programs and
        a warm machine change it.
      </p>
    </section>
  );
}

function Copy({ test }: { test: GpuTest }) {
  const [said, setSaid] = useState('');
  const copy = (what: string, text: string): void => {
    void navigator.clipboard.writeText(text).then(
      () => setSaid(`${what} copied.`),
      () => setSaid('The browser did not allow it; select the text below instead.'),
    );
  };
  const text = reportText(test, navigator.userAgent);
  return (
    <section>
      <h2>Report</h2>
      <p className={css.note}>For a bug report, say. It names the browser and the adapter; nothing is sent anywhere.</p>
      <div className={css.buttons}>
        <button type="button" className={css.plain} onClick={() => copy('Text', text)}>
          Copy as text
        </button>
        <button type="button" className={css.plain} onClick={() => copy('JSON', reportJson(test, navigator.userAgent))}>
          Copy as JSON
        </button>
        <span role="status">{said}</span>
      </div>
      <details>
        <summary>Show the text</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </details>
    </section>
  );
}

export default function GpuPage() {
  const state = useLab((s) => s.run?.state);
  const engine = useLab((s) => s.engine);
  const { test, start, cancel } = useGpuTest();
  const busy = state === 'running' || state === 'preparing' ? state : null;
  const running = test.state === 'running';
  const noGpu = test.noGpu ?? (test.state === 'idle' ? (engine?.noGpu ?? null) : null);
  const ended = test.state !== 'idle' && !running;
  return (
    <main id="main" className={css.page}>
      <h1>Test my GPU</h1>
      <p className={css.lead}>
        The lab’s kernels run on your graphics card. This test runs each of them on small inputs there and on the CPU twin, compares every number they write, and then measures how much faster the card
        is. It takes about a minute and runs aside from the page.
      </p>
      {engine && !engine.noGpu ? (
        <p className={css.note}>
          Adapter: {engine.name}
          {engine.software ? ' (software)' : ''}
        </p>
      ) : null}
      {busy && !running ? <Busy state={busy} /> : null}
      {noGpu ? <NoGpu {...noGpu} /> : null}
      <div className={css.buttons}>
        {running ? (
          <button type="button" className={css.plain} onClick={cancel}>
            Cancel
          </button>
        ) : (
          <button type="button" className={css.run} onClick={start} disabled={busy !== null}>
            {noGpu ? 'Look again' : test.state === 'idle' ? 'Start the test' : 'Test again'}
          </button>
        )}
      </div>
      {running ? <ProgressLine label="Test" what={test.progress?.what ?? 'Starting'} fraction={test.progress?.fraction ?? 0} secondsLeft={test.progress?.secondsLeft ?? null} /> : null}
      <p className={css.verdict} role="status" data-bad={(ended && test.results.some((r) => !r.pass)) || undefined}>
        {ended && !test.noGpu ? verdict(test) : ''}
      </p>
      <Bench test={test} />
      {ended && (test.results.length > 0 || test.noGpu) ? <Copy test={test} /> : null}
      <Results results={test.results} />
    </main>
  );
}
