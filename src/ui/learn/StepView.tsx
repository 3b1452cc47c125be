/** One step of a lesson: words, something to do, what to look for, the experiment, the check. */
import { useEffect, useRef } from 'react';
import type { Scenario } from '../../sim/scenario.ts';
import { defaultExperiment } from '../../train/experiment-settings.ts';
import { Tex } from '../app/Tex.tsx';
import { CheckView } from './CheckView.tsx';
import type { Formula, Step } from './content.ts';
import { experimentOfLink } from './content.ts';
import { Bet } from './demos/Bet.tsx';
import { Gamma } from './demos/Gamma.tsx';
import { Persuade } from './demos/Persuade.tsx';
import { SlowMotion } from './demos/SlowMotion.tsx';
import { Rich } from './Rich.tsx';
import { Setup } from './Setup.tsx';
import css from './LearnPanel.module.css';

function Formulas({ formulas }: { formulas: readonly Formula[] }) {
  return (
    <details className={css.formulas}>
      <summary>{formulas.length > 1 ? 'Formulas' : 'Formula'}</summary>
      {formulas.map((f) => (
        <div key={f.tex}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
          <div className={css.formula} tabIndex={0} role="group" aria-label="Formula">
            <Tex tex={f.tex} plain={f.plain} block />
          </div>
          <dl>
            {f.symbols.map(([tex, says]) => (
              <div key={tex}>
                <dt>
                  <Tex tex={tex} plain={tex} />
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </details>
  );
}

function DemoOf({ step, scenario }: { step: Step; scenario: Scenario | null }) {
  if (!step.demo) return null;
  if (!scenario) return <p>Loading</p>;
  switch (step.demo) {
    case 'persuade':
    case 'one-person':
      return <Persuade key={step.demo} scenario={scenario} onePerson={step.demo === 'one-person'} />;
    case 'gamma':
    case 'list':
      return <Gamma key={step.demo} scenario={scenario} list={step.demo === 'list'} />;
    case 'bet':
      return step.link ? <Bet experiment={experimentOfLink(step.link)} /> : null;
    case 'slow-motion':
      return <SlowMotion scenario={scenario} experiment={{ ...defaultExperiment, model: 'S' }} />;
  }
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section className={css.points}>
      <h3>{title}</h3>
      <ul>
        {points.map((p) => (
          <li key={p}>
            <Rich text={p} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function StepView({ id, step, scenario, focus }: { id: string; step: Step; scenario: Scenario | null; focus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.closest('[data-scroll]')?.scrollTo({ top: 0 });
    if (focus) heading.current?.focus({ preventScroll: true });
  }, [id, focus]);
  return (
    <article className={css.step}>
      <h2 ref={heading} tabIndex={-1}>
        {step.title}
      </h2>
      {step.text.map((t) => (
        <p key={t}>
          <Rich text={t} />
        </p>
      ))}
      {step.formulas ? <Formulas formulas={step.formulas} /> : null}
      <Points title="Do" points={step.todo} />
      <DemoOf step={step} scenario={scenario} />
      {step.link ? <Setup id={id} link={step.link} /> : null}
      <Points title="Look for" points={step.look} />
      {step.check ? <CheckView check={step.check} experiment={step.link ? experimentOfLink(step.link) : null} /> : null}
    </article>
  );
}
