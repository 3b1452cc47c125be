/** A glossary term: underlined, opens its definition in place. */
import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { GlossaryId } from './glossary.ts';
import { GLOSSARY } from './glossary.ts';
import { GLOSSARY_TEX } from './glossary-tex.ts';
import { Tex } from './Tex.tsx';
import css from './Term.module.css';

export function Term({ id, children }: { id: GlossaryId; children: ReactNode }) {
  const entry: { term: string; text: string; formula?: string } = GLOSSARY[id];
  return (
    <DialogTrigger>
      <Button className={css.term}>{children}</Button>
      <Popover className={css.popover} placement="bottom start" offset={6} containerPadding={12}>
        <Dialog className={css.dialog} aria-label={entry.term}>
          <strong>{entry.term}</strong>
          <p>{entry.text}</p>
          {entry.formula ? (
            <div className={css.formula}>
              <Tex tex={GLOSSARY_TEX[id]} plain={entry.formula} />
            </div>
          ) : null}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
