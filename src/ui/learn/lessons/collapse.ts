import type { Lesson } from '../content.ts';

export const collapse: Lesson = {
  id: 'collapse',
  title: 'How a simulator collapses',
  about: 'A slider from a simulator that is many people to one that is a single person.',
  steps: [
    {
      id: 'gamma',
      title: 'The γ slider',
      text: [
        'A simulator learns first to be as varied as the people it was learned from; call that distribution $P$. Then it is aligned: tuned towards what people who compare answers like better. They like what is [[typicality|typical]], and that [[sharpening|sharpens]] it: what was likelier becomes much likelier.',
        'The slider chooses among trained networks, each aligned with another strength [[gamma|γ]]. The bars are their own exact probabilities, computed now.',
      ],
      formulas: [
        {
          tex: String.raw`\varphi(u) \;\propto\; P(u)^{\gamma}, \qquad \gamma = 1 + \alpha / \beta`,
          plain: 'φ(u) ∝ P(u)^γ, γ = 1 + α / β',
          symbols: [
            [String.raw`\varphi(u)`, 'is the probability that the aligned simulator gives the answer, or the profile, u.'],
            [String.raw`P(u)`, 'is the same before alignment, cut to its nucleus.'],
            [String.raw`\alpha`, 'is how much raters prefer what is typical.'],
            [String.raw`\beta`, 'is how strongly tuning holds the model to its start.'],
            [String.raw`\gamma`, 'is what the two make together: 1 changes nothing, large values leave one answer.'],
          ],
        },
      ],
      demo: 'gamma',
      todo: ['Move the slider from its lowest to its highest value.', 'Then ask for an answer instead of the profile.'],
      look: ['At which γ is one bar left? Which people vanish first?', 'The [[mode|mode]] stays what it was. Nobody new appears; the others fade.'],
      check: {
        claim: 'You have seen the simulator at both ends of the slider.',
        when: { kind: 'done', what: 'gamma' },
        yes: 'What is left at the upper end is called [[collapse|mode collapse]]. The [[epsilon|collapse error]] says how much besides the mode is left.',
        no: '',
      },
    },
    {
      id: 'mild',
      title: 'Training against a mild one',
      text: [
        'First a run in which little is wrong. The simulator at γ 2 leans towards its most typical user and still plays the others. The run is small: the smallest network, three [[seed|seeds]], a minute or so.',
        'Three lines are drawn: success with the simulator it trains on, with [[heldout|held-out]] simulators it never meets, and with [[real|real users]].',
      ],
      todo: ['Set up and run.', 'Watch the three lines in the first chart.'],
      look: ['Do the held-out line and the line of real users follow the training line up?'],
      link: { arms: ['single'], set: { gamma: 2 }, tab: 'users' },
      check: {
        claim: 'Held-out success rises by at least 0.1.',
        when: { kind: 'rises', arm: 'single', metric: 'success.heldout', by: 0.1 },
        yes: 'What was learned carries over: with varied users, doing well in training means something.',
        no: 'It did not this time. Look at the band: three seeds can disagree. More updates, or other seeds, would tell.',
      },
    },
  ],
};
