/** What can be answered: seven sentences to choose from, or one’s own words, matched to the nearest of them and shown before they count. */
import type { RefObject } from 'react';
import { useRef, useState } from 'react';
import type { UserAct } from '../../sim/persuasion/data.ts';
import { USER_ACTS } from '../../sim/persuasion/data.ts';
import type { Moment } from '../../sim/persuasion/phrases-user.ts';
import type { Understood } from '../../sim/persuasion/understand.ts';
import { MAX_TEXT, understand } from '../../sim/persuasion/understand.ts';
import { people } from './client.ts';
import type { Screen } from './lines.ts';
import { ANSWER_WORDS } from './words.ts';
import css from './Talk.module.css';

const quoted = (words: readonly string[]): string => words.map((w) => `“${w}”`).join(', ');

function reason(u: Understood): string {
  if (u.act) return `Understood as “${ANSWER_WORDS[u.act]}”, because of ${quoted(u.because)}.`;
  if (u.doubt === 'tie') {
    const [a, b] = u.ranked;
    return `This could be “${ANSWER_WORDS[a!.act]}” or “${ANSWER_WORDS[b!.act]}”. Choose what you mean.`;
  }
  return 'None of these words tells what you mean. Choose it.';
}

function Typed({ moment, field }: { moment: Moment; field: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('');
  const [understood, setUnderstood] = useState<Understood | null>(null);
  const [act, setAct] = useState<UserAct | null>(null);
  const send = useRef<HTMLButtonElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const read = (): void => {
    if (text.trim() === '') return;
    const u = understand(text, moment);
    setUnderstood(u);
    setAct(u.act);
    // once it is drawn: Enter again sends, or the choice waits to be made
    requestAnimationFrame(() => (u.act ? send.current : select.current)?.focus());
  };
  const say = (): void => {
    if (act) people.actions.answer(act, act === understood?.act ? 'typed' : 'corrected', text.trim());
  };
  return (
    <div className={css.typed}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          read();
        }}
      >
        <label htmlFor="own-words">Or in your own words</label>
        <input
          id="own-words"
          ref={field}
          value={text}
          maxLength={MAX_TEXT}
          autoComplete="off"
          aria-keyshortcuts="T"
          onChange={(e) => {
            setText(e.target.value);
            setUnderstood(null);
          }}
        />
        <button type="submit" className={css.plain} disabled={text.trim() === ''}>
          Check
        </button>
      </form>
      <div role="status">{understood ? <p>{reason(understood)}</p> : null}</div>
      {understood ? (
        <div className={css.confirm}>
          <label>
            You mean{' '}
            <select ref={select} value={act ?? ''} onChange={(e) => setAct(USER_ACTS.find((a) => a === e.target.value) ?? null)}>
              {act ? null : <option value="">choose</option>}
              {USER_ACTS.map((a) => (
                <option key={a} value={a}>
                  {ANSWER_WORDS[a]}
                </option>
              ))}
            </select>
          </label>
          <button type="button" ref={send} className={css.send} onClick={say} disabled={!act}>
            Say it
          </button>
          <span className={css.small}>The persuader hears only which of the seven it is. Your words are not kept.</span>
        </div>
      ) : null}
    </div>
  );
}

export function Answers({ choices, moment, field }: { choices: Screen['choices']; moment: Moment; field: RefObject<HTMLInputElement | null> }) {
  return (
    <div className={css.answers}>
      <h3>Your answer</h3>
      <ol className={css.choices} aria-label="Answers">
        {choices.map((c, i) => (
          <li key={c.act}>
            <button type="button" onClick={() => people.actions.answer(c.act, 'chosen')} aria-keyshortcuts={String(i + 1)}>
              <kbd>{i + 1}</kbd>
              <span>
                {c.text} <small>{ANSWER_WORDS[c.act]}</small>
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Typed moment={moment} field={field} />
    </div>
  );
}
