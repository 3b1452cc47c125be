/** Fields made from the settings table, and what to do with changes while a run is on screen. */
import { useRef } from 'react';
import { lab } from '../store/client.ts';
import { useLab } from '../store/hooks.ts';
import { BACKEND_CHOICE, backendLabel } from '../../train/backend-choice.ts';
import type { SharedSettings } from '../../train/experiment-settings.ts';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import type { ArmId, SettingKey } from '../../train/settings.ts';
import { SETTING_KEYS, SETTINGS } from '../../train/settings.ts';
import { armsName, sameArms } from '../lab/arms.ts';
import { changedKeys, changeWords, concerns } from './diff.ts';
import { BackendField } from './BackendField.tsx';
import { Field } from './Field.tsx';
import css from './SettingsForm.module.css';

const GROUPS = [
  ['training', 'Training'],
  ['optimiser', 'Optimiser'],
  ['simulator', 'Simulator'],
  ['evaluation', 'Evaluation'],
  ['engine', 'Engine'],
] as const;

const keysOf = (group: string, arms: readonly ArmId[]): SettingKey[] => SETTING_KEYS.filter((k) => SETTINGS[k].group === group && concerns(k, arms));

function Fields({ keys, draft, used }: { keys: readonly SettingKey[]; draft: SharedSettings; used: SharedSettings | null }) {
  return keys.map((k) => <Field key={k} id={k} value={draft[k]} used={used?.[k] ?? null} />);
}

export function SettingsForm({ onStart }: { onStart: () => void }) {
  const draft = useLab((s) => s.draft);
  const run = useLab((s) => s.run);
  const backend = useLab((s) => s.backend);
  const used = run?.experiment ?? null;
  const otherBackend = run !== null && run.backend !== backend;
  const advanced = useRef<HTMLDetailsElement>(null);
  const advancedChanges = changedKeys(draft, used ?? defaultExperiment).filter((k) => SETTINGS[k].group !== 'basic').length + (backend === (run?.backend ?? BACKEND_CHOICE.default) ? 0 : 1);
  const changes = used ? changedKeys(draft, used) : [];
  const otherArms = used !== null && !sameArms(used.arms, draft.arms);
  const custom = changedKeys(draft, defaultExperiment).length > 0 || backend !== BACKEND_CHOICE.default;
  const toDefaults = (): void => {
    lab.actions.setAll({ ...defaultExperiment, arms: draft.arms });
    lab.actions.setBackend(BACKEND_CHOICE.default);
  };
  return (
    <div className={css.form}>
      <div className={css.fields}>
        <h3 className={css.group}>Basic</h3>
        <Fields keys={keysOf('basic', draft.arms)} draft={draft} used={used} />
        <details ref={advanced} className={css.advanced}>
          <summary>Advanced{advancedChanges > 0 ? ` (${advancedChanges} changed)` : ''}</summary>
          {GROUPS.map(([group, title]) => {
            const keys = keysOf(group, draft.arms);
            return keys.length === 0 && group !== 'engine' ? null : (
              <section key={group} aria-label={title}>
                <h3 className={css.group}>{title}</h3>
                {group === 'engine' ? <BackendField value={backend} used={run?.backend ?? null} /> : null}
                <Fields keys={keys} draft={draft} used={used} />
              </section>
            );
          })}
        </details>
        {custom ? (
          <button type="button" className={css.defaults} onClick={toDefaults}>
            Back to the defaults
          </button>
        ) : null}
      </div>
      {used && (changes.length > 0 || otherArms || otherBackend) ? (
        <div className={css.pending} role="status">
          <p>The run on screen keeps its settings. Changed for the next one:</p>
          <ul>
            {otherArms ? (
              <li>
                Train against: {armsName(used.arms)} → {armsName(draft.arms)}
              </li>
            ) : null}
            {changes.map((k) => (
              <li key={k}>{changeWords(k, used, draft)}</li>
            ))}
            {otherBackend ? (
              <li>
                {BACKEND_CHOICE.label}: {backendLabel(run.backend)} → {backendLabel(backend)}
              </li>
            ) : null}
          </ul>
          <div>
            <button
              type="button"
              className={css.restart}
              onClick={() => {
                lab.actions.restart();
                onStart();
              }}
            >
              Restart with this
            </button>
            <button type="button" className={css.plain} onClick={lab.actions.discard}>
              Undo changes
            </button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
