/** Before a study: who takes part, how long it takes, and studies gathered so far. */
import { useEffect, useState } from 'react';
import { PER_ARM } from '../../train/people/schema.ts';
import type { HeldPolicies } from '../../train/protocol.ts';
import { Segmented } from '../app/Segmented.tsx';
import { counted } from '../lab/words.ts';
import panel from '../tabs/panel.module.css';
import { requestPolicies } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { isLive } from '../store/run.ts';
import { beginStudy, usePeople } from './client.ts';
import { Gathered } from './Gathered.tsx';
import { studyArmName } from './words.ts';
import css from './People.module.css';

const COUNTS = Array.from({ length: PER_ARM.most }, (_, i) => String(i + 1)).map((id) => ({ id, label: id }));
const MAX_SEED = 2 ** 31 - 1;

/** "" is no seed; null is none that can be used */
function seedFrom(text: string): number | '' | null {
  if (text.trim() === '') return '';
  const n = Number(text);
  return Number.isInteger(n) && n >= 0 && n <= MAX_SEED ? n : null;
}

/** What the worker holds when this is shown; `again` asks once more. */
function usePolicies() {
  const [tries, setTries] = useState(0);
  const [got, setGot] = useState<{ readonly held: HeldPolicies | null; readonly fault: string | null }>({ held: null, fault: null });
  useEffect(() => {
    let current = true;
    requestPolicies().then(
      (held) => current && setGot({ held, fault: null }),
      (e: unknown) => current && setGot({ held: null, fault: e instanceof Error ? e.message : String(e) }),
    );
    return () => {
      current = false;
    };
  }, [tries]);
  const again = (): void => {
    setGot({ held: null, fault: null });
    setTries(tries + 1);
  };
  return { ...got, again };
}

/** "the run on hand, at update 120" */
function sourceWords(held: HeldPolicies, live: boolean): string {
  const updates = [...new Set(held.policies.filter((p) => p.id !== 'start').map((p) => p.update))];
  const at = updates.length === 1 ? `after ${counted(updates[0] ?? 0)}` : `after ${Math.min(...updates)} to ${Math.max(...updates)} updates`;
  if (held.finished) return `The persuaders are those of the finished run, ${at}.`;
  if (!live) return `The persuaders are those of the run in the lab, as they were kept ${at}.`;
  return `The persuaders are those of the run on hand as they are now, ${at}; they stay as they are while it trains on.`;
}

function Who({ held }: { held: HeldPolicies }) {
  const run = useLab((s) => s.run);
  const arms = held.policies.map((p) => studyArmName(p.id));
  if (held.experiment && held.policies.some((p) => p.id !== 'start')) {
    return (
      <p>
        {sourceWords(held, isLive(run))} {arms.length} {arms.length === 1 ? 'takes' : 'take'} part: {arms.join(', ')}. Which of them you talk to is drawn, and told at the end.
        {held.policies[0]?.id === 'start' ? '' : ' The one before training was made in that run and is not kept.'}
      </p>
    );
  }
  return (
    <div className={panel.empty}>
      <p>
        No trained policies on hand: only the persuader before training can be talked to.
        {run && !isLive(run) && run.experiment.arms.some((arm) => arm !== 'base') ? ' No weights are stored with the run in the lab; continue it or run it again.' : ''}
      </p>
      <p>
        <a href="#/lab">Train arms first to compare them</a>; “Compare all” trains three side by side.
      </p>
    </div>
  );
}

export function Begin() {
  const { held, fault, again } = usePolicies();
  const gathered = usePeople((s) => s.past.length + s.imported.length);
  const [perArm, setPerArm] = useState<string>(String(PER_ARM.usual));
  const [seedText, setSeedText] = useState('');
  const [busy, setBusy] = useState(false);
  const seed = seedFrom(seedText);
  const planned = (held?.policies.length ?? 0) * Number(perArm);
  const other = held?.experiment && held.experiment.scenario !== 'persuasion';
  const begin = (): void => {
    if (!held || seed === null) return;
    setBusy(true);
    void beginStudy(held, Number(perArm), seed === '' ? null : seed);
  };
  return (
    <>
      <section className={css.card} aria-label="A new study">
        {fault ? (
          <div className={css.fault} role="alert">
            <p>The persuaders could not be fetched: {fault}</p>
            <button type="button" className={panel.button} onClick={again}>
              Try again
            </button>
          </div>
        ) : !held ? (
          <p role="status">Fetching the persuaders; a run that trains finishes its update first.</p>
        ) : other ? (
          <p>The run on hand is of another scenario; only persuaders can be talked to here.</p>
        ) : (
          <>
            <Who held={held} />
            <p className={css.small}>
              You are paid an imaginary $2 for a task, and a persuader asks for some of it for a children’s charity. No money moves. Nobody learns from what you do, and it stays in this browser unless
              you export it.
            </p>
            <div className={css.row}>
              <div className={css.pick}>
                <span>Conversations with each</span>
                <Segmented name="per-arm" label="Conversations with each persuader" options={COUNTS} value={perArm} onChange={setPerArm} />
              </div>
              <button type="button" className={css.primary} onClick={begin} disabled={busy || seed === null}>
                Begin
              </button>
              <span className={css.small}>
                {planned} {planned === 1 ? 'conversation' : 'conversations'}, about {Math.max(1, Math.round(planned * 0.75))} min
              </span>
            </div>
            <details className={css.more}>
              <summary>Repeat an order</summary>
              <label className={css.pick}>
                Seed of the order and of all that is drawn <input inputMode="numeric" value={seedText} onChange={(e) => setSeedText(e.target.value)} aria-invalid={seed === null} placeholder="drawn" />
              </label>
              {seed === null ? <p role="alert">A whole number from 0 to {MAX_SEED}, or nothing.</p> : null}
            </details>
          </>
        )}
      </section>
      <Gathered open={gathered > 0} />
    </>
  );
}
