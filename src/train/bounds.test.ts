import { describe, expect, test } from 'vitest';
import { exploitLowerBound, growthRate, observedGrowth } from './bounds.ts';

/** Four open-loop strategies of a two-act, two-turn world: what each earns with the mode user, and with another user who comes with probability eps. */
const withMode = [1, 0.6, 0.5, 0.2];
const withOther = [0, 1, 0.5, 0.9];

/** Exact mirror ascent on J_phi: q <- q e^{step * value} / Z */
function ascend(eps: number, step: number, updates: number): number[] {
  let q = [0.05, 0.35, 0.3, 0.3];
  const mass = [q[0]!];
  for (let k = 0; k < updates; k++) {
    const up = q.map((p, i) => p * Math.exp(step * ((1 - eps) * withMode[i]! + eps * withOther[i]!)));
    const z = up.reduce((a, b) => a + b, 0);
    q = up.map((p) => p / z);
    mass.push(q[0]!);
  }
  return mass;
}

describe('Corollary 3.5', () => {
  test.each([0, 0.05, 0.15])('bounds exact mirror ascent from below at every step, eps %d', (eps) => {
    const step = 0.5;
    const g = growthRate({ step, gap: 0.4, rMax: 1, eps });
    const mass = ascend(eps, step, 60);
    mass.forEach((q, k) => expect(q).toBeGreaterThanOrEqual(exploitLowerBound(0.05, g, k) - 1e-12));
    // without collapse error the bound is met with equality by the runner-up alone, so it is not far below
    if (eps === 0) expect(mass[60]! - exploitLowerBound(0.05, g, 60)).toBeLessThan(0.01);
  });

  test('promises nothing once 2 R_max eps exceeds the gap', () => {
    expect(growthRate({ step: 1, gap: 0.4, rMax: 1, eps: 0.25 })).toBeLessThan(0);
    expect(growthRate({ step: 1, gap: 0.4, rMax: 1, eps: 0, zeta: 0.1, rho: 0.05 })).toBeCloseTo(0.15, 12);
  });

  test('the growth a run showed is the logistic through two of its points', () => {
    expect(observedGrowth(0.1, exploitLowerBound(0.1, 0.3, 10), 10)).toBeCloseTo(0.3, 12);
    expect([observedGrowth(0.1, 1, 5), observedGrowth(0.4, 0.2, 5), observedGrowth(0, 0.5, 5)]).toEqual([null, null, null]);
    expect([exploitLowerBound(0, 1, 5), exploitLowerBound(1, -1, 5)]).toEqual([0, 1]);
  });
});
