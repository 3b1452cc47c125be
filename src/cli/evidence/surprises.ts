/** What failed, or is not what the paper says: each remark looks at the results and is silent when there is nothing to say. */
import type { ArmId } from '../../train/settings.ts';
import { mean, pairedDifference } from '../../train/stats.ts';
import type { Results, Row } from './results.ts';
import { find } from './results.ts';
import { ranking } from './tables.ts';
import type { Verdict } from './verdicts.ts';
import { REMEDIES } from './verdicts.ts';
import { and, average, difference, num, signed } from './words.ts';

const HELDOUT = 'success.heldout';
const code = (arm: string): string => `\`${arm}\``;
const end = (r: Row, metric = HELDOUT): readonly number[] => r.ends(metric, 'end');
/** highest minus lowest seed that is worth a remark */
const WIDE = 0.25;

type Remark = (results: Results) => string | null;

const main = (results: Results, arm: ArmId): Row | undefined => find(results, 'main', arm);
const remediesOf = (results: Results): Row[] => REMEDIES.flatMap((arm) => main(results, arm) ?? []);
const bestOf = (rows: readonly Row[]): Row | undefined => [...rows].sort((a, b) => mean(end(b)) - mean(end(a)))[0];

const realUsers: Remark = (results) => {
  const single = main(results, 'single');
  if (!single) return null;
  const start = single.ends('success.real', 'start');
  const d = pairedDifference(end(single, 'success.real'), start);
  const numbers = `${average(start)} to ${average(end(single, 'success.real'))}, ${difference(d)}`;
  const what = d.hi < 0 ? 'falls' : d.lo > 0 ? 'does not fall but gains' : 'neither falls nor gains beyond the spread over seeds';
  return `With real users \`single\` ${what} (${numbers}); in the paper it gains little (.41 to .43 on tau2-retail).`;
};

/** A control that is not among the paper's remedies and does as well as they do. */
const strongControl =
  (arm: ArmId, cost: string): Remark =>
  (results) => {
    const control = main(results, arm);
    const remedies = remediesOf(results);
    const best = bestOf(remedies);
    if (!control || !best || remedies.length < REMEDIES.length) return null;
    const d = pairedDifference(end(control), end(best));
    if (d.hi < 0) return null;
    const what = d.estimate >= 0 ? 'is as strong as the remedies' : 'is not told apart from the best remedy';
    return `${code(arm)} ${what}: held-out ${average(end(control))} at the end against ${average(end(best))} of ${code(best.arm)} (${difference(d)}). ${cost}`;
  };

const belowOracle: Remark = (results) => {
  const oracle = main(results, 'oracle');
  if (!oracle) return null;
  const above = ranking(results).filter((r) => r.arm !== 'oracle' && mean(end(r)) > mean(end(oracle)));
  if (above.length === 0) return null;
  return `Training with real users (\`oracle\`) is not an upper bound held-out: ${and(above.map((r) => `${code(r.arm)} (${average(end(r))})`))} end above its ${average(end(oracle))}. With real users themselves \`oracle\` ends at ${average(end(oracle, 'success.real'))}.`;
};

/** Controls that the paper finds helpful and that do not help here. */
const idleControl =
  (arm: ArmId, paper: string): Remark =>
  (results) => {
    const row = main(results, arm);
    const single = main(results, 'single');
    if (!row || !single) return null;
    const d = pairedDifference(end(row), end(single));
    return d.lo > 0 ? null : `${code(arm)} is not told apart from \`single\` by its held-out end (${average(end(row))} against ${average(end(single))}, ${difference(d)}); ${paper}`;
  };

const order: Remark = (results) => {
  const paper: ArmId[] = ['population', 'verbalized', 'cotrain', 'ensemble', 'single', 'base'];
  const rows = ranking(results).filter((r) => paper.includes(r.arm));
  if (rows.length < paper.length) return null;
  const byBest = [...rows].sort((a, b) => mean(b.ends(HELDOUT, 'best')) - mean(a.ends(HELDOUT, 'best')));
  const ours = byBest.map((r) => r.arm);
  if (ours.join() === paper.join()) return null;
  return `The order of the arms by best held-out checkpoint is ${ours.map(code).join(' > ')}; the paper's on P4G is ${paper.map(code).join(' > ')}.`;
};

const zeroVariance: Remark = (results) => {
  const single = main(results, 'single');
  if (!single) return null;
  const first = single.course('group.zeroVariance', 'first');
  const last = single.course('group.zeroVariance', 'last');
  return `Groups with equal rewards under \`single\` go from ${num(100 * mean(first), 0)} to ${num(100 * mean(last), 0)} %; in the paper from 60 to 85 %.`;
};

const wideSeeds: Remark = (results) => {
  const wide = ranking(results).flatMap((r) => {
    const v = end(r);
    const [lo, hi] = [Math.min(...v), Math.max(...v)];
    return hi - lo > WIDE ? [`${code(r.arm)} (${num(lo)} to ${num(hi)})`] : [];
  });
  return wide.length === 0 ? null : `Seeds differ by more than ${num(WIDE)} in their held-out end under ${and(wide)}.`;
};

const weakest: Remark = (results) => {
  const parts = remediesOf(results).flatMap((r) => {
    const families = familiesOf(results).map((f) => ({ f, v: mean(end(r, `${HELDOUT}.${f}`)) }));
    const low = families.sort((a, b) => a.v - b.v)[0];
    return low ? [`${code(r.arm)} ${low.f} (${num(low.v)})`] : [];
  });
  return parts.length === 0 ? null : `The mean hides families: the weakest at the end is, under ${and(parts)}.`;
};

