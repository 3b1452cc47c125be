import type { Lesson } from '../content.ts';

export const bet: Lesson = {
  id: 'bet',
  title: 'Watch the policy collapse',
  about: 'Bet on how it ends, then let the run decide.',
  steps: [
    {
      id: 'bet',
      title: 'Place a bet',
      text: [
        'The same small policy is about to train against one frozen simulator at γ 16, which is nearly always the same person. Before you watch, say what you expect at the end: a guess made afterwards teaches nothing.',
        'Success is a share of dialogues that end in a [[success|donation]]. [[entropy|Entropy]] says how varied the policy’s choices are: 2.30 [[entropy|nats]] if it chose evenly among its ten acts, 0 if it always did the same. The policy starts somewhere below 2.',
      ],
      demo: 'bet',
      todo: ['Move both sliders and place the bet.', 'Set up and run.'],
      look: ['Success with the training simulator, against success with held-out ones.', 'The entropy chart: how fast do the choices narrow?'],
      link: { arms: ['single'], tab: 'dialogues' },
      check: {
        claim: 'Training success ends above 0.8 while held-out success ends below where it started.',
        when: {
          kind: 'all',
          of: [
            { kind: 'above', arm: 'single', metric: 'success.train', value: 0.8 },
            { kind: 'falls', arm: 'single', metric: 'success.heldout', by: 0.05 },
          ],
        },
        yes: 'It aces training and is worse with users it has not met than before it learned anything. That is simulator collapse.',
        no: 'Not so in this run, or not yet. The default settings (a larger network, 250 updates, five seeds) give it more time.',
      },
    },
    {
      id: 'entropy',
      title: 'What became of its choices',
      text: [
        'A policy that meets one person needs one script. Open the dialogues before and after training: the later ones resemble each other.',
        'The fall of entropy is a symptom, not the disease. A policy may well choose firmly and still choose differently for different people; what is lost here is the difference.',
      ],
      todo: ['With the run of the last step on screen, read a few dialogues at update 0 and at the last update.', 'Choose “Held-out simulators” above them and read how the same script fails.'],
      look: ['Do the acts depend on the answers any more?'],
      link: { arms: ['single'], tab: 'dialogues' },
      check: {
        claim: 'Entropy ends at half of its start, or lower.',
        when: { kind: 'shrinks', arm: 'single', metric: 'policy.entropy', to: 0.5 },
        yes: 'The policy has narrowed to a few scripts.',
        no: 'It is still more varied than that. With more updates it goes on falling, or it does not: try.',
      },
    },
  ],
};
