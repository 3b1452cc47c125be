/** docs/EVIDENCE.md, written from the results alone: the same results give the same page. */
import type { EvidenceSummary } from '../../train/evidence-summary.ts';
import { duration } from '../progress.ts';
import { SMOOTH } from '../sweep/ends.ts';
import { nameOf } from '../sweep/grid.ts';
import type { RunRecord } from '../sweep/record.ts';
import { PAPER } from './paper.ts';
import type { Results, StudyResults } from './results.ts';
import { resultsFrom } from './results.ts';
import type { Study } from './studies.ts';
import { specsOf, STUDIES } from './studies.ts';
import { familiesOf, surprises } from './surprises.ts';
import { armTable, familyTable, gainTable, gridSentence, gridTable, userTable, verdictTable } from './tables.ts';
import type { Verdict } from './verdicts.ts';
import { allVerdicts, armVerdicts } from './verdicts.ts';

const DEFINITIONS = `- **train**: success with the users of training. One update is only 128 dialogues a seed, so the end is the mean of the last ${SMOOTH} updates, and the highest is the highest mean of ${SMOOTH} updates in a row. The same holds for the policy's entropy.
- **held-out**: mean success over six simulators that no arm trains on, 128 dialogues each per seed and evaluation. **real users**: 256 dialogues with the programs that generate people in this lab.
- **end**: the last evaluation. **best checkpoint**: each seed's own highest of its evaluations, which flatters every arm a little, since the highest of many noisy measurements is picked by the measurement itself. **best of the mean curve**: the update at which the mean over seeds is highest.
- **IQM**: mean of the middle half of the seeds. **[lo, hi]**: 95 % percentile bootstrap over seeds, 2,000 resamples; for differences the seeds are paired. With three to five seeds such intervals are rather too narrow.
- **entropy**: mean token entropy of the policy at its decisions, nats. **ε**: collapse error of a decision of the simulated user; **ε̄**: its sum over a dialogue. **η**: distance of what verbalized lists induce from the simulator before alignment.
- A claim is decided by the mean over seeds. "(within the spread over seeds)" says that the interval does not exclude the opposite.
- A study with seeds 1-3 is compared with the main study's values on seeds 1-3. Studies other than the first two evaluate at updates 0, 125 and 250 only, which changes no number of training.`;

/** The verdicts alone, for the lab's own page; null without results. */
export function summaryFrom(records: readonly RunRecord[], studies: readonly Study[] = STUDIES): EvidenceSummary | null {
  const results = resultsFrom(studies, records);
  if (!results.origin) return null;
  const short = (verdicts: readonly Verdict[]): EvidenceSummary['claims'] => verdicts.map((v) => ({ ...v, clauses: v.clauses.map((c) => ({ ...c })) }));
  return { engine: results.origin.engine.version, claims: short(allVerdicts(results)), check: short(armVerdicts(results, 'check')) };
}

export function pageFrom(records: readonly RunRecord[], studies: readonly Study[] = STUDIES): string {
  const results = resultsFrom(studies, records);
  const verdicts = allVerdicts(results);
  const check = armVerdicts(results, 'check');
  const remarks = surprises(results, verdicts, check);
  const sections = [
    '# Evidence',
    '<!-- Written by `npm run evidence` from docs/evidence/results.jsonl. Do not edit: change src/cli/evidence and run `npm run evidence -- --report`. -->',
    'What the lab measures, and whether the signatures of simulator collapse come out. Every number, verdict and sentence about a result below is computed from [evidence/results.jsonl](evidence/results.jsonl), one line a run; nothing is written by hand.',
    '## How it was made',
    origin(results),
    '## Do the signatures come out?',
    verdictTable(verdicts),
    '### The same claims on the seeds of the check',
    verdictTable(check),
    ...results.studies.flatMap((s) => study(s, results)),
    '## What failed, or is not what the paper says',
    remarks.length > 0 ? remarks.map((r) => `- ${r}`).join('\n') : 'Nothing to say yet.',
    "## The paper's, not the lab's",
    PAPER,
    '## How to read the numbers',
    DEFINITIONS,
  ];
  return `${sections.join('\n\n')}\n`;
}

function origin({ origin: from, runs, seconds, others, studies }: Results): string {
  const incomplete = studies.filter((s) => s.missing.length > 0);
  const lines = [
    '- `npm run evidence`; it goes on where it was stopped.',
    from
      ? `- Engine version ${from.engine.version}, ${from.engine.backend === 'cpu' ? 'on the CPU twin: the same bits on every machine' : from.engine.backend}. Starting networks: digest \`${from.models}\`.`
      : '- There are no results yet.',
    `- ${runs} runs, ${duration(seconds)} of computing, added over threads${others > 0 ? `; ${others} ${others === 1 ? 'run' : 'runs'} of other versions in the file are left out` : ''}.`,
    ...(incomplete.length > 0 ? [`- **Incomplete:** ${incomplete.map((s) => `${s.study.id} (${s.missing.length} of ${expected(s)} runs are lacking)`).join(', ')}.`] : []),
  ];
  return lines.join('\n');
}

const expected = ({ study }: StudyResults): number => specsOf(study).length + (study.inMain ?? []).length;

function study(s: StudyResults, results: Results): string[] {
  const { study: st, missing, rows } = s;
  const isGrid = st.grids.some((g) => g.over);
  const changes = Object.entries(st.settings ?? {});
  return [
    `## ${st.title}`,
    `${st.question} Study \`${st.id}\`, seeds ${st.seeds}${changes.length > 0 ? `, ${changes.map(([k, v]) => `${k} ${v}`).join(', ')}` : ''}, all other settings at their defaults.`,
    ...(missing.length > 0 ? [`Incomplete: ${missing.map((m) => `\`${nameOf(m.spec)}\`${m.error ? ` failed (${m.error})` : ''}`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} lacking.`] : []),
    ...(rows.length === 0 ? [] : isGrid ? [gridTable(s), gridSentence(s)] : arms(s, results)),
  ];
}

function arms(s: StudyResults, results: Results): string[] {
  return [
    armTable(s),
    'Differences to `single`, paired by seed:',
    gainTable(s),
    'Success at the end with each held-out family:',
    familyTable(s, familiesOf(results)),
    'The users of training, at the first update and over the last ones:',
    userTable(s),
  ];
}
