import { exp, log } from '../../cpu/math.ts';
import type { Floats } from '../../core/kernel.ts';

/** log(sum exp) of logits[o + lo .. o + hi), the maximum taken out first. */
export function logSumExp(logits: Floats, o: number, lo: number, hi: number): number {
  let max = -Infinity;
  for (let i = lo; i < hi; i++) if (logits[o + i]! > max) max = logits[o + i]!;
  let sum = 0;
  for (let i = lo; i < hi; i++) sum += exp(logits[o + i]! - max);
  return max + log(sum);
}

/** Entropy in nats of the softmax over [lo, hi), given its logSumExp. */
export function maskedEntropy(logits: Floats, o: number, lo: number, hi: number, lse: number): number {
  let h = 0;
  for (let i = lo; i < hi; i++) {
    const lp = logits[o + i]! - lse;
    h -= exp(lp) * lp;
  }
  return h;
}
