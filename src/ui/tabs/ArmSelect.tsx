/** Which arm a panel shows, where it shows one at a time. */
import type { ArmId } from '../../train/settings.ts';
import { armName } from '../lab/arms.ts';
import css from './panel.module.css';

export function ArmSelect({ arms, value, onChange }: { arms: readonly ArmId[]; value: ArmId; onChange: (arm: ArmId) => void }) {
  return (
    <label className={css.pick}>
      Arm{' '}
      <select
        value={value}
        onChange={(e) => {
          const arm = arms.find((a) => a === e.target.value);
          if (arm) onChange(arm);
        }}
      >
        {arms.map((a) => (
          <option key={a} value={a}>
            {armName(a)}
          </option>
        ))}
      </select>
    </label>
  );
}
