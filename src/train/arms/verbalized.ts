import type { Arm } from './arm.ts';
import { alignedAt, frozenUser } from './arm.ts';
import { ARM_WORDS } from './words.ts';

/** The simulator of `single`, frozen as there, prompted to write a list of candidates before each decision, its profile included; one of them is drawn. */
export const verbalized: Arm = {
  ...ARM_WORDS.verbalized,
  id: 'verbalized',
  // the base simulator measures how true the lists are; no dialogue meets it
  needs: (s) => ({ gammas: [s.gamma], base: true }),
  createUsers: (c) => ({ player: { ...frozenUser(c, alignedAt(c)), lists: { k: c.settings.vsK, draw: c.settings.vsDraw === 'random' ? 'random' : 'prob' } } }),
};
