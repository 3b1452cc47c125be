import type { Lesson } from '../content.ts';

export const lists: Lesson = {
  id: 'lists',
  title: 'Verbalized Sampling',
  about: 'Ask the collapsed simulator for a list, and see the other people come back.',
  steps: [
    {
      id: 'list',
      title: 'See the list being written',
      text: [
        'Asked for one answer, a collapsed simulator gives its most typical one. Asked for a list of what it could say, with probabilities, it can still tell what the others would have been. That is [[verbalized|Verbalized Sampling]]: one entry of the list is then drawn.',
        'It is the same network with the same weights. It learned during alignment to write such lists from what it knew before; how far a list is from that is the [[eta|list error η]].',
      ],
      formulas: [
        {
          tex: String.raw`\operatorname{TV}(p_{\mathrm{VS}}, P) \le \eta \;\Rightarrow\; \|\nabla J_{\mathrm{VS}} - \nabla J_{P}\| \le 2 B R_{\max} \bar\eta`,
          plain: 'TV(p_VS, P) ≤ η → ‖∇J(VS) − ∇J(P)‖ ≤ 2 B Rmax η̄',
          symbols: [
            [String.raw`p_{\mathrm{VS}}`, 'is the distribution that a list amounts to.'],
            [String.raw`P`, 'is the simulator before alignment.'],
            [String.raw`\operatorname{TV}`, 'is the total variation: the largest difference in probability given to any event.'],
            [String.raw`\bar\eta`, 'is the list error added up over a dialogue. If lists are good, the gradient is nearly that of the varied users.'],
          ],
        },
      ],
      demo: 'list',
      todo: ['Compare the bars: asked directly, and by the list.', 'Ask for an answer instead of the profile.'],
      look: [
        'Which users come back that the direct answer had lost?',
        'Probabilities in a list are rounded and rarely sum to 100 %.',
        'The same can be asked of a real language model: ((#/llm|Ask a language model)).',
      ],
      check: { claim: 'You have seen a list.', when: { kind: 'done', what: 'list' }, yes: 'A policy can be trained on what is drawn from such lists: the next step.', no: '' },
    },
    {
      id: 'train',
      title: 'Train on what is drawn from lists',
      text: [
        'Two [[arm|arms]] side by side: the same frozen simulator asked directly, and asked for lists. They share the starting policy, the settings and the random numbers.',
        'In training the second will look worse: its users differ, so no script fits all of them. The question is how it does with users neither has met.',
      ],
      todo: ['Set up and run: about two minutes without a graphics card, since lists cost time.', 'In the dialogues tab choose the arm “Verbalized” and open the lists of a dialogue.'],
      look: ['Success rate, “Held-out”, then “Train”: which arm is ahead in each?', 'A drawn entry is ticked in its list. Malformed lists are counted and not used.'],
      link: { arms: ['single', 'verbalized'], tab: 'dialogues', measure: 'heldout' },
      check: {
        claim: 'Held-out, Verbalized ends at least 0.1 above the frozen simulator asked directly.',
        when: { kind: 'ahead', arm: 'verbalized', of: 'single', metric: 'success.heldout', by: 0.1 },
        yes: 'The same network, asked in another way, made a better teacher.',
        no: 'It does not show in this run; look at the bands and try other seeds before believing either.',
      },
    },
  ],
};
