/** One control for one row of the settings table. What is not valid is said at the field and not taken over. */
import { ChevronDown, Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button, FieldError, Group, Input, Label, ListBox, ListBoxItem, NumberField, Popover, Select, SelectValue, Text, TextField } from 'react-aria-components';
import type { ChoiceSetting, NumberSetting, SeedsSetting, SettingKey } from '../../train/settings.ts';
import { parseSeeds, SETTINGS } from '../../train/settings.ts';
import { lab } from '../store/client.ts';
import { formatNumber, shown } from './diff.ts';
import css from './Field.module.css';

interface Props<S> {
  readonly id: SettingKey;
  readonly setting: S;
  readonly value: string | number;
  /** the value the run on screen uses, when it is another one */
  readonly was: string | number | null;
}

/** The store's setter takes the value type of its key, which a table-driven form knows only at run time. */
const set = (key: SettingKey, value: string | number): void => lab.actions.set(key, value);

function Title({ id, setting, was }: Pick<Props<NumberSetting | ChoiceSetting | SeedsSetting>, 'id' | 'setting' | 'was'>) {
  return (
    <span className={css.title}>
      <Label>{setting.label}</Label>
      {was !== null ? <span className={css.was}>run uses {shown(id, was)}</span> : null}
    </span>
  );
}

/** Digits needed to show a step: 0.00001 -> 5 */
const digits = (step: number): number => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));

function Numeric({ id, setting: s, value, was }: Props<NumberSetting>) {
  // a value outside the range stays in the field, marked, and the draft keeps the last valid one
  const [typed, setTyped] = useState<number | null>(null);
  const shownValue = typed ?? Number(value);
  const valid = (v: number): boolean => Number.isFinite(v) && v >= s.min && v <= s.max && (s.kind === 'float' || Number.isInteger(v));
  const change = (v: number): void => {
    if (valid(v)) {
      setTyped(null);
      set(id, v);
    } else setTyped(v);
  };
  const error = `Must be ${s.kind === 'int' ? 'a whole number ' : ''}from ${formatNumber(s.min)} to ${formatNumber(s.max)}; ${formatNumber(Number(value))} is kept.`;
  return (
    <NumberField
      className={css.field ?? ''}
      value={shownValue}
      onChange={change}
      minValue={s.min}
      maxValue={s.max}
      step={s.kind === 'int' ? 1 : undefined}
      commitBehavior="validate"
      validationBehavior="aria"
      isInvalid={!valid(shownValue)}
      formatOptions={{ maximumFractionDigits: s.kind === 'int' ? 0 : digits(s.step), useGrouping: false }}
    >
      <Title id={id} setting={s} was={was} />
      <Group className={css.number ?? ''}>
        <Input className={css.input ?? ''} />
        {s.unit ? <span className={css.unit}>{s.unit}</span> : null}
        {s.kind === 'int' ? (
          <>
            <Button slot="decrement" className={css.stepper ?? ''}>
              <Minus size={14} aria-hidden="true" />
            </Button>
            <Button slot="increment" className={css.stepper ?? ''}>
              <Plus size={14} aria-hidden="true" />
            </Button>
          </>
        ) : null}
      </Group>
      <FieldError className={css.error ?? ''}>{error}</FieldError>
      <Text slot="description" className={css.help ?? ''}>
        {s.help}{' '}
        <span className={css.range}>
          {formatNumber(s.min)} to {formatNumber(s.max)}
          {value === s.default ? '' : `, default ${formatNumber(s.default)}`}
        </span>
      </Text>
    </NumberField>
  );
}

function Choice({ id, setting: s, value, was }: Props<ChoiceSetting>) {
  // a choice of one is a statement
  if (s.options.length === 1) {
    return (
      <div className={css.field}>
        <span className={css.title}>{s.label}</span>
        <p className={css.fixed}>{s.options[0]?.label}</p>
        <p className={css.help}>{s.help}</p>
      </div>
    );
  }
  return (
    <Select className={css.field ?? ''} selectedKey={String(value)} onSelectionChange={(k) => k !== null && set(id, String(k))}>
      <Title id={id} setting={s} was={was} />
      <Button className={css.select ?? ''}>
        <SelectValue />
        <ChevronDown size={15} aria-hidden="true" />
      </Button>
      <Text slot="description" className={css.help ?? ''}>
        {s.help}
      </Text>
      <Popover className={css.popover ?? ''} offset={4}>
        <ListBox className={css.list ?? ''}>
          {s.options.map((o) => (
            <ListBoxItem key={o.value} id={o.value} className={css.option ?? ''}>
              {o.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

function Seeds({ id, setting: s, value, was }: Props<SeedsSetting>) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(value);
  const change = (t: string): void => {
    if (parseSeeds(t, s.max)) {
      setTyped(null);
      set(id, t.replace(/\s+/g, ''));
    } else setTyped(t);
  };
  return (
    <TextField className={css.field ?? ''} value={text} onChange={change} validationBehavior="aria" isInvalid={parseSeeds(text, s.max) === null}>
      <Title id={id} setting={s} was={was} />
      <div className={css.number}>
        <Input className={css.input ?? ''} spellCheck={false} autoComplete="off" />
      </div>
      <FieldError className={css.error ?? ''}>{`Write a list such as 1-5 or 1,3,7, at most ${s.max} different seeds; ${value} is kept.`}</FieldError>
      <Text slot="description" className={css.help ?? ''}>
        {s.help} <span className={css.range}>A list such as 1-5 or 1,3,7</span>
      </Text>
    </TextField>
  );
}

export function Field({ id, value, used }: { id: SettingKey; value: string | number; used: string | number | null }) {
  const s = SETTINGS[id];
  const was = used !== null && used !== value ? used : null;
  if (s.kind === 'choice') return <Choice id={id} setting={s} value={value} was={was} />;
  if (s.kind === 'seeds') return <Seeds id={id} setting={s} value={value} was={was} />;
  return <Numeric id={id} setting={s} value={value} was={was} />;
}
