/** What became of the claims in the lab's own recorded studies: verdicts computed by `npm run evidence`, never written by hand. */
import { useEffect, useState } from 'react';
import type { EvidenceSummary } from '../../train/evidence-summary.ts';
import { EVIDENCE_FILE, evidenceSummary } from '../../train/evidence-summary.ts';
import { ENGINE_VERSION } from '../../train/version.ts';
import css from './About.module.css';

type Claim = EvidenceSummary['claims'][number];

const answer = ({ holds, sure }: Claim['clauses'][number]): string => (holds === null ? 'not measured' : `${holds ? 'yes' : 'no'}${sure === false ? ', within the spread over seeds' : ''}`);

function Claims({ claims }: { claims: readonly Claim[] }) {
  return (
    <ol>
      {claims.map((c) => (
        <li key={c.id} value={Number(c.id) || undefined}>
          <details>
            <summary>
              {c.claim.replaceAll('`', '')}: <b>{c.outcome}</b>
            </summary>
            <ul>
              {c.clauses.map((k) => (
                <li key={k.says}>
                  {k.says.replaceAll('`', '')}: {answer(k)} ({k.numbers.replaceAll('`', '')})
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ol>
  );
}

export function Evidence() {
  const [summary, setSummary] = useState<EvidenceSummary | null>(null);
  useEffect(() => {
    let current = true;
    fetch(`./${EVIDENCE_FILE}`)
      .then((r) => (r.ok ? r.json() : Promise.reject(new Error('none'))))
      .then((json: unknown) => current && setSummary(evidenceSummary.parse(json)))
      .catch(() => undefined); // a page without a recording has nothing to show here
    return () => {
      current = false;
    };
  }, []);
  if (!summary) return null;
  return (
    <section className={css.evidence}>
      <h2>Do the claims come out here?</h2>
      <p>
        Recorded: the lab’s own studies on the CPU twin with version {summary.engine} of the engine{summary.engine === ENGINE_VERSION ? '' : ' (this page has a newer one)'}, from shared settings,
        nothing tuned for an arm. Each claim opens to the numbers that decide it; the whole tables are in docs/EVIDENCE.md of the source, made by <code>npm run evidence</code>.
      </p>
      <Claims claims={summary.claims} />
      {summary.check.length > 0 ? (
        <details>
          <summary>The same on seeds 11–15, which were never used for tuning</summary>
          <Claims claims={summary.check} />
        </details>
      ) : null}
    </section>
  );
}
