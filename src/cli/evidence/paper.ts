/** The paper's figures, as printed there: shown beside the lab's, never as the lab's. */
import { markdown } from './words.ts';

export const PAPER = `None of these figures was measured here. They are those of "One Frozen Simulator Is Not Enough: Simulator Collapse in Multi-Agent RL" ([arXiv 2608.12253](https://arxiv.org/abs/2608.12253)), whose policies are language models of 4 to 9 billion parameters; their sizes cannot be compared with the lab's, only their order and direction.

Qwen3-4B, best held-out checkpoint; CooperBench with a 9B model:

${markdown(
  ['', 'base', 'single', 'persona', 'ensemble', 'verbalized', 'cotrain', 'population', 'self-play', 'cross-play'],
  [
    ['P4G, reward', '.216', '.275', '–', '.394', '.484', '.438', '.508', '–', '–'],
    ['tau2-retail, success, %', '40.4', '46.1', '49.2', '57.1', '55.5', '60.5', '62.2', '–', '–'],
    ['CooperBench, %', '23.7', '–', '–', '–', '–', '–', '33.6', '32.8', '28.8'],
    ['tau2, real users', '.41', '.43', '–', '–', '.63', '.70', '–', '–', '–'],
  ],
)}

- Policy entropy: \`single\` 1.9 to 0.4 nats; \`verbalized\` 0.7 to 0.8; \`cotrain\` 0.8 to 1.2.
- Groups whose rewards are all equal, under \`single\`: 60 to 85 %.
- Simulator reward (tau2): adversarial ends in about 98 % refusal, shared in about 2 % push-back; curriculum is best.
- Size K of the population: 5 > 10 > 3 > 1.`;
