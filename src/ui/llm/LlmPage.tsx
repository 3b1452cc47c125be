/** "Ask a language model": whether a real one, in the user's place, collapses as the lab's simulators do. Its weights are downloaded only when asked for. */
import { useState } from 'react';
import type { PolicyAct } from '../../sim/persuasion/data.ts';
import { POLICY_ACTS } from '../../sim/persuasion/data.ts';
import { HOSTS, LANGUAGE_MODELS, prebuiltId } from '../../train/llm/models.ts';
import { LIMITS, lineOf, listCount } from '../../train/llm/study.ts';
import { ProgressLine } from '../app/ProgressLine.tsx';
import { Term } from '../app/Term.tsx';
import { NO_GPU } from '../lab/words.ts';
import { useLab } from '../store/hooks.ts';
import { useScenario } from '../store/scenario.ts';
import { useHalfPrecision, useLanguageModel } from './client.ts';
import { reportJson } from './report.ts';
import { Results } from './Results.tsx';
import type { Asked } from './state.ts';
import { isBusy } from './state.ts';
import { FAULTS, memory } from './words.ts';
import css from './LlmPage.module.css';

/** lists of five, as in the paper on Verbalized Sampling */
const PER_LIST = 5;
const SEED = 1;

function Fault({ kind, message }: NonNullable<Asked['fault']>) {
  return (
    <div className={css.fault} role="alert">
      <p>
        <strong>{FAULTS[kind].what}</strong> {FAULTS[kind].todo}
      </p>
      <details>
        <summary>What the browser said</summary>
        <code>{message}</code>
      </details>
    </div>
  );
}

/** Why nothing can be asked now; null when it can. */
function useObstacle(): string | null {
  const noGpu = useLab((s) => s.engine?.noGpu ?? null);
  const training = useLab((s) => s.run?.state === 'running' || s.run?.state === 'preparing');
  if (noGpu) return `${NO_GPU[noGpu.reason].what} A language model runs on a graphics card only. ${NO_GPU[noGpu.reason].todo}`;
  return training ? 'A run is training in the lab, and both need the graphics card. Pause it first, or wait until it has ended.' : null;
}

function Copy({ asked }: { asked: Asked }) {
  const [said, setSaid] = useState('');
  const copy = (): void =>
    void navigator.clipboard.writeText(reportJson(asked)).then(
      () => setSaid('Copied.'),
      () => setSaid('The browser did not allow it.'),
    );
  return (
    <div className={css.buttons}>
      <button type="button" className={css.plain} onClick={copy}>
        Copy all as JSON
      </button>
      <span role="status">{said}</span>
    </div>
  );
}

export default function LlmPage() {
  const scenario = useScenario('persuasion');
  const f16 = useHalfPrecision();
  const obstacle = useObstacle();
  const { asked, ask, stop, forget } = useLanguageModel();
  const [id, setId] = useState(LANGUAGE_MODELS[0]!.id);
  const [act, setAct] = useState<PolicyAct>('ask');
  const [replies, setReplies] = useState(30);
  const model = prebuiltId(id, f16 ?? false);
  const busy = isBusy(asked);
  const { progress } = asked;
  const loading = asked.state === 'loading';
  const lists = listCount({ replies, perList: PER_LIST });
  const { min, max } = LIMITS.replies;
  const wrong = !Number.isInteger(replies) || replies < min || replies > max;
  return (
    <main id="main" className={css.page}>
      <h1>Ask a language model</h1>
      <p className={css.lead}>
        The lab’s simulators are small networks that were made to collapse. Here a real language model takes the user’s place, on your graphics card: it answers the same line many times, directly and
        as <Term id="verbalized">verbalized lists</Term>, and both are compared with what people answered.
      </p>
      <p className={css.note}>
        This is the one place of the lab that loads something from elsewhere: the model’s weights, from {HOSTS.join(' and ')}, once you press the button, some hundred megabytes. The browser keeps
        them. What is asked and answered stays on your machine. Models run with <a href="https://github.com/mlc-ai/web-llm">web-llm</a>.
      </p>
      <div className={css.form}>
        <label>
          Model
          <select value={id} disabled={busy} onChange={(e) => setId(e.target.value)}>
            {LANGUAGE_MODELS.map((m) => (
              <option key={m.id} value={m.id}>
                {m.label}, {memory(f16 ? m.memory.f16 : m.memory.f32)} of memory, {m.licence}
              </option>
            ))}
          </select>
        </label>
        <label>
          The persuader’s act
          <select value={act} disabled={busy} onChange={(e) => setAct(e.target.value as PolicyAct)}>
            {POLICY_ACTS.map((a, i) => (
              <option key={a} value={a}>
                {scenario?.policyActs[i]?.label ?? a}
              </option>
            ))}
          </select>
        </label>
        <label>
          Replies
          <input
            type="number"
            min={min}
            max={max}
            value={Number.isFinite(replies) ? replies : ''}
            disabled={busy}
            aria-invalid={wrong}
            aria-describedby="llm-replies"
            onChange={(e) => setReplies(e.target.valueAsNumber)}
          />
        </label>
      </div>
      <p className={css.note} id="llm-replies">
        {wrong ? `Replies: a whole number from ${min} to ${max}.` : `${replies} replies, and ${lists} ${lists === 1 ? 'list' : 'lists'} of ${PER_LIST}.`}
      </p>
      <blockquote className={css.line}>{lineOf(act, SEED).line}</blockquote>
      {obstacle && !busy ? (
        <p className={css.fault} role="status">
          {obstacle}
        </p>
      ) : null}
      <div className={css.buttons}>
        {busy ? (
          <button type="button" className={css.plain} onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="button" className={css.run} disabled={obstacle !== null || wrong} onClick={() => ask(model, { act, replies, perList: PER_LIST, seed: SEED })}>
            {asked.state === 'idle' ? 'Load the model and ask' : 'Ask again'}
          </button>
        )}
        {!busy && asked.model ? (
          <button type="button" className={css.plain} onClick={() => forget(model)}>
            Delete its download
          </button>
        ) : null}
        <span role="status">{asked.forgotten ? 'Deleted.' : asked.state === 'stopped' ? 'Stopped. What was downloaded is kept.' : ''}</span>
      </div>
      {busy ? (
        <ProgressLine label={loading ? 'Loading' : 'Asking'} what={loading ? `Loading the model. ${progress.text}` : progress.text} fraction={progress.fraction} secondsLeft={progress.secondsLeft} />
      ) : null}
      {asked.fault ? <Fault {...asked.fault} /> : null}
      {scenario ? <Results asked={asked} scenario={scenario} /> : null}
      {asked.replies.length > 0 && !busy ? <Copy asked={asked} /> : null}
    </main>
  );
}
