/** Lesson text: plain words with glossary terms, links and small formulas. */
import type { ReactNode } from 'react';
import type { GlossaryId } from '../app/glossary.ts';
import { Term } from '../app/Term.tsx';
import { Tex } from '../app/Tex.tsx';
import { partsOf } from './marks.ts';

export function Rich({ text }: { text: string }): ReactNode {
  return partsOf(text).map((p, i) => {
    switch (p.kind) {
      case 'text':
        return p.text;
      case 'term':
        return (
          <Term key={i} id={p.id as GlossaryId}>
            {p.text}
          </Term>
        );
      case 'link':
        return (
          <a key={i} href={p.href}>
            {p.text}
          </a>
        );
      case 'tex':
        return <Tex key={i} tex={p.tex} plain={p.tex} />;
    }
  });
}
