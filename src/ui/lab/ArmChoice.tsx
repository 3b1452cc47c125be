/** Whom to train against. Before a run the choice is taken at once; with a run on screen it waits for a restart, as any other setting does. */
import type { ArmId } from '../../train/settings.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { armName, CHOICES, OTHER_ARMS, otherLabel } from './arms.ts';
import { showCharts } from './show.ts';
import css from './ArmChoice.module.css';

function Waiting({ from, to }: { from: ArmId; to: ArmId }) {
  return (
    <div className={css.pending}>
      <p role="status">
        The run on screen stays as it is. Chosen for the next one: {armName(from)} → {armName(to)}
      </p>
      <button
        type="button"
        className={css.restart}
        onClick={() => {
          lab.actions.restart();
          showCharts();
        }}
      >
        Restart with this
      </button>
      <button type="button" className={css.plain} onClick={() => lab.actions.setArm(from)}>
        Keep {armName(from)}
      </button>
    </div>
  );
}

export function ArmChoice() {
  const arm = useLab((s) => s.draft.arm);
  const used = useLab((s) => s.run?.settings.arm ?? null);
  const other = OTHER_ARMS.includes(arm);
  return (
    <section className={css.choice} aria-label="Training users">
      <fieldset className={css.group}>
        <legend>Train against</legend>
        <div className={css.options}>
          {CHOICES.map((c, i) => (
            <label key={c.arm} data-on={arm === c.arm || undefined} title={`${c.help} (${i + 1})`}>
              <input type="radio" name="arm" value={c.arm} checked={arm === c.arm} onChange={() => lab.actions.setArm(c.arm)} aria-keyshortcuts={String(i + 1)} />
              {c.label}
            </label>
          ))}
        </div>
      </fieldset>
      <select
        className={css.other}
        aria-label="Other arms"
        data-on={other || undefined}
        value={other ? arm : ''}
        onChange={(e) => {
          const chosen = OTHER_ARMS.find((a) => a === e.target.value);
          if (chosen) lab.actions.setArm(chosen);
        }}
      >
        <option value="" disabled>
          Other arms
        </option>
        {OTHER_ARMS.map((a) => (
          <option key={a} value={a}>
            {otherLabel(a)}
          </option>
        ))}
      </select>
      {used !== null && used !== arm ? <Waiting from={used} to={arm} /> : null}
    </section>
  );
}
