/** Every arm with a tick box: any set of them trains side by side. Their order is that of the table, and one always stays. */
import { ChevronDown } from 'lucide-react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { ARM_WORDS } from '../../train/arms/words.ts';
import type { ArmId } from '../../train/settings.ts';
import { ARMS } from '../../train/settings.ts';
import { armStyle } from '../charts/arm-styles.ts';
import { Swatch } from '../charts/Swatch.tsx';
import { lab } from '../store/client.ts';
import { armName, choiceOf } from './arms.ts';
import css from './ArmPicker.module.css';

function Row({ arm, on, last }: { arm: ArmId; on: boolean; last: boolean }) {
  const short = armName(arm);
  const { label, users } = ARM_WORDS[arm];
  return (
    <label className={css.row} title={last ? 'At least one arm is needed' : undefined}>
      <input type="checkbox" checked={on} disabled={last} onChange={() => lab.actions.toggleArm(arm)} />
      <span>
        <b>
          {label}
          {label.startsWith(short) ? '' : ` (${short})`} <code>{arm}</code>
        </b>
        <small>{users}</small>
      </span>
      <Swatch line={armStyle(arm, label)} />
    </label>
  );
}

export function ArmPicker({ arms }: { arms: readonly ArmId[] }) {
  const custom = choiceOf(arms) === undefined;
  return (
    <DialogTrigger>
      <Button className={css.button ?? ''} data-on={custom || undefined}>
        <span className="hidden-on-narrow">Arms</span>
        <span className={css.count}>{arms.length}</span>
        <ChevronDown size={15} aria-hidden="true" />
      </Button>
      <Popover className={css.popover ?? ''} placement="bottom start" offset={6} containerPadding={12}>
        <Dialog className={css.dialog ?? ''} aria-label="Arms">
          <p>An arm is one kind of training users. All arms ticked are trained side by side, with the same settings, the same starting policy and the same random numbers.</p>
          {ARMS.map((arm) => (
            <Row key={arm} arm={arm} on={arms.includes(arm)} last={arms.length === 1 && arms[0] === arm} />
          ))}
          <p className={css.cost}>{arms.length === 1 ? 'One arm is ticked.' : `${arms.length} arms are ticked: about ${arms.length} times the work of one.`} At least one stays ticked.</p>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
