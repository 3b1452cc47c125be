/** Be the persuader: choose acts, read the answers, find out afterwards who it was. */
import { useEffect, useRef, useState } from 'react';
import type { Scenario } from '../../../sim/scenario.ts';
import { did } from '../progress.ts';
import type { Play, Tally } from './persuade.ts';
import { count, meet, noTally, say } from './persuade.ts';
import css from './demos.module.css';

/** the type a collapsed simulator plays here, too */
const THE_ONE = 'questioner';

function End({ play, scenario, tally, onAgain }: { play: Play; scenario: Scenario; tally: Tally; onAgain: () => void }) {
  const who = scenario.profiles[play.profile];
  const end = play.end;
  if (!end || !who) return null;
  const gave = end.reward > 0;
  return (
    <div className={css.end} role="status">
      <p>
        <strong>{gave ? `A donation: ${scenario.worldTokens[end.outcome]?.label}.` : play.said.at(-1)?.text[2] ? 'No donation; the user has left.' : 'No donation: the time is up.'}</strong> Reward{' '}
        {end.reward.toFixed(2)} after {play.said.length} {play.said.length === 1 ? 'turn' : 'turns'}.
      </p>
      <p>
        It was a <b>{who.label.toLowerCase()}</b> user. {who.help} {who.needs}
      </p>
      <p>
        You have won {tally.won} of {tally.played}.
      </p>
      <button type="button" className={css.button} onClick={onAgain}>
        {gave ? 'Meet the next one' : 'Try another one'}
      </button>
    </div>
  );
}

export function Persuade({ scenario, onePerson }: { scenario: Scenario; onePerson: boolean }) {
  const fixed = onePerson ? scenario.profiles.findIndex((p) => p.id === THE_ONE) : undefined;
  const [play, setPlay] = useState(() => meet(scenario, 1, fixed));
  const [tally, setTally] = useState(noTally);
  const log = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [play]);
  const act = (a: number): void => {
    const next = say(scenario, play, a);
    setPlay(next);
    if (!next.end) return;
    const counted = count(tally, next.end.reward > 0);
    setTally(counted);
    did('dialogue');
    if (onePerson && counted.streak >= 2) did('one-person');
  };
  const left = scenario.maxTurns - play.said.length;
  return (
    <div className={css.play}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <ol className={css.log} ref={log} tabIndex={0} aria-label="Dialogue" aria-live="polite">
        {play.said.length === 0 ? <li className={css.hint}>Stranger {play.stranger} is on the line. Choose what to do first.</li> : null}
        {play.said.map((s, i) => (
          <li key={i}>
            <p data-who="you">
              <small>You · {scenario.policyActs[s.act]?.label}</small>
              {s.text[0]}
            </p>
            <p data-who="user">
              <small>Stranger · {scenario.userActs[s.answer]?.label}</small>
              {s.text[1]}
            </p>
          </li>
        ))}
      </ol>
      {play.end ? (
        <End play={play} scenario={scenario} tally={tally} onAgain={() => setPlay(meet(scenario, play.stranger + 1, fixed))} />
      ) : (
        <fieldset className={css.acts}>
          <legend>
            What do you do? {left} {left === 1 ? 'turn' : 'turns'} left
          </legend>
          {scenario.policyActs.map((a, i) => (
            <button key={a.id} type="button" title={a.help} onClick={() => act(i)}>
              {a.label}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
