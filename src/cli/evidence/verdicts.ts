/**
 * Do the signatures of simulator collapse come out? Each is a list of clauses, each clause a margin per seed: it holds when the mean margin is on the right side of zero,
 * and holds beyond the spread over seeds when the whole 95 % interval is. Decided from the results alone.
 */
import type { ArmId } from '../../train/settings.ts';
import { bootstrap, mean } from '../../train/stats.ts';
import type { Results, Row } from './results.ts';
import { find, onSeeds } from './results.ts';
import { average, each, num, points } from './words.ts';

export interface Clause {
  readonly says: string;
  /** null: not measured */
  readonly holds: boolean | null;
  /** the interval of the margin, too, lies wholly on the side of the verdict; null where there is none */
  readonly sure: boolean | null;
  readonly numbers: string;
}
export type Outcome = 'comes out' | 'does not come out' | 'not decided';
export interface Verdict {
  readonly id: string;
  readonly claim: string;
  readonly clauses: readonly Clause[];
  readonly outcome: Outcome;
}

/** the arms that the paper proposes; the other ones are controls */
export const REMEDIES = ['verbalized', 'cotrain', 'population'] as const satisfies readonly ArmId[];
/** "near 0" and "no collapse" need limits: these are part of the claims as stated here */
const RISES_ABOVE = 0.9;
const ENTROPY_SHARE = 1 / 3;
const VERBALIZED_GAIN = 0.05;
const COTRAINING_GAIN = 0.09;
const ENTROPY_RATIO = 1.3;
const RANKS = -0.8;

const HELDOUT = 'success.heldout';
const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((v, i) => v - b[i]!);
const end = (r: Row, metric = HELDOUT): readonly number[] => r.ends(metric, 'end');

/** `least`: the margin may be zero. */
function clause(says: string, margin: readonly number[], numbers: string, least: boolean): Clause {
  if (margin.length === 0 || margin.some((v) => !Number.isFinite(v))) return { says, holds: null, sure: null, numbers: 'a number is missing' };
  const m = mean(margin);
  const holds = least ? m >= -1e-9 : m > 1e-9; // numbers are stored with six digits
  const { lo, hi } = bootstrap(margin);
  return { says, holds, sure: Number.isFinite(lo) ? (holds ? lo >= -1e-9 : hi < 0) : null, numbers };
}

/** Rows by name, or a clause that says which are lacking. */
function given<K extends string>(says: string, rows: Record<K, Row | undefined>, f: (rows: Record<K, Row>) => Clause): Clause {
  const lacking = Object.entries(rows).flatMap(([name, row]) => (row ? [] : [name]));
  return lacking.length > 0 ? { says, holds: null, sure: null, numbers: `not measured: ${lacking.join(', ')}` } : f(rows as Record<K, Row>);
}

function verdict(id: string, claim: string, clauses: Clause[]): Verdict {
  const outcome = clauses.some((c) => c.holds === false) ? 'does not come out' : clauses.some((c) => c.holds === null) ? 'not decided' : 'comes out';
  return { id, claim, clauses, outcome };
}

/** Of co-training and population the one that ends higher held-out. */
export function betterOf(a: Row | undefined, b: Row | undefined): Row | undefined {
  return a && b && (mean(end(a)) >= mean(end(b)) ? a : b);
}

/** "+34.8 points (.66 against .31)" */
const against = (a: Row, b: Row, metric: string): string => `${points(mean(minus(end(a, metric), end(b, metric))))} (${average(end(a, metric))} against ${average(end(b, metric))})`;

