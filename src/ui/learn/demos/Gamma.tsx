/** The aligned simulator's own probabilities at every shipped γ, beside those before alignment; with `list` what it writes when asked for a list. */
import { percentOrLess } from '../../charts/percent.ts';
import { useEffect, useState } from 'react';
import { defaultExperiment } from '../../../train/experiment-settings.ts';
import type { History, Response } from '../../../train/protocol.ts';
import type { Scenario } from '../../../sim/scenario.ts';
import { Segmented } from '../../app/Segmented.tsx';
import { two } from '../../charts/annotate.ts';
import { collapseWords } from '../../lab/words.ts';
import { waiting } from '../../store/answers.ts';
import { lab } from '../../store/client.ts';
import { useLab } from '../../store/hooks.ts';
import { ListView } from '../../transcripts/ListView.tsx';
import { GAMMAS } from '../gammas.ts';
import { did } from '../progress.ts';
import css from './demos.module.css';

const HIGHEST = GAMMAS.length - 1;

type About = 'profile' | 'answer';
/** an inquiry put to the type at the mode */
const historyOf = (about: About, scenario: Scenario): History => {
  const profile = Math.max(
    0,
    scenario.profiles.findIndex((p) => p.id === 'questioner'),
  );
  return about === 'profile' ? { profile, acts: [], answers: [] } : { profile, acts: [scenario.policyActs.findIndex((a) => a.id === 'inquiry')], answers: [] };
};

function Pair({ name, shown, base, kind }: { name: string; shown: Response; base: Response; kind: readonly { readonly id: string; readonly label: string }[] }) {
  return (
    <div className={css.pair}>
      <h4>
        {name} <span>distance to P {two(shown.distance)}</span>
      </h4>
      <ul>
        {kind.map((k, i) => (
          <li key={k.id}>
            <span>{k.label}</span>
            <span className={css.bars} aria-hidden="true">
              <i data-base style={{ width: `${(base.probability[i] ?? 0) * 100}%` }} />
              <i style={{ width: `${(shown.probability[i] ?? 0) * 100}%` }} />
            </span>
            <span className={css.number}>
              {percentOrLess(shown.probability[i] ?? 0)}
              <small>P {percentOrLess(base.probability[i] ?? 0)}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Gamma({ scenario, list }: { scenario: Scenario; list: boolean }) {
  const answers = useLab((s) => s.lessonAnswers);
  const [at, setAt] = useState(list ? GAMMAS.indexOf(16) : 0);
  const [about, setAbout] = useState<About>('profile');
  const [ends, setEnds] = useState<readonly number[]>([]);
  const gamma = GAMMAS[at] ?? 16;
  useEffect(() => {
    lab.actions.askForLesson(historyOf(about, scenario), { ...defaultExperiment, networks: 'shipped', gamma });
  }, [about, gamma, scenario]);
  const move = (next: number): void => {
    setAt(next);
    const seen = [...ends, at, next];
    setEnds(seen);
    if (seen.includes(0) && seen.includes(HIGHEST)) did('gamma');
  };
  const busy = waiting(answers);
  const { shown } = answers;
  useEffect(() => {
    if (list && shown && !shown.error) did('list');
  }, [list, shown]);
  const of = (id: Response['id']): Response | undefined => shown?.responses.find((r) => r.id === id);
  const [base, aligned, listed] = [of('base'), of('aligned'), of('verbalized')];
  const labels = shown && shown.history.acts.length > 0 ? scenario.userActs : scenario.profiles;
  return (
    <div className={css.gamma}>
      <label className={css.slider}>
        <span>
          γ = {gamma} <small>{collapseWords(gamma)}</small>
        </span>
        <input type="range" min={0} max={HIGHEST} step={1} value={at} aria-valuetext={`gamma ${gamma}`} onChange={(e) => move(Number(e.target.value))} />
        <span className={css.ticks} aria-hidden="true">
          {GAMMAS.map((g) => (
            <small key={g}>{g}</small>
          ))}
        </span>
      </label>
      <Segmented
        name="lesson-about"
        label="What is asked"
        options={[
          { id: 'profile', label: 'Who are you?' },
          { id: 'answer', label: 'Your answer to a question?' },
        ]}
        value={about}
        onChange={setAbout}
      />
      {about === 'answer' ? <p className={css.hint}>To a questioner the persuader has just put an inquiry, as the first thing said.</p> : null}
      <div data-old={busy || undefined} className={css.shown}>
        {base && aligned ? <Pair name={list ? 'Asked directly' : `Aligned, γ ${gamma}`} shown={aligned} base={base} kind={labels} /> : null}
        {list && base && listed ? <Pair name="By its list" shown={listed} base={base} kind={labels} /> : null}
        {list && listed?.list ? (
          <div className={css.written}>
            <h4>The list as it was written</h4>
            <ListView malformed={listed.list.malformed} candidates={listed.list.candidates.map((c) => ({ label: labels[c.token]?.label ?? '', probability: c.probability, drawn: false }))} />
          </div>
        ) : null}
      </div>
      <p className={css.hint} role="status">
        {shown?.error ? `No answer: ${shown.error}` : busy && !shown ? 'Loading the simulators.' : 'Grey: P, before alignment.'}
      </p>
    </div>
  );
}
