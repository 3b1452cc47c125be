import { USER_TYPES } from '../../../sim/persuasion/data.ts';
import type { Lesson } from '../content.ts';

export const failures: Lesson = {
  id: 'failures',
  title: 'When remedies fail',
  about: 'Three ways to spoil a remedy, each with what the theory leads one to expect.',
  steps: [
    {
      id: 'shared',
      title: 'Paying both for the same thing',
      text: [
        'Suppose the learning simulator is paid what the policy is paid: a [[sharedreward|shared reward]]. Both then profit from an easy user. The theory leads one to expect that the simulator becomes the person who is easiest to please, and that the pair collapses together.',
        'Success in training would look excellent. The run decides.',
      ],
      todo: ['Set up and run.', 'Watch the training users tab, then the held-out line.'],
      look: [
        'Does the simulator become one person? Layers are means over seeds: where seeds settle on different people, two layers stay. The dialogues are the first seed’s alone.',
        'What happens to the held-out line meanwhile?',
      ],
      link: { arms: ['cotrain'], set: { simReward: 'shared' }, tab: 'users' },
      check: {
        claim: 'Training success ends above 0.9, and held-out success does not gain 0.1.',
        when: {
          kind: 'all',
          of: [
            { kind: 'above', arm: 'cotrain', metric: 'success.train', value: 0.9 },
            { kind: 'stalls', arm: 'cotrain', metric: 'success.heldout', by: 0.1 },
          ],
        },
        yes: 'They settled on each other: a simulator that learns is no remedy by itself. What it is paid for decides.',
        no: 'Not in this run. The anchor may have held the simulator; it is a setting, too.',
      },
    },
    {
      id: 'no-anchor',
      title: 'An adversary without an anchor',
      text: [
        'Now the opposite: the simulator is paid when the policy fails, an [[adversarial|adversarial reward]], and nothing holds it to its start: no [[anchor|anchor]]. Such a simulator can become a user that nobody is, or run from one hard type to the next while the policy runs after it.',
        'What is expected is unrest in training, and little of use with anybody else, even in stretches where the policy wins.',
      ],
      todo: ['Set up and run.', 'Watch the training users tab and the training line together.'],
      look: [
        'Which type does it become, and how soon? Does it stay there, or jump on in some seed when the policy has caught up?',
        'The training line: it falls while the policy is beaten, and climbs when it has found the one script for the one user.',
        'Entropy: is the policy reading its users, or repeating a script?',
      ],
      link: { arms: ['cotrain'], set: { simReward: 'adversarial', simKl: 0 }, tab: 'users' },
      check: {
        claim: 'A type’s share moves by 0.3 or more, and held-out success does not gain 0.1.',
        when: {
          kind: 'all',
          of: [
            { kind: 'moves', arm: 'cotrain', metrics: USER_TYPES.map((t) => `sim.profile.${t}`), by: 0.3 },
            { kind: 'stalls', arm: 'cotrain', metric: 'success.heldout', by: 0.1 },
          ],
        },
        yes: 'The simulator moved a great deal and the policy learned little that lasts. An anchor (simulator KL weight) steadies it: try 0.5.',
        no: 'It went better than expected here. Seeds differ a good deal without an anchor; look at the band.',
      },
    },
    {
      id: 'temperature',
      title: 'Turning up the temperature',
      text: [
        'The cheapest idea: sample the collapsed simulator at a higher [[temperature|temperature]]. It flattens what is left after alignment, but it cannot tell people from noise: what alignment has pressed to almost nothing comes back mixed with answers that nobody would give.',
        'Expect less collapse than at temperature 1, and less help than from lists.',
      ],
      todo: ['Set up and run; it takes two arms side by side.', 'Look at the responses and at the training users.'],
      look: ['Which arm ends higher held-out? Is either above where it began?'],
      link: { arms: ['single', 'temperature'], set: { simTemperature: 4 }, tab: 'users', measure: 'heldout' },
      check: {
        claim: 'At temperature 4 held-out success does not gain 0.1.',
        when: { kind: 'stalls', arm: 'temperature', metric: 'success.heldout', by: 0.1 },
        yes: 'Flattening did not bring people back who help with others. Lists and learning simulators can be tried on the same seeds.',
        no: 'It did help here. Whether it helps as much as lists can be tried: add the arm “Verbalized” and run again.',
      },
    },
  ],
};