/** Signatures 1 to 4, from the main study or from the one that checks them on other seeds. */
export function armVerdicts(results: Results, study: 'main' | 'check'): Verdict[] {
  const get = (arm: ArmId) => find(results, study, arm);
  const single = get('single');
  const verbalized = get('verbalized');
  const better = betterOf(get('cotrain'), get('population'));
  const trained = better ? `\`${better.arm}\`` : 'the better of `cotrain` and `population`';
  return [
    verdict('1', '`single` aces training, ends below its own held-out peak and below every remedy, and loses its variety', [
      given('success in training rises above .9', { single }, ({ single: s }) =>
        clause(
          'success in training rises above .9',
          s.ends('success.train', 'best').map((v) => v - RISES_ABOVE),
          `highest ${average(s.ends('success.train', 'best'))}, end ${average(end(s, 'success.train'))}`,
          false,
        ),
      ),
      given('held-out success ends below its own peak', { single }, ({ single: s }) =>
        clause(
          'held-out success ends below its own peak',
          minus(s.ends(HELDOUT, 'peak'), end(s)),
          `peak ${average(s.ends(HELDOUT, 'peak'))} at update ${num(s.peakAt(HELDOUT), 0)}, end ${average(end(s))}`,
          false,
        ),
      ),
      ...REMEDIES.map((arm) => {
        const says = `held-out success ends below \`${arm}\``;
        return given(says, { single, [arm]: get(arm) }, (r) => clause(says, minus(end(r[arm]!), end(r.single!)), `${average(end(r.single!))} against ${average(end(r[arm]!))}`, false));
      }),
      given('policy entropy falls to a third or less', { single }, ({ single: s }) => {
        const start = s.ends('policy.entropy', 'start');
        const last = end(s, 'policy.entropy');
        return clause(
          'policy entropy falls to a third or less',
          start.map((v, i) => v * ENTROPY_SHARE - last[i]!),
          `${average(start)} to ${average(last)} nats, ${num((100 * mean(last)) / mean(start), 0)} %`,
          true,
        );
      }),
    ]),
    verdict(
      '2',
      '`verbalized` ends at least 5 points above `single`',
      [HELDOUT, 'success.real'].map((metric) => {
        const says = metric === HELDOUT ? 'held-out' : 'with real users';
        return given(says, { single, verbalized }, ({ single: s, verbalized: v }) => gain(says, v, s, VERBALIZED_GAIN, metric));
      }),
    ),
    verdict('3', `${better ? `${trained}, the better of \`cotrain\` and \`population\`,` : trained} ends at least 9 points above \`single\` and not below \`verbalized\``, [
      given('at least 9 points above `single`, held-out', { single, 'cotrain or population': better }, (r) =>
        gain('at least 9 points above `single`, held-out', r['cotrain or population'], r.single, COTRAINING_GAIN, HELDOUT),
      ),
      given('not below `verbalized`, held-out', { verbalized, 'cotrain or population': better }, (r) => gain('not below `verbalized`, held-out', r['cotrain or population'], r.verbalized, 0, HELDOUT)),
    ]),
    verdict('4', 'policy entropy averaged over training is at least 1.3 times that of `single`', [
      given('`verbalized`', { single, verbalized }, (r) => ratio('`verbalized`', r.verbalized, r.single)),
      given(trained, { single, 'cotrain or population': better }, (r) => ratio(trained, r['cotrain or population'], r.single)),
    ]),
  ];
}

const gain = (says: string, a: Row, b: Row, least: number, metric: string): Clause =>
  clause(
    says,
    minus(end(a, metric), end(b, metric)).map((d) => d - least),
    against(a, b, metric),
    true,
  );

function ratio(says: string, a: Row, b: Row): Clause {
  const x = a.course('policy.entropy', 'mean');
  const y = b.course('policy.entropy', 'mean');
  return clause(
    says,
    x.map((v, i) => v - ENTROPY_RATIO * y[i]!),
    `${num(mean(x) / mean(y))} times (${average(x)} against ${average(y)} nats)`,
    true,
  );
}

