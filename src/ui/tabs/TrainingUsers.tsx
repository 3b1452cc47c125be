/** Who the policies train against, update by update, beside who people are. */
import { useState } from 'react';
import type { Scenario } from '../../sim/scenario.ts';
import { Term } from '../app/Term.tsx';
import { armStyle } from '../charts/arm-styles.ts';
import { Swatch } from '../charts/Swatch.tsx';
import { armName } from '../lab/arms.ts';
import { useLab, useRedraw } from '../store/hooks.ts';
import type { ArmRun } from '../store/run.ts';
import type { Shares } from './users.ts';
import { layers, listed, sharesOf } from './users.ts';
import panel from './panel.module.css';
import css from './TrainingUsers.module.css';

const percent = (v: number | undefined): string => (v === undefined || !Number.isFinite(v) ? '–' : `${Math.round(v * 100)} %`);
const colour = (type: number): string => `var(--type-${(type % 4) + 1})`;

interface View {
  readonly arm: ArmRun;
  readonly shares: Shares;
  readonly scenario: Scenario;
  readonly prior: readonly number[];
}

/** Layers over time, and at the same height the real users' shares. */
function Picture({ shares, scenario, prior, xMax }: View & { xMax: number }) {
  const now = scenario.profiles.map((p, i) => `${p.label} ${percent(shares.shares[i]?.at(-1))}`).join(', ');
  const last = shares.updates.at(-1) ?? 0;
  return (
    <div className={css.picture} role="img" aria-label={`Training users at update ${last}: ${now}`}>
      <div className={css.scale}>
        <span>100 %</span>
        <span>50 %</span>
        <span>0 %</span>
      </div>
      <svg className={css.layers} viewBox={`0 0 ${xMax} 1`} preserveAspectRatio="none">
        {shares.updates.length > 1
          ? layers(shares).map((points, i) => <polygon key={i} points={points} fill={colour(i)} stroke="var(--raised)" strokeWidth="1" vectorEffect="non-scaling-stroke" />)
          : null}
      </svg>
      <div className={css.column}>
        {prior.map((share, i) => (
          <span key={i} style={{ height: `${share * 100}%`, background: colour(i) }} />
        ))}
      </div>
      <div className={css.axis}>
        <span>0</span>
        <span>update {xMax}</span>
      </div>
      <div className={css.under}>real users</div>
    </div>
  );
}

function Rows({ shares, scenario, prior, arm }: View) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={css.scroll} tabIndex={0} role="region" aria-label={`Training users of ${armName(arm.arm)}, as a table`}>
      <table className={panel.table}>
        <thead>
          <tr>
            <th scope="col">Update</th>
            {scenario.profiles.map((p) => (
              <th scope="col" key={p.id}>
                {p.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listed(shares).map((i) => (
            <tr key={i}>
              <th scope="row">{shares.updates[i]}</th>
              {shares.shares.map((s, type) => (
                <td key={type}>{percent(s[i])}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Real users</th>
            {prior.map((p, i) => (
              <td key={i}>{percent(p)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function ArmUsers({ table, xMax, ...view }: View & { table: boolean; xMax: number }) {
  const { arm, shares, scenario, prior } = view;
  return (
    <figure className={css.card}>
      <h3>
        <Swatch line={armStyle(arm.arm, '')} />
        {armName(arm.arm)}
      </h3>
      {table ? <Rows {...view} /> : <Picture {...view} xMax={xMax} />}
      <figcaption>
        <ul className={css.keys}>
          {scenario.profiles.map((p, i) => (
            <li key={p.id} title={p.help}>
              <i style={{ background: colour(i) }} />
              {p.label}
              <span>
                {percent(shares.shares[i]?.at(-1))} at update {shares.updates.at(-1)}, {percent(prior[i])} of real users
              </span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

export default function TrainingUsers({ scenario }: { scenario: Scenario | null }) {
  const run = useLab((s) => s.run);
  useRedraw();
  const [table, setTable] = useState(false);
  const types = scenario?.profiles.map((p) => p.id) ?? [];
  const prior = [...(scenario?.realUsers.prior ?? [])];
  const views = scenario && run ? run.arms.map((arm) => ({ arm, shares: sharesOf(arm.series, types), scenario, prior })).filter((v) => v.shares.updates.length > 0) : [];
  return (
    <>
      <p className={panel.about}>
        Each layer is the share of one type of user among the dialogues a <Term id="policy">policy</Term> trained on at an update (mean over seeds); the column on the right is how common the type is
        among <Term id="real">real users</Term>. A policy can only learn about people it meets: where one layer fills the picture, it learns one person.
      </p>
      {views.length === 0 || !run ? (
        <p className={panel.empty}>When a run begins, the types of its training users appear here.</p>
      ) : (
        <>
          <button type="button" className={panel.link} aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? 'As pictures' : 'As tables'}
          </button>
          <div className={css.cards}>
            {views.map((v) => (
              <ArmUsers key={v.arm.arm} {...v} table={table} xMax={run.experiment.updates} />
            ))}
          </div>
        </>
      )}
    </>
  );
}
