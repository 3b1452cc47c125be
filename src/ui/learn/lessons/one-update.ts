import type { Lesson } from '../content.ts';

export const oneUpdate: Lesson = {
  id: 'one-update',
  title: 'One update in slow motion',
  about: 'From a dialogue to its reward, its advantage, the gradients of its acts, and the step they make together.',
  steps: [
    {
      id: 'slow',
      title: 'Dialogue, reward, advantage, gradient, step',
      text: [
        'A run does this some hundred times. Here it is done once, for one group of eight dialogues of the policy before training with the simulator at γ 16, and everything is kept. All numbers are computed now, on your machine, by the code that trains; it is the first group of a run with the same seed.',
        'The method is [[grpo|GRPO]]: dialogues of a group are compared with each other, and what was done in the better ones becomes likelier.',
      ],
      formulas: [
        {
          tex: String.raw`A_i = \frac{R_i - \bar R}{\operatorname{sd}(R)}, \qquad \frac{\partial L}{\partial \ell_a} = -\frac{A_i}{n}\bigl(\mathbb 1[a = a_t] - \pi(a \mid s_t)\bigr)`,
          plain: 'A = (R − mean) / sd; ∂L/∂l(a) = −(A / n) (1[a chosen] − π(a | s))',
          symbols: [
            [String.raw`R_i`, 'is the reward of dialogue i, and the bar its mean over the group.'],
            [String.raw`A_i`, 'is its advantage: how much better than its group it went, in units of the group’s spread.'],
            [String.raw`\ell_a`, 'is the logit of act a: the number that is made into a probability.'],
            [String.raw`L`, 'is the loss that the step makes smaller.'],
            [String.raw`n`, 'is the number of decisions in the whole group.'],
            [String.raw`\mathbb 1[a = a_t]`, 'is 1 for the act that was chosen and 0 for every other.'],
            [String.raw`\pi(a \mid s_t)`, 'is the probability the policy gave to act a at turn t.'],
          ],
        },
      ],
      demo: 'slow-motion',
      todo: ['Take a group, and go through the five stages.', 'At the gradients, choose one dialogue with a positive and one with a negative advantage.'],
      look: [
        'Every act of a good dialogue is pushed up, the useless ones as well: credit is given to whole dialogues.',
        'Which simulator answered makes no difference to these formulas. It decides which dialogues turn out well, and that is all the policy ever learns of people.',
      ],
      check: {
        claim: 'You have followed one group to its step.',
        when: { kind: 'done', what: 'slow-motion' },
        yes: 'That was an update. A run is a few hundred of them.',
        no: '',
      },
    },
  ],
};
