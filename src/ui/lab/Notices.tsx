/** Things the visitor should know: no WebGPU, an error, something that can be undone. Each says what happened and what to do. */
import { X } from 'lucide-react';
import type { EngineInfo } from '../../train/protocol.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import type { Run } from '../store/run.ts';
import { armName } from './arms.ts';
import { dismiss, useDismissed } from './dismissed.ts';
import { NO_GPU } from './words.ts';
import css from './Notices.module.css';

/** Closed once, it stays closed for this cause; the adapter's name in the header leads to the same words. */
export function GpuNotice() {
  const engine = useLab((s) => s.engine);
  const cause = engine?.noGpu?.reason ?? (engine?.software ? 'software' : 'none');
  const closed = useDismissed(cause);
  const choice = useLab((s) => s.backend);
  if (!engine || closed || cause === 'none') return null;
  const software = cause === 'software';
  return (
    <aside className={css.notice} data-tone="warn" aria-label={software ? 'Software adapter' : 'WebGPU is not available'}>
      {engine.noGpu ? (
        <NoGpuWords {...engine.noGpu} />
      ) : (
        <div>
          <p>
            <strong>WebGPU is running on a software adapter ({engine.name}).</strong> Results are right, but training is many times slower than on a graphics card. Smaller settings help: policy size
            S, one seed, fewer updates. The CPU twin is usually faster than such an adapter.
          </p>
          {choice === 'cpu' ? (
            <p>The next run is computed by the CPU twin.</p>
          ) : (
            <button type="button" className={css.use} onClick={() => lab.actions.setBackend('cpu')}>
              Use the CPU twin
            </button>
          )}
        </div>
      )}
      <button type="button" className={css.close} onClick={() => dismiss(cause)} aria-label="Close this notice for good" title="Close for good; the adapter’s name above leads to it">
        <X size={16} aria-hidden="true" />
      </button>
    </aside>
  );
}

function NoGpuWords({ reason, detail }: NonNullable<EngineInfo['noGpu']>) {
  const advice = NO_GPU[reason];
  return (
    <div>
      <p>
        <strong>{advice.what}</strong> The lab runs on its CPU twin: the same computation, only slower.
      </p>
      <details>
        <summary>What to do</summary>
        <p>{advice.todo}</p>
        {detail ? (
          <p>
            The browser said: <code>{detail}</code>
          </p>
        ) : null}
      </details>
    </div>
  );
}

export function ErrorNotice() {
  const error = useLab((s) => s.run?.error ?? s.fault);
  if (!error) return null;
  return (
    <div className={css.notice} data-tone="bad" role="alert">
      <div>
        <p>
          <strong>{error.message}</strong>
        </p>
        <p>{error.hint}</p>
      </div>
    </div>
  );
}

/** "Verbalized stopped at update 40"; the arm alone, the run goes on. */
function stopWords(run: Run, update: number, kept: number): string {
  const going = run.arms.some((a) => !a.failure);
  const others = !going ? '' : run.state === 'running' || run.state === 'paused' ? ' The other arms go on.' : ' The other arms went on.';
  return `Its curves up to update ${update} stay, and the policy of update ${kept}.${others} A smaller learning rate often helps.`;
}

/** Arms that stopped by themselves while the others go on. */
export function ArmNotices() {
  const run = useLab((s) => s.run);
  return (run?.arms ?? []).map((a) =>
    run && a.failure ? (
      <div key={`${run.id}-${a.arm}`} className={css.notice} data-tone="warn" role="status">
        <div>
          <p>
            <strong>
              {armName(a.arm)} stopped at update {a.failure.update}: {a.failure.message}
            </strong>
          </p>
          <p>{stopWords(run, a.failure.update, a.failure.kept)}</p>
        </div>
      </div>
    ) : null,
  );
}
