/** Whom to train against. Before a run the choice is taken at once; with a run on screen it waits for a restart, as any other setting does. */
import type { ArmId } from '../../train/settings.ts';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { ArmPicker } from './ArmPicker.tsx';
import { armsName, choiceOf, CHOICES, sameArms } from './arms.ts';
import { showCharts } from './show.ts';
import css from './ArmChoice.module.css';

/** Arms chosen while a run is on screen wait for the next one; nothing when they are the run's own. */
export function ArmsWaiting() {
  const to = useLab((s) => s.draft.arms);
  const from: readonly ArmId[] | null = useLab((s) => s.run?.experiment.arms ?? null);
  if (from === null || sameArms(from, to)) return null;
  return (
    <div className={css.pending}>
      <p role="status">
        The run on screen stays as it is. Chosen for the next one: {armsName(from)} → {armsName(to)}
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
      <button type="button" className={css.plain} onClick={() => lab.actions.setArms(from)}>
        Keep {armsName(from)}
      </button>
    </div>
  );
}

export function ArmChoice() {
  const arms = useLab((s) => s.draft.arms);
  const chosen = choiceOf(arms)?.id;
  return (
    <section className={css.choice} aria-label="Training users">
      <fieldset className={css.group}>
        <legend>Train against</legend>
        <div className={css.options}>
          {CHOICES.map((c, i) => (
            <label key={c.id} data-on={chosen === c.id || undefined} title={`${c.help} (${i + 1})`}>
              <input type="radio" name="arm" value={c.id} checked={chosen === c.id} onChange={() => lab.actions.setArms(c.arms)} aria-keyshortcuts={String(i + 1)} />
              {c.label}
            </label>
          ))}
        </div>
      </fieldset>
      <ArmPicker arms={arms} />
    </section>
  );
}
