/** The five stages of an update. Every number comes from the group that was played. */
import type { Scenario } from '../../../sim/scenario.ts';
import type { SlowDialogue, SlowMotion } from '../../../train/slow-motion.ts';
import { two } from '../../charts/annotate.ts';
import css from './demos.module.css';

export interface StageProps {
  readonly slow: SlowMotion;
  readonly scenario: Scenario;
  readonly dialogue: SlowDialogue;
  readonly chosen: number;
  readonly onChoose: (i: number) => void;
}

const percent = (p: number): string => `${(p * 100).toFixed(1)} %`;
const signed = (v: number, digits: number): string => `${v < 0 ? '−' : '+'}${Math.abs(v).toFixed(digits)}`;
/** small numbers as "2.1·10⁻⁴" would be hard to compare: thousandths are enough here */
const milli = (v: number): string => signed(v * 1000, 2);
const outcomeOf = ({ scenario }: StageProps, d: SlowDialogue): string => scenario.worldTokens[d.outcome]?.label ?? '';

function Choose({ slow, chosen, onChoose }: StageProps) {
  return (
    <label className={css.choose}>
      Dialogue{' '}
      <select value={chosen} onChange={(e) => onChoose(Number(e.target.value))}>
        {slow.dialogues.map((d, i) => (
          <option key={i} value={i}>
            {i + 1} of {slow.dialogues.length}, reward {two(d.reward)}, advantage {signed(d.advantage, 2)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Dialogue(props: StageProps) {
  const { dialogue: d, scenario } = props;
  const who = scenario.profiles[d.profile];
  return (
    <>
      <p>The policy and the simulator take turns; each draws what it does from its own probabilities.</p>
      <Choose {...props} />
      <p className={css.hint}>
        First the simulator chose to be a {who?.label.toLowerCase()} user (probability {percent(d.profileProbability)}). The policy does not see that.
      </p>
      <ol className={css.script}>
        {d.decisions.map((t, i) => (
          <li key={i}>
            <p data-who="you">
              <small>
                Policy · {scenario.policyActs[t.act]?.label} · probability {percent(t.before[t.act] ?? 0)}
              </small>
              {d.text[i]?.[0]}
            </p>
            <p data-who="user">
              <small>
                Simulator · {scenario.userActs[t.answer]?.label} · probability {percent(t.answerProbability)}
              </small>
              {d.text[i]?.[1]}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

export function Rewards(props: StageProps) {
  const { slow, dialogue: d, scenario } = props;
  const turns = d.decisions.length;
  const discount = scenario.world.discount;
  return (
    <>
      <p>The world decides how it ends and pays one number for the whole dialogue. A turn costs a little: each after the first multiplies by {discount}.</p>
      <Choose {...props} />
      <p className={css.sum}>
        {d.success ? (
          <>
            {outcomeOf(props, d)}: {two(d.reward / discount ** (turns - 1))} × {discount}
            <sup>{turns - 1}</sup> = <b>{d.reward.toFixed(3)}</b>
          </>
        ) : (
          <>
            {d.text.at(-1)?.[2] ? outcomeOf(props, d) : 'Time is up'}, no donation: <b>0</b>
          </>
        )}
      </p>
      <p className={css.hint}>
        Of these {slow.dialogues.length} dialogues {slow.dialogues.filter((x) => x.success).length} end in a donation.
      </p>
    </>
  );
}

export function Advantages({ slow, scenario, chosen, onChoose }: StageProps) {
  const standard = slow.advantageKind === 'standardised';
  return (
    <>
      <p>
        Rewards are compared within the group: mean {slow.mean.toFixed(3)}, spread (sd) {slow.sd.toFixed(3)}.{standard ? ' The advantage is the difference to the mean, divided by the spread.' : ''}
        {slow.sd === 0 ? ' All are equal, so every advantage is 0: this group teaches nothing. Take another one.' : ''}
      </p>
      <table className={css.numbers}>
        <thead>
          <tr>
            <th scope="col">Dialogue</th>
            <th scope="col">User</th>
            <th scope="col">Reward</th>
            <th scope="col">Advantage</th>
          </tr>
        </thead>
        <tbody>
          {slow.dialogues.map((d, i) => (
            <tr key={i} data-on={i === chosen || undefined}>
              <th scope="row">
                <button type="button" className={css.link} onClick={() => onChoose(i)} aria-pressed={i === chosen}>
                  {i + 1}
                </button>
              </th>
              <td>{scenario.profiles[d.profile]?.label}</td>
              <td>{d.reward.toFixed(3)}</td>
              <td>{signed(d.advantage, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Bars({ values, labels, on }: { values: readonly number[]; labels: readonly string[]; on: number }) {
  const most = Math.max(...values.map(Math.abs), 1e-12);
  return (
    <ul className={css.diverging}>
      {values.map((v, i) => (
        <li key={i} data-on={i === on || undefined}>
          <span>{labels[i]}</span>
          <span className={css.axis} aria-hidden="true">
            <i style={{ width: `${(Math.abs(v) / most) * 50}%`, [v < 0 ? 'right' : 'left']: '50%' }} data-down={v < 0 || undefined} />
          </span>
          <span className={css.number}>{milli(v)}</span>
        </li>
      ))}
    </ul>
  );
}

export function Gradients(props: StageProps & { readonly turn: number; readonly onTurn: (t: number) => void }) {
  const { slow, dialogue: d, scenario, turn, onTurn } = props;
  const t = d.decisions[turn]!;
  const name = scenario.policyActs[t.act]?.label ?? '';
  // the step goes against the gradient: what is shown is the push on each logit
  const push = t.gradient.map((g) => -g);
  return (
    <>
      <p>At every decision the loss pushes the logit of the chosen act one way and those of all others the other way, in proportion to the advantage.</p>
      <Choose {...props} />
      <label className={css.choose}>
        Turn{' '}
        <select value={turn} onChange={(e) => onTurn(Number(e.target.value))}>
          {d.decisions.map((x, i) => (
            <option key={i} value={i}>
              {i + 1}: {scenario.policyActs[x.act]?.label}
            </option>
          ))}
        </select>
      </label>
      <p className={css.sum}>
        Loss of this decision: −A / n = {milli(t.surrogate)} thousandths, with A = {signed(d.advantage, 2)} and n = {slow.activeTokens} decisions in the group. “{name}” had probability{' '}
        {percent(t.before[t.act] ?? 0)}.
      </p>
      <p className={css.hint}>Push on each logit, in thousandths; the chosen act is bold.</p>
      <Bars values={push} labels={scenario.policyActs.map((a) => a.label)} on={t.act} />
      <p className={css.hint}>
        The penalty for leaving the start is {(t.kl * slow.klWeight * 1000).toFixed(3)} thousandths here: before the first step the policy is still at its start. The ratio to the old policy is 1, so
        nothing is clipped.
      </p>
    </>
  );
}

export function Update(props: StageProps) {
  const { slow, dialogue: d, scenario } = props;
  return (
    <>
      <p>
        The gradients of all {slow.activeTokens} decisions flow back through the network and add up. Their norm is {slow.gradNorm.toFixed(3)}
        {slow.clipFactor < 1 ? `, so they are scaled down by ${slow.clipFactor.toFixed(3)}` : ', below the limit of 1, so they stay as they are'}. AdamW then moves each of the{' '}
        {slow.parameters.toLocaleString('en')} parameters by about the learning rate, {slow.learningRate}: {slow.meanChange.toExponential(1)} on average (root mean square),{' '}
        {slow.largestChange.toExponential(1)} at most.
      </p>
      <Choose {...props} />
      <table className={css.numbers}>
        <thead>
          <tr>
            <th scope="col">Act</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {d.decisions.map((t, i) => {
            const [a, b] = [t.before[t.act] ?? 0, t.after[t.act] ?? 0];
            return (
              <tr key={i}>
                <th scope="row">
                  {i + 1}. {scenario.policyActs[t.act]?.label}
                </th>
                <td>{percent(a)}</td>
                <td>{percent(b)}</td>
                <td>{signed((b - a) * 100, 1)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={css.hint}>
        Advantage of this dialogue {signed(d.advantage, 2)}. An act can move against its own gradient where other dialogues of the group pull the same parameters the other way. In a run the losses of
        several such groups are averaged before each step.
      </p>
    </>
  );
}