const afterPeak: Remark = (results) => {
  const late = remediesOf(results).filter((r) => {
    const d = pairedDifference(end(r), r.ends(HELDOUT, 'peak'));
    return d.hi < 0;
  });
  if (late.length === 0) return null;
  return `Not only \`single\` loses after its peak: ${and(late.map((r) => `${code(r.arm)} (${average(r.ends(HELDOUT, 'peak'))} at update ${r.peakAt(HELDOUT)}, end ${average(end(r))})`))}.`;
};

/** The paper's order of a grid against the lab's. */
const gridOrder =
  (study: string, arm: ArmId, key: 'population' | 'simReward', paper: readonly (string | number)[], keep: (r: Row) => boolean = () => true): Remark =>
  (results) => {
    const rows = (results.studies.find((s) => s.study.id === study)?.rows ?? []).filter((r) => r.arm === arm && keep(r));
    if (rows.length < paper.length) return null;
    const ours = rows.sort((a, b) => mean(end(b)) - mean(end(a)));
    const matches = paper.length === 4 ? ours.every((r, i) => r.varied[key] === paper[i]) : ours[0]!.varied[key] === paper[0];
    if (matches) return null;
    const spread = difference(pairedDifference(end(ours[0]!), end(ours.at(-1))));
    return `${code(arm)} by ${key}, held-out: ${ours.map((r) => `${r.varied[key]} (${average(end(r))})`).join(' > ')}, ${spread} from last to first; the paper finds ${paper.length === 4 ? paper.join(' > ') : `${paper[0]} best`}.`;
  };

const firmAdversary: Remark = (results) => {
  const rows = (results.studies.find((s) => s.study.id === 'reward')?.rows ?? []).filter((r) => r.varied.simReward === 'adversarial' && Number(r.varied.simKl) > 0);
  const standard = find(results, 'reward', 'cotrain', { simReward: 'curriculum', simKl: 0.05 });
  const best = bestOf(rows);
  if (!standard || !best) return null;
  const d = pairedDifference(end(best), end(standard));
  return d.estimate <= 0
    ? null
    : `An adversary held by an anchor (simKl ${best.varied.simKl}) does better than the default curriculum: held-out ${average(end(best))} against ${average(end(standard))} (${difference(d)}).`;
};

const lists: Remark = (results) => {
  const random = find(results, 'lists', 'verbalized', { vsDraw: 'random' });
  const prob = find(results, 'lists', 'verbalized', { vsK: 5, vsDraw: 'prob' });
  if (!random || !prob) return null;
  const d = pairedDifference(end(random), end(prob));
  return d.estimate < 0 ? null : `Drawing from a list with equal chances is not worse than by its stated probabilities (${signed(d.estimate)} held-out; ${difference(d)}).`;
};

/** A remedy that gains nothing certain on seeds that were never looked at. */
const checkedRemedies: Remark = (results) => {
  const single = find(results, 'check', 'single');
  const base = main(results, 'base');
  if (!single) return null;
  const weak = REMEDIES.flatMap((arm) => {
    const row = find(results, 'check', arm);
    const d = row && pairedDifference(end(row), end(single));
    if (!row || !d || d.lo > 0) return [];
    const start = base ? `; \`base\` has ${average(end(base))} on the seeds of the main study` : '';
    return [`${code(arm)} ends held-out at ${average(end(row))} against ${average(end(single))} of \`single\` (${difference(d)}${start})`];
  });
  return weak.length > 0 ? `On the seeds of the check not every remedy repeats its gain: ${weak.join('; ')}.` : null;
};

const REMARKS: readonly Remark[] = [
  realUsers,
  strongControl('uniform', 'It needs the list of types of users, which one does not have for real users.'),
  strongControl('temperature', 'It costs nothing.'),
  strongControl('ensemble', 'It needs simulators of several families.'),
  strongControl('persona', 'It needs the list of types of users.'),
  belowOracle,
  idleControl('persona', 'in the paper personas gain a little (49.2 against 46.1 % on tau2-retail).'),
  idleControl('ensemble', 'in the paper the ensemble gains (.394 against .275 on P4G).'),
  order,
  zeroVariance,
  afterPeak,
  wideSeeds,
  weakest,
  gridOrder('population', 'population', 'population', [5, 10, 3, 1]),
  gridOrder('reward', 'cotrain', 'simReward', ['curriculum', 'adversarial', 'shared'], (r) => r.varied.simKl === 0.05),
  firmAdversary,
  lists,
  checkedRemedies,
];

export function familiesOf(results: Results): string[] {
  const row = results.studies.find((s) => s.study.id === 'main')?.rows[0];
  return row ? row.metrics.filter((m) => m.startsWith(`${HELDOUT}.`)).map((m) => m.slice(HELDOUT.length + 1)) : [];
}

/** Sentences, the signatures that did not come first. */
export function surprises(results: Results, verdicts: readonly Verdict[], check: readonly Verdict[]): string[] {
  const failed = (v: Verdict, where: string) =>
    v.outcome === 'does not come out'
      ? [
          `Claim ${v.id} does not come out${where}: ${v.clauses
            .filter((c) => c.holds === false)
            .map((c) => `${c.says}: no, ${c.numbers}`)
            .join('; ')}.`,
        ]
      : [];
  return [...verdicts.flatMap((v) => failed(v, '')), ...check.flatMap((v) => failed(v, ' on the seeds of the check')), ...REMARKS.flatMap((r) => r(results) ?? [])];
}
