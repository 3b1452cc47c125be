/** What the next run is computed by: the one choice of the panel that belongs to the machine, not to the experiment. */
import { ChevronDown } from 'lucide-react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue, Text } from 'react-aria-components';
import type { BackendChoice } from '../../train/backend-choice.ts';
import { BACKEND_CHOICE, backendLabel, BACKENDS } from '../../train/backend-choice.ts';
import { lab } from '../store/client.ts';
import css from './Field.module.css';

export function BackendField({ value, used }: { value: BackendChoice; used: BackendChoice | null }) {
  const choose = (key: unknown): void => {
    const choice = BACKENDS.find((b) => b === key);
    if (choice) lab.actions.setBackend(choice);
  };
  return (
    <Select className={css.field ?? ''} selectedKey={value} onSelectionChange={choose}>
      <span className={css.title}>
        <Label>{BACKEND_CHOICE.label}</Label>
        {used !== null && used !== value ? <span className={css.was}>run uses {backendLabel(used)}</span> : null}
      </span>
      <Button className={css.select ?? ''}>
        <SelectValue />
        <ChevronDown size={15} aria-hidden="true" />
      </Button>
      <Text slot="description" className={css.help ?? ''}>
        {BACKEND_CHOICE.help}
      </Text>
      <Popover className={css.popover ?? ''} offset={4}>
        <ListBox className={css.list ?? ''}>
          {BACKEND_CHOICE.options.map((o) => (
            <ListBoxItem key={o.value} id={o.value} className={css.option ?? ''}>
              {o.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
