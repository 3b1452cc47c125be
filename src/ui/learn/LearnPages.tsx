/** The places of "Learn" that stand alone: the list of lessons, and the glossary. */
import { GlossaryPage } from './GlossaryPage.tsx';
import { hrefOf, useLearnPlace } from './place.ts';
import { LESSONS } from './lessons/index.ts';
import { forget, useProgress } from './progress.ts';
import css from './LearnPages.module.css';

function List() {
  const seen = useProgress((p) => p.seen);
  const steps = LESSONS.flatMap((l) => l.steps.map((s) => ({ id: `${l.id}/${s.id}`, href: hrefOf(l.id, s.id) })));
  const next = steps.find((s) => !seen.includes(s.id)) ?? steps[0]!;
  return (
    <main id="main" className={css.page}>
      <h1>Learn</h1>
      <p className={css.lead}>
        Nine lessons beside the live lab. They set up small experiments that take a minute or two without a graphics card; what comes out is decided by the run in front of you. Read{' '}
        <a href="#/learn/glossary">the glossary</a> for any single term.
      </p>
      <p className={css.start}>
        <a className={css.primary} href={next.href}>
          {seen.length === 0 ? 'Start with the first lesson' : 'Go on where you left off'}
        </a>
        {seen.length > 0 ? (
          <button type="button" className={css.link} onClick={forget}>
            Forget my progress
          </button>
        ) : null}
      </p>
      <ol className={css.lessons}>
        {LESSONS.map((l) => (
          <li key={l.id}>
            <h2>{l.title}</h2>
            <p>{l.about}</p>
            <ol>
              {l.steps.map((s) => {
                const read = seen.includes(`${l.id}/${s.id}`);
                return (
                  <li key={s.id} data-seen={read || undefined}>
                    <a href={hrefOf(l.id, s.id)}>{s.title}</a>
                    {read ? <span className="visually-hidden"> (seen)</span> : null}
                  </li>
                );
              })}
            </ol>
          </li>
        ))}
      </ol>
    </main>
  );
}

export default function LearnPages() {
  const place = useLearnPlace();
  return place?.kind === 'glossary' ? <GlossaryPage key={place.term} term={place.term} /> : <List />;
}
