/** The evidence page's tables. */
import { bootstrap, iqm, mean, pairedDifference } from '../../train/stats.ts';
import type { Results, Row, StudyResults } from './results.ts';
import type { Clause, Verdict } from './verdicts.ts';
import { and, average, difference, each, markdown, num, point, range } from './words.ts';

const HELDOUT = 'success.heldout';
const code = (arm: string): string => `\`${arm}\``;

/** Claims and verdicts, then the clauses that decide each. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const table = markdown(
    ['', 'claim', 'verdict'],
    verdicts.map((v) => [v.id, v.claim, `**${v.outcome}**`]),
  );
  const clauses = verdicts.map((v) => [`- Claim ${v.id}`, ...v.clauses.map((c) => `  - ${c.says}: ${answer(c)}; ${c.numbers}`)].join('\n'));
  return `${table}\n\nWhat decides:\n\n${clauses.join('\n')}`;
}

function answer({ holds, sure }: Clause): string {
  if (holds === null) return '**open**';
  return `**${holds ? 'yes' : 'no'}**${sure === false ? ' (within the spread over seeds)' : ''}`;
}

/** Success and entropy of each arm of a study without a grid. */
export function armTable({ rows }: StudyResults): string {
  return markdown(
    [
      'arm',
      'train, end',
      'held-out, end',
      'IQM',
      '95 % interval',
      'per seed',
      'held-out, best checkpoint',
      'best of the mean curve',
      'real users, end',
      '95 % interval',
      'entropy, end',
      'entropy, mean over training',
    ],
    rows.map((r) => {
      const end = r.ends(HELDOUT, 'end');
      const real = r.ends('success.real', 'end');
      return [
        code(r.arm),
        average(r.ends('success.train', 'end')),
        `**${average(end)}**`,
        num(end.length > 0 ? iqm(end) : NaN),
        range(bootstrap(end)),
        each(end),
        average(r.ends(HELDOUT, 'best')),
        `${average(r.ends(HELDOUT, 'peak'))} at ${num(r.peakAt(HELDOUT), 0)}`,
        average(real),
        range(bootstrap(real)),
        average(r.ends('policy.entropy', 'end')),
        average(r.course('policy.entropy', 'mean')),
      ];
    }),
  );
}

/** What each arm gains over `single`, seed by seed. */
export function gainTable({ rows }: StudyResults): string {
  const single = rows.find((r) => r.arm === 'single');
  if (!single) return '`single` is not measured yet.';
  const gain = (r: Row, of: (r: Row) => readonly number[]) => difference(pairedDifference(of(r), of(single)));
  return markdown(
    ['arm minus `single`', 'held-out, end', 'held-out, best checkpoint', 'real users, end', 'train, end', 'entropy, mean over training'],
    rows
      .filter((r) => r !== single)
      .map((r) => [
        code(r.arm),
        gain(r, (x) => x.ends(HELDOUT, 'end')),
        gain(r, (x) => x.ends(HELDOUT, 'best')),
        gain(r, (x) => x.ends('success.real', 'end')),
        gain(r, (x) => x.ends('success.train', 'end')),
        gain(r, (x) => x.course('policy.entropy', 'mean')),
      ]),
  );
}

/** Held-out families by name, as measured. */
export function familyTable({ rows }: StudyResults, families: readonly string[]): string {
  return markdown(
    ['arm', ...families],
    rows.map((r) => [code(r.arm), ...families.map((f) => average(r.ends(`${HELDOUT}.${f}`, 'end')))]),
  );
}

/** What the users of training were like, at the first update and over the last ones. */
export function userTable({ rows }: StudyResults): string {
  const pair = (r: Row, metric: string) => (r.course(metric, 'first').length > 0 ? `${average(r.course(metric, 'first'))} to ${average(r.course(metric, 'last'))}` : '–');
  return markdown(
    ['arm', 'ε̄', 'ε', 'η of lists', 'groups with equal rewards', 'entropy of the policy'],
    rows.map((r) => [code(r.arm), pair(r, 'sim.epsBar'), pair(r, 'sim.eps'), pair(r, 'sim.eta'), pair(r, 'group.zeroVariance'), pair(r, 'policy.entropy')]),
  );
}

/** The point of main that a row of a grid is held against: the default, same arm, same seeds. */
function referenceOf(row: Row, { study, rows }: StudyResults): Row | undefined {
  const main = (study.inMain ?? []).find((m) => m.arm === row.arm);
  return main && rows.find((r) => r.arm === row.arm && Object.entries(main.varied).every(([k, v]) => r.varied[k as keyof Row['varied']] === v));
}

export function gridTable(s: StudyResults): string {
  return markdown(
    ['arm', 'setting', 'train, end', 'held-out, end', 'per seed', 'held-out, against the default', 'real users, end', 'entropy, mean over training', 'ε̄, end'],
    s.rows.map((r) => {
      const ref = referenceOf(r, s);
      return [
        code(r.arm),
        `${point(r.varied)}${ref === r ? ' (default)' : ''}`,
        average(r.ends('success.train', 'end')),
        `**${average(r.ends(HELDOUT, 'end'))}**`,
        each(r.ends(HELDOUT, 'end')),
        ref && ref !== r ? difference(pairedDifference(r.ends(HELDOUT, 'end'), ref.ends(HELDOUT, 'end'))) : '–',
        average(r.ends('success.real', 'end')),
        average(r.course('policy.entropy', 'mean')),
        average(r.course('sim.epsBar', 'last')),
      ];
    }),
  );
}

/** One sentence an arm: the order of its points, and whether the best is told apart from the default. */
export function gridSentence(s: StudyResults): string {
  const arms = [...new Set(s.rows.map((r) => r.arm))];
  return arms
    .map((arm) => {
      const rows = s.rows.filter((r) => r.arm === arm).sort((a, b) => mean(b.ends(HELDOUT, 'end')) - mean(a.ends(HELDOUT, 'end')));
      const order = `${code(arm)}, by held-out success at the end: ${and(rows.map((r) => `${point(r.varied)} (${average(r.ends(HELDOUT, 'end'))})`))}.`;
      const best = rows[0]!;
      const ref = referenceOf(best, s);
      if (!ref || rows.length < 2) return order;
      if (ref === best) return `${order} The default is the highest.`;
      const d = pairedDifference(best.ends(HELDOUT, 'end'), ref.ends(HELDOUT, 'end'));
      return `${order} The highest is ${difference(d)} above the default, ${d.lo > 0 ? 'more than the spread over these seeds' : 'which these seeds do not tell apart'}.`;
    })
    .join(' ');
}

/** Held-out end of every arm of main, highest first. */
export const ranking = (results: Results): Row[] => [...(results.studies.find((s) => s.study.id === 'main')?.rows ?? [])].sort((a, b) => mean(b.ends(HELDOUT, 'end')) - mean(a.ends(HELDOUT, 'end')));
