/** thaw evidence: the declared studies, their results kept in docs/evidence/results.jsonl, and docs/EVIDENCE.md written from them. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { EVIDENCE_FILE } from '../../train/evidence-summary.ts';
import { didYouMean, shown } from '../../train/mistakes.ts';
import { parse } from '../args.ts';
import { UsageError } from '../errors.ts';
import { pageFrom, summaryFrom } from '../evidence/page.ts';
import { resultsFrom } from '../evidence/results.ts';
import type { Study } from '../evidence/studies.ts';
import { rehearsed, specsOf, STUDIES } from '../evidence/studies.ts';
import { commandHelp } from '../help.ts';
import { CHECKOUT } from '../models.node.ts';
import type { Output } from '../output.ts';
import { openOutput, writableFolder } from '../output.ts';
import { threadsFrom } from '../settings-from.ts';
import { readStore } from '../sweep/store.ts';
import { verdict, watched } from './sweep.ts';

export const EVIDENCE_HELP = commandHelp(
  'thaw evidence [--only STUDY]... [--jobs N] [--report] [--rehearse DIR]',
  'Runs the studies into docs/evidence/results.jsonl, going on where it was stopped, and writes docs/EVIDENCE.md from what is there; --report only writes the page.',
  '--rehearse DIR does the same in a few minutes at a size at which the numbers mean nothing, into DIR.',
  `Studies: ${STUDIES.map((s) => `${s.id} (${specsOf(s).length} runs)`).join(', ')}.`,
);

export async function evidence(args: string[]): Promise<number> {
  const { values } = parse(args, {
    only: { type: 'string', multiple: true },
    jobs: { type: 'string', default: String(availableParallelism()) },
    report: { type: 'boolean', default: false },
    rehearse: { type: 'string' },
  });
  const jobs = threadsFrom('--jobs', values.jobs);
  const studies = values.rehearse === undefined ? STUDIES : rehearsed(STUDIES);
  const chosen = choose(studies, values.only);
  if (values.report && values.only) throw new UsageError('--only: the page is always about every study; leave it out with --report');
  const docs = values.rehearse ?? join(CHECKOUT, 'docs');
  const file = join(docs, 'evidence/results.jsonl');
  const flag = values.rehearse === undefined ? 'evidence:' : '--rehearse';
  writableFolder(flag, join(docs, 'evidence'));
  const page = openOutput(flag, join(docs, 'EVIDENCE.md'));
  let code = 0;
  if (!values.report) {
    const specs = chosen.flatMap(specsOf);
    code = verdict(specs, await watched('Evidence', specs, file, jobs, false), file);
  }
  report(page, docs, file, studies, values.rehearse === undefined ? join(CHECKOUT, 'public', EVIDENCE_FILE) : join(docs, 'evidence.json'));
  return code;
}

function choose(studies: readonly Study[], only: readonly string[] | undefined): readonly Study[] {
  const unknown = only?.find((id) => !studies.some((s) => s.id === id));
  if (unknown !== undefined)
    throw new UsageError(
      `--only ${shown(unknown)}: no such study${didYouMean(
        unknown,
        studies.map((s) => s.id),
      )}; studies are ${studies.map((s) => s.id).join(', ')}`,
    );
  return only ? studies.filter((s) => only.includes(s.id)) : studies;
}

/** Writes the page, aside first, and its verdicts in short for the lab, and says what is incomplete. */
function report(page: Output, docs: string, file: string, studies: readonly Study[], short: string): void {
  const records = [...readStore(file).records.values()];
  page.write(pageFrom(records, studies));
  console.log(join(docs, 'EVIDENCE.md'));
  const summary = summaryFrom(records, studies);
  if (summary) openOutput('evidence:', short).write(`${JSON.stringify(summary, null, 1)}\n`);
  for (const { study, missing } of resultsFrom(studies, records).studies) if (missing.length > 0) console.log(`incomplete: ${study.id}, ${missing.length} runs are lacking`);
}
