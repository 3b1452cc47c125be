import { createBank, createRouting } from '../../gpu-kernels/model/bank.ts';
import { simulatorShape } from '../pretrain/recipe.ts';
import type { Arm } from './arm.ts';
import { alignedAt } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** Three aligned families in rotation, group by group: the training simulator and two whose raters find other types typical. */
export const ensemble: Arm = {
  ...ARM_WORDS.ensemble,
  id: 'ensemble',
  needs: (s) => ({ gammas: [s.gamma], ensemble: true }),
  createUsers: (c) => {
    const weights = [alignedAt(c), ...c.models.ensemble];
    const groups = (c.perSeed / c.settings.group) * c.seeds.length;
    const perSeed = c.perSeed / c.settings.group;
    const rotation = Array.from({ length: groups }, (_, g) => (g % perSeed) % weights.length);
    return {
      player: {
        kind: 'network',
        bank: createBank(c.backend, 'ensemble', simulatorShape(c.scenario), weights.length, weights),
        route: createRouting(c.backend, 'ensemble', c.settings.group, rotation),
        temperature: 1,
      },
    };
  },
};
