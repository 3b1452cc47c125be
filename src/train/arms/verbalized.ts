import { frozenUser } from './arm.ts';
import type { Arm } from './arm.ts';

/** The simulator of `single`, frozen as there, prompted to write a list of candidates before each decision, its profile included; one of them is drawn (METHOD 3.4). */
export const verbalized: Arm = {
  id: 'verbalized',
  label: 'Verbalized Sampling',
  users: 'The same simulated user, asked for a list of what it could be or say, with probabilities; one entry is drawn.',
  createUser: (c) => ({
    ...frozenUser(c, 'training simulator', c.models.simulator),
    lists: { k: c.settings.vsK, draw: c.settings.vsDraw === 'random' ? 'random' : 'prob' },
  }),
};
