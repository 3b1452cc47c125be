/** The order in which a person meets the arms: drawn, and the same for the same seed. */
import { philoxStream, philoxUniform } from '../../gpu-kernels/random/philox.ts';

const ORDER_STREAM = 2701;
const SEED_STREAM = 2702;

/**
 * `perArm` rounds, in each of which every arm comes once, in an order drawn anew: so a study that is broken off is nearly balanced, and practice and boredom fall on all arms alike.
 * `arms` are put in a fixed order first: what is drawn does not depend on how they were listed.
 */
export function drawOrder<A extends string>(seed: number, arms: readonly A[], perArm: number): A[] {
  const next = philoxStream(seed, ORDER_STREAM);
  const sorted = [...arms].sort();
  return Array.from({ length: perArm }, () => {
    const round = [...sorted];
    for (let i = round.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [round[i], round[j]] = [round[j]!, round[i]!];
    }
    return round;
  }).flat();
}

/** The seed of one conversation: below 2^24. */
export const conversationSeed = (seed: number, index: number): number => Math.floor(philoxUniform(seed, SEED_STREAM, 0, index, 0) * 2 ** 24);
