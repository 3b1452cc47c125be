/** Each signature with made-up results that bear it out, and with results that do not. */
import { describe, expect, test } from 'vitest';
import type { RunSpec } from '../sweep/grid.ts';
import type { MadeUp } from '../testing/made-up.ts';
import { madeUp } from '../testing/made-up.ts';
import type { Results } from './results.ts';
import { find, onSeeds, resultsFrom } from './results.ts';
import { specsOf, STUDIES } from './studies.ts';
import { surprises } from './surprises.ts';
import { allVerdicts, armVerdicts, gammaVerdict, rankCorrelation, rewardVerdict } from './verdicts.ts';

/** as the paper would have it */
const ARM: Record<string, MadeUp> = {
  base: { heldout: [0.4, 0.42, 0.4], real: [0.35, 0.35], train: 0.45, entropy: [1.8, 1.8], meanEntropy: 1.8 },
  single: { heldout: [0.4, 0.42, 0.25], real: [0.35, 0.36], train: 0.95, entropy: [1.8, 0.3], meanEntropy: 0.5, epsBar: [0.24, 0.23], zeroVariance: [0.6, 0.85] },
  persona: { heldout: [0.4, 0.42, 0.33] },
  ensemble: { heldout: [0.4, 0.42, 0.35] },
  temperature: { heldout: [0.4, 0.42, 0.3] },
  verbalized: { heldout: [0.4, 0.65, 0.64], real: [0.35, 0.6], meanEntropy: 0.9 },
  cotrain: { heldout: [0.4, 0.62, 0.6], real: [0.35, 0.55], meanEntropy: 0.6 },
  population: { heldout: [0.4, 0.72, 0.7], real: [0.35, 0.55], meanEntropy: 0.8 },
  uniform: { heldout: [0.4, 0.5, 0.5] },
  oracle: { heldout: [0.4, 0.8, 0.8], real: [0.35, 0.8] },
};

function asPredicted({ settings, varied }: RunSpec): MadeUp {
  const usual = ARM[settings.arm] ?? {};
  if (settings.arm === 'single' && varied.gamma !== undefined) return { heldout: [0.4, 0.8, 0.8 - Number(varied.gamma) * 0.028] };
  if (varied.simReward === 'shared') return { heldout: [0.4, 0.4, 0.2], epsBar: [2.5, 0.05] };
  if (varied.simReward === 'adversarial') return { heldout: [0.4, 0.4, Number(varied.simKl) > 0 ? 0.45 : 0.1] };
  if (settings.arm === 'population' && varied.population !== undefined) return { heldout: [0.4, 0.7, { 10: 0.65, 3: 0.6, 1: 0.5 }[String(varied.population)] ?? 0.7] };
  if (varied.vsDraw === 'random') return { heldout: [0.4, 0.6, 0.5] };
  return usual;
}

type Change = (spec: RunSpec, m: MadeUp) => MadeUp | null;
const results = (change: Change = (_, m) => m): Results =>
  resultsFrom(
    STUDIES,
    STUDIES.flatMap(specsOf).flatMap((spec) => {
      const m = change(spec, asPredicted(spec));
      return m ? [madeUp(spec, m)] : [];
    }),
  );
const outcomes = (r: Results) => allVerdicts(r).map((v) => v.outcome);
/** other numbers for an arm, in the main study and the check */
const arm =
  (id: string, m: MadeUp): Change =>
  (spec, was) =>
    spec.settings.arm === id && Object.keys(spec.varied).length === 0 ? { ...was, ...m } : was;

test('all come out, beyond the spread, where the numbers are as predicted', () => {
  const r = results();
  expect(outcomes(r)).toEqual(new Array(6).fill('comes out'));
  expect(allVerdicts(r).flatMap((v) => v.clauses.filter((c) => c.sure === false))).toEqual([]);
  expect(armVerdicts(r, 'check').map((v) => v.outcome)).toEqual(new Array(4).fill('comes out'));
});