/** Signature 5: what a learning simulator is paid for, and the ensemble. */
export function rewardVerdict(results: Results): Verdict {
  const shared = find(results, 'reward', 'cotrain', { simReward: 'shared', simKl: 0.05 });
  const adversarial = find(results, 'reward', 'cotrain', { simReward: 'adversarial', simKl: 0 });
  const main = (arm: ArmId) => find(results, 'main', arm);
  const same = (arm: ArmId, as: Row | undefined) => as && onSeeds(main(arm), as.seeds);
  const below = (says: string, name: string, row: Row | undefined) =>
    given(says, { [name]: row, base: same('base', row) }, (r) => clause(says, minus(end(r.base!), end(r[name]!)), `${average(end(r[name]!))} against ${average(end(r.base!))} of \`base\``, false));
  const collapse = (r: Row) => r.course('sim.epsBar', 'last');
  const collapsed = 'with the shared reward the simulator ends as collapsed as the frozen one: ε̄ no higher than in `single`';
  const single = main('single');
  const lowest = REMEDIES.map(main).reduce<Row | undefined>((low, r, i) => (i > 0 && (!low || !r) ? undefined : !low || mean(end(r!)) < mean(end(low)) ? r : low), undefined);
  return verdict('5', 'a learning simulator paid with the shared reward collapses again, an adversary without an anchor degenerates, and an ensemble helps a little', [
    given(collapsed, { 'cotrain with the shared reward': shared, single: same('single', shared) }, (r) =>
      clause(
        collapsed,
        minus(collapse(r.single), collapse(r['cotrain with the shared reward'])),
        `${average(collapse(r['cotrain with the shared reward']))} against ${average(collapse(r.single))}; it began at ${average(r['cotrain with the shared reward'].course('sim.epsBar', 'first'))}`,
        true,
      ),
    ),
    below('with the shared reward held-out success ends below the policy before training', 'cotrain with the shared reward', shared),
    below('with the adversarial reward and no anchor held-out success ends below the policy before training', 'cotrain with the adversarial reward', adversarial),
    given('`ensemble` ends above `single`, held-out', { ensemble: main('ensemble'), single }, (r) =>
      clause('`ensemble` ends above `single`, held-out', minus(end(r.ensemble), end(r.single)), against(r.ensemble, r.single, HELDOUT), false),
    ),
    given('`ensemble` ends below the weakest remedy, held-out', { ensemble: main('ensemble'), remedies: lowest }, (r) =>
      clause(
        '`ensemble` ends below the weakest remedy, held-out',
        minus(end(r.remedies), end(r.ensemble)),
        `${average(end(r.ensemble))} against ${average(end(r.remedies))} of \`${r.remedies.arm}\``,
        false,
      ),
    ),
  ]);
}

/** Spearman's rank correlation of values that are all different in x; equal y share their mean rank. */
export function rankCorrelation(x: readonly number[], y: readonly number[]): number {
  const ranks = (v: readonly number[]) => v.map((a) => v.filter((b) => b < a).length + (v.filter((b) => b === a).length + 1) / 2);
  const [a, b] = [ranks(x), ranks(y)];
  const [ma, mb] = [mean(a), mean(b)];
  const product = (p: readonly number[], q: readonly number[], mp: number, mq: number) => p.reduce((s, v, i) => s + (v - mp) * (q[i]! - mq), 0);
  return product(a, b, ma, mb) / Math.sqrt(product(a, a, ma, ma) * product(b, b, mb, mb));
}

/** Signature 6: without collapse of the simulator none of the policy, and the effect grows with it. */
export function gammaVerdict(results: Results): Verdict {
  const study = results.studies.find((s) => s.study.id === 'gamma');
  const rows = (study?.rows ?? []).filter((r) => r.arm === 'single');
  const at = (gamma: number) => rows.find((r) => r.varied.gamma === gamma);
  const incomplete = study === undefined || study.missing.some((m) => m.spec.settings.arm === 'single');
  const grows = 'the effect grows: held-out success at the end falls with γ (rank correlation at most -.8)';
  const gammas = rows.map((r) => Number(r.varied.gamma));
  const ends = rows.map((r) => mean(end(r)));
  const rho = rankCorrelation(gammas, ends);
  return verdict('6', 'no collapse to speak of at γ 1 and 2; the effect grows with γ', [
    ...[1, 2].map((gamma) => {
      const says = `at γ ${gamma} \`single\` does not end below the policy before training, held-out`;
      const row = at(gamma);
      const name = `single at γ ${gamma}`;
      return given(says, { [name]: row, base: row && onSeeds(find(results, 'main', 'base'), row.seeds) }, (r) =>
        clause(says, minus(end(r[name]!), end(r.base!)), `${average(end(r[name]!))} against ${average(end(r.base!))}`, true),
      );
    }),
    incomplete
      ? { says: grows, holds: null, sure: null, numbers: 'not measured at every γ' }
      : { says: grows, holds: rho <= RANKS, sure: null, numbers: `${num(rho)}: ${each(ends)} at γ ${gammas.join(' ')}` },
  ]);
}

export const allVerdicts = (results: Results): Verdict[] => [...armVerdicts(results, 'main'), rewardVerdict(results), gammaVerdict(results)];
