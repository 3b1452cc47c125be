/** A lesson beside the live lab: on a wide screen at the left, on a narrower one above it, on a phone a sheet over it that leaves the controls free. */
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Scenario } from '../../sim/scenario.ts';
import { useLab } from '../store/hooks.ts';
import { useScenario } from '../store/scenario.ts';
import type { LearnPlace } from './place.ts';
import { ownSettings } from './own.ts';
import { around, hrefOf, useLearnPlace } from './place.ts';
import { collapse, saw, useProgress } from './progress.ts';
import { StepView } from './StepView.tsx';
import css from './LearnPanel.module.css';

/** what uses the arrows itself */
const ARROWS = 'input, select, textarea, [role=slider], [role=tab], [role=radio], [role=listbox], [contenteditable=true], [tabindex="0"]';

type StepPlace = Extract<LearnPlace, { kind: 'step' }>;

function Foot({ place, before, after }: { place: StepPlace; before: string; after: string }) {
  const { lesson, index } = place;
  return (
    <footer className={css.foot}>
      <a href={before} aria-keyshortcuts="ArrowLeft">
        <ChevronLeft size={16} aria-hidden="true" /> Back
      </a>
      <ol aria-label="Steps of this lesson">
        {lesson.steps.map((s, i) => (
          <li key={s.id}>
            <a href={hrefOf(lesson.id, s.id)} aria-current={i === index ? 'step' : undefined} title={s.title}>
              <span className="visually-hidden">
                Step {i + 1}: {s.title}
              </span>
            </a>
          </li>
        ))}
      </ol>
      <a href={after} aria-keyshortcuts="ArrowRight">
        {index + 1 < lesson.steps.length ? 'Next' : after === '#/learn' ? 'All lessons' : 'Next lesson'} <ChevronRight size={16} aria-hidden="true" />
      </a>
    </footer>
  );
}

export default function LearnPanel() {
  const place = useLearnPlace();
  useEffect(() => () => ownSettings.leave(), []);
  if (place?.kind === 'step') return <Panel place={place} />;
  return (
    <aside className={css.panel} aria-label="Lesson">
      <p className={css.head}>
        There is no such lesson. <a href="#/learn">All lessons</a>
      </p>
    </aside>
  );
}

function Panel({ place }: { place: StepPlace }) {
  const { lesson, step, index } = place;
  const id = `${lesson.id}/${step.id}`;
  const collapsed = useProgress((p) => p.collapsed);
  const scenario: Scenario | null = useScenario(useLab((s) => s.draft.scenario));
  const { before, after } = around(lesson, index);
  // the first step shown does not take the focus from where a visitor put it; the next ones do
  const [first, setFirst] = useState(id);
  useEffect(() => saw(id), [id]);
  const keys = (e: React.KeyboardEvent): void => {
    if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.defaultPrevented) return;
    if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return;
    if (!(e.target instanceof Element) || e.target.closest(ARROWS)) return;
    e.preventDefault();
    setFirst('');
    location.hash = e.key === 'ArrowLeft' ? before : after;
  };
  return (
    <aside className={css.panel} aria-label="Lesson" data-collapsed={collapsed || undefined} onKeyDown={keys}>
      <header className={css.head}>
        <p>
          <a href="#/learn">Learn</a> <span aria-hidden="true">/</span> <b>{lesson.title}</b>
          <span className={css.count}>
            {index + 1} of {lesson.steps.length}
          </span>
        </p>
        <button type="button" className={css.icon} onClick={() => collapse(!collapsed)} aria-expanded={!collapsed} aria-label={collapsed ? 'Open the lesson' : 'Fold the lesson'}>
          {collapsed ? <ChevronUp size={18} aria-hidden="true" /> : <ChevronDown size={18} aria-hidden="true" />}
        </button>
        <a className={css.icon} href="#/lab" aria-label="Leave the lesson">
          <X size={18} aria-hidden="true" />
        </a>
      </header>
      {collapsed ? null : (
        <>
          <div className={css.body} data-scroll>
            <StepView key={id} id={id} step={step} scenario={scenario} focus={first !== id} />
          </div>
          <Foot place={place} before={before} after={after} />
        </>
      )}
    </aside>
  );
}