describe('does not come out', () => {
  test.each<[string, string, Change, RegExp]>([
    ['1', 'train success stays below .9', arm('single', { train: 0.88 }), /above \.9.*highest \.88/],
    ['1', 'the end is the peak', arm('single', { heldout: [0.2, 0.25, 0.25] }), /below its own peak.*peak \.25/],
    ['1', 'a remedy is as bad', arm('cotrain', { heldout: [0.4, 0.4, 0.24] }), /below `cotrain`.*\.25 against \.24/],
    ['1', 'entropy stays', arm('single', { entropy: [1.8, 0.7] }), /third or less.*1\.80 to \.70 nats, 39 %/],
    ['2', 'held-out gain of 4 points', arm('verbalized', { heldout: [0.4, 0.4, 0.29] }), /held-out.*\+4\.0 points/],
    ['2', 'no gain with real users', arm('verbalized', { real: [0.35, 0.36] }), /real users.*\+0\.0 points/],
    ['3', 'below verbalized', arm('population', { heldout: [0.4, 0.61, 0.61] }), /not below `verbalized`.*-3\.0 points/],
    ['3', 'gain of 8 points', (s, m) => (['population', 'cotrain', 'verbalized'].includes(s.settings.arm) ? { ...m, heldout: [0.4, 0.4, 0.33] } : m), /9 points above.*\+8\.0 points/],
    ['4', 'entropy of verbalized', arm('verbalized', { meanEntropy: 0.64 }), /`verbalized`.*1\.28 times/],
    ['4', 'entropy of the better one counts', arm('population', { meanEntropy: 0.5 }), /`population`.*1\.00 times/],
    ['5', 'shared does not collapse', (s, m) => (s.varied.simReward === 'shared' ? { ...m, epsBar: [2.5, 0.3] } : m), /as collapsed.*\.30 against \.23/],
    ['5', 'shared is no worse than base', (s, m) => (s.varied.simReward === 'shared' ? { ...m, heldout: [0.4, 0.5, 0.45] } : m), /shared reward held-out.*\.45 against \.40/],
    ['5', 'the adversary is harmless', (s, m) => (s.varied.simReward === 'adversarial' ? { ...m, heldout: [0.4, 0.5, 0.45] } : m), /adversarial.*\.45 against \.40/],
    ['5', 'the ensemble is a remedy', arm('ensemble', { heldout: [0.4, 0.7, 0.69] }), /weakest remedy.*\.69 against \.60 of `cotrain`/],
    ['6', 'collapse at gamma 2', (s, m) => (s.settings.arm === 'single' && s.varied.gamma === 2 ? { ...m, heldout: [0.4, 0.4, 0.3] } : m), /at γ 2.*\.30 against \.40/],
    ['6', 'no growth', (s, m) => (s.settings.arm === 'single' && Number(s.varied.gamma) > 4 ? { ...m, heldout: [0.4, 0.8, 0.79] } : m), /rank correlation.*at γ 1 2 4 8 12 16 20/],
  ])('%s: %s', (id, _, change, words) => {
    const r = results(change);
    const v = allVerdicts(r).find((x) => x.id === id)!;
    expect(v.outcome).toBe('does not come out');
    const failed = v.clauses.filter((c) => c.holds === false);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.map((c) => `${c.says}: ${c.numbers}`).join('\n')).toMatch(words);
    expect(surprises(r, allVerdicts(r), []).join('\n')).toContain(`Claim ${id} does not come out`);
  });
});

test('exactly five points are at least five points', () => {
  const r = results(arm('verbalized', { heldout: [0.4, 0.4, 0.3], real: [0.35, 0.41] }));
  expect(allVerdicts(r)[1]!.outcome).toBe('comes out');
});

