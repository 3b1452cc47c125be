/** Corollary 3.5 as numbers: how fast the strategies that exploit the mode must take over, and what a run showed. */

export interface Growth {
  /** step size of the policy's mirror ascent (eta) */
  readonly step: number;
  /** what the exploit earns with the mode user above any other strategy (Delta) */
  readonly gap: number;
  readonly rMax: number;
  /** collapse error of a dialogue (epsBar) */
  readonly eps: number;
  /** largest error of the estimated values (zeta) */
  readonly zeta?: number;
  /** pull of the anchor per step (rho) */
  readonly rho?: number;
}

/** g = eta (Delta - 2 R_max eps - 2 zeta) - rho: log-odds the exploit gains per step; collapse is only promised where it is positive. */
export const growthRate = ({ step, gap, rMax, eps, zeta = 0, rho = 0 }: Growth): number => step * (gap - 2 * rMax * eps - 2 * zeta) - rho;

/** q_k >= 1 / (1 + (1 - q_0) / q_0 e^(-k g)): mass of the exploit after k steps. */
export const exploitLowerBound = (q0: number, growth: number, k: number): number => (q0 <= 0 ? 0 : q0 >= 1 ? 1 : 1 / (1 + ((1 - q0) / q0) * Math.exp(-k * growth)));

/** Log-odds of a mass. */
export const logit = (q: number): number => Math.log(q / (1 - q));

/** The logistic curve through the mass at the start and at update k: the growth per update that a run itself showed; null where either is 0 or 1, or nothing grew. */
export function observedGrowth(q0: number, qk: number, k: number): number | null {
  const g = (logit(qk) - logit(q0)) / k;
  return k > 0 && Number.isFinite(g) && g > 0 ? g : null;
}
