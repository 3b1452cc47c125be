/** One of a few, side by side: radio buttons in the shape of a switch. */
import css from './Segmented.module.css';

interface Props<Id extends string> {
  readonly name: string;
  /** read by screen readers before the options */
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

export function Segmented<Id extends string>({ name, label, options, value, onChange }: Props<Id>) {
  return (
    <fieldset className={css.group}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((o) => (
        <label key={o.id} data-on={value === o.id || undefined}>
          <input type="radio" name={name} value={o.id} checked={value === o.id} onChange={() => onChange(o.id)} />
          {o.label}
        </label>
      ))}
    </fieldset>
  );
}