test('a mean on the right side whose interval is not is said to be within the spread', () => {
  const specs = STUDIES.flatMap(specsOf);
  const records = specs.map((s) => madeUp(s, asPredicted(s)));
  const single = records.find((r) => r.arm === 'single' && r.settings.seeds === '1-5')!;
  const verbalized = records.find((r) => r.arm === 'verbalized' && r.settings.seeds === '1-5' && r.settings.vsK === 5)!;
  (single.ends['success.heldout'] as { end: number[] }).end = [0.5, 0.5, 0.5, 0.5, 0.5];
  (verbalized.ends['success.heldout'] as { end: number[] }).end = [0.2, 0.9, 0.2, 0.9, 0.9];
  expect(armVerdicts(resultsFrom(STUDIES, records), 'main')[1]!.clauses[0]).toMatchObject({ holds: true, sure: false });
});

test('what was not measured decides nothing', () => {
  const without = results((s, m) => (s.settings.arm === 'verbalized' && s.settings.seeds === '1-5' ? null : m));
  expect(outcomes(without)).toEqual(['not decided', 'not decided', 'not decided', 'not decided', 'not decided', 'comes out']);
  expect(armVerdicts(without, 'main')[1]!.clauses[0]!.numbers).toBe('not measured: verbalized');
  expect(gammaVerdict(results((s, m) => (s.varied.gamma === 12 ? null : m))).outcome).toBe('not decided');
  expect(rewardVerdict(resultsFrom(STUDIES, [])).outcome).toBe('not decided');
  // one clause that fails is enough
  const failing = results((s, m) => (s.settings.arm === 'population' ? null : arm('single', { train: 0.5 })(s, m)));
  expect(allVerdicts(failing)[0]!.outcome).toBe('does not come out');
});

test('studies of three seeds are held against the same three seeds of main', () => {
  const r = results();
  const main = find(r, 'main', 'single')!;
  expect(main.seeds).toEqual([1, 2, 3, 4, 5]);
  expect(find(r, 'gamma', 'single', { gamma: 16 })!.ends('success.heldout', 'end')).toEqual(main.ends('success.heldout', 'end').slice(0, 3));
  expect(onSeeds(main, [2, 5])!.ends('success.train', 'end')).toEqual([0.95, 0.95]);
  expect(onSeeds(main, [2, 6])).toBeUndefined();
});

test('rank correlation', () => {
  expect(rankCorrelation([1, 2, 4, 8], [9, 7, 5, 1])).toBeCloseTo(-1);
  expect(rankCorrelation([1, 2, 4, 8], [1, 2, 2, 3])).toBeCloseTo(0.9487, 3);
  expect(rankCorrelation([1, 2, 3], [2, 1, 3])).toBeCloseTo(0.5);
});

test('remarks look at the numbers', () => {
  const said = (r: Results) => surprises(r, allVerdicts(r), armVerdicts(r, 'check')).join('\n');
  const quiet = said(results());
  expect(quiet).toContain('With real users `single` does not fall but gains');
  expect(quiet).not.toMatch(/Claim \d|`uniform`|upper bound|is not told apart|lists? with equal|Seeds differ/);
  expect(said(results(arm('uniform', { heldout: [0.4, 0.8, 0.75] })))).toMatch(/`uniform` is as strong as the remedies: held-out \.75 at the end against \.70 of `population`/);
  expect(said(results(arm('single', { real: [0.35, 0.2] })))).toContain('With real users `single` falls');
  expect(said(results(arm('oracle', { heldout: [0.4, 0.8, 0.65] })))).toMatch(/not an upper bound held-out: `population` \(\.70\) end/);
  expect(said(results((s, m) => (s.varied.vsDraw === 'random' ? { ...m, heldout: [0.4, 0.7, 0.66] } : m)))).toContain('with equal chances is not worse');
  expect(said(results((s, m) => (s.varied.population === 1 ? { ...m, heldout: [0.4, 0.9, 0.9] } : m)))).toMatch(/`population` by population, held-out: 1 \(\.90\) > 5 \(\.70\) > 10/);
});
