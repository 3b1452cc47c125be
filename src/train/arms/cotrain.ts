import type { Arm } from './arm.ts';
import { perSeedRoute, trainableUser } from './arm.ts';

/** Co-Training: one simulator a seed, from a mildly aligned start, learns on the same dialogues. */
export const cotrain: Arm = {
  id: 'cotrain',
  label: 'Co-Training',
  users: 'A simulator that starts mildly aligned and learns on the same dialogues, paid by the simulator reward.',
  needs: (s) => ({ gammas: [s.simGamma] }),
  createUsers: (c) => {
    const trained = trainableUser(c);
    return { player: { kind: 'network', bank: trained.bank, route: perSeedRoute(c, 'trainable simulator'), temperature: 1 }, trained };
  },
};
