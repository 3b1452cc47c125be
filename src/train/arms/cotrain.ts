import type { Arm } from './arm.ts';
import { perSeedRoute, trainableUser } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** Co-Training: one simulator a seed, from a mildly aligned start, learns on the same dialogues. */
export const cotrain: Arm = {
  ...ARM_WORDS.cotrain,
  id: 'cotrain',
  needs: (s) => ({ gammas: [s.simGamma] }),
  createUsers: (c) => {
    const trained = trainableUser(c);
    return { player: { kind: 'network', bank: trained.bank, route: perSeedRoute(c, 'trainable simulator'), temperature: 1 }, trained };
  },
};
